/**
 * The money rules from outside: what the ledger of a key may hold, given what its clients saw.
 *
 * Every call carries its own request id, and an entry names the request that it belongs to; so each call is judged by
 * itself, and nothing can be made up for by something else.
 */
import type { CallRecord } from './client.ts';
import type { Fault } from './faults.ts';
import type { SeenEntry } from './keys.ts';

/** How many credits a call may have cost: what must have moved and what may have. */
export interface Bounds {
  readonly least: 0 | 1;
  readonly most: 0 | 1;
  readonly why: 'whole' | 'departed' | 'in work when workerd was killed' | 'free';
}

/** After its last byte an answer's charge takes a moment: one that ended so shortly before a kill was in work still. */
const settlingMs = 5000;

/**
 * What a call by itself may have cost.
 * @param workerdKillsMs moments at which workerd was killed, Unix milliseconds
 */
export function boundsOf(call: CallRecord, workerdKillsMs: readonly number[]): Bounds {
  const { startedAtMs, endedAtMs, ending, status, uploaded } = call;
  const isWhole200 = ending === 'whole' && status === 200;
  if (!uploaded || (ending === 'whole' && !isWhole200)) return { least: 0, most: 0, why: 'free' };
  if (ending === 'left') return { least: 0, most: 1, why: 'departed' };
  if (workerdKillsMs.some((atMs) => atMs >= startedAtMs && atMs <= endedAtMs + settlingMs)) {
    return { least: 0, most: 1, why: 'in work when workerd was killed' };
  }
  // Cut by us, or not answered: whatever failed, the client got nothing whole and pays nothing.
  return isWhole200 ? { least: 1, most: 1, why: 'whole' } : { least: 0, most: 0, why: 'free' };
}

/** What the calls of a key cost, and what is wrong with it. */
export interface Audit {
  readonly faults: readonly Fault[];
  readonly whole: number;
  readonly charged: number;
  /** Calls that were charged though nobody saw their whole answer. */
  readonly departedCharged: number;
  readonly repeats: number;
  readonly lapses: number;
  readonly inWorkAtKill: number;
  readonly inWorkAtKillCharged: number;
}

/** Holds the entries of one key against its calls. */
export function audit(
  calls: readonly CallRecord[],
  entries: readonly SeenEntry[],
  balance: number,
  workerdKillsMs: readonly number[],
): Audit {
  const unsound = [...chainFaults(entries, balance), ...strangers(calls, entries)];
  const faults = unsound.map((text): Fault => ({ promised: 'money', text }));
  const charges = countsById(entries, 'charge');
  const judged = calls.map((call) => ({
    call,
    bounds: boundsOf(call, workerdKillsMs),
    charged: charges.get(call.id) ?? 0,
  }));
  for (const purchase of purchasesOf(judged)) faults.push(...purchaseFaults(purchase));
  const atKill = judged.filter(({ bounds }) => bounds.why === 'in work when workerd was killed');
  const chargedOf = (some: readonly Judged[]) => some.reduce((sum, { charged }) => sum + charged, 0);
  return {
    faults,
    whole: calls.filter(({ ending, status }) => ending === 'whole' && status === 200).length,
    charged: chargedOf(judged),
    departedCharged: chargedOf(judged.filter(({ bounds }) => bounds.why === 'departed')),
    repeats: entries.filter(({ kind }) => kind === 'repeat').length,
    lapses: entries.filter(({ kind }) => kind === 'lapse').length,
    inWorkAtKill: atKill.length,
    inWorkAtKillCharged: chargedOf(atKill),
  };
}

interface Judged {
  readonly call: CallRecord;
  readonly bounds: Bounds;
  readonly charged: number;
}

/** Calls that are one purchase: those of the same Idempotency-Key, and each other call by itself. */
function purchasesOf(judged: readonly Judged[]): readonly (readonly Judged[])[] {
  const named = new Map<string, Judged[]>();
  const purchases: Judged[][] = [];
  for (const one of judged) {
    const { name } = one.call;
    const known = name === null ? undefined : named.get(name);
    if (known) known.push(one);
    else {
      const purchase = [one];
      purchases.push(purchase);
      if (name !== null) named.set(name, purchase);
    }
  }
  return purchases;
}

function purchaseFaults(purchase: readonly Judged[]): Fault[] {
  const charged = purchase.reduce((sum, one) => sum + one.charged, 0);
  const least = Math.max(...purchase.map(({ bounds }) => bounds.least));
  const most = Math.max(...purchase.map(({ bounds }) => bounds.most));
  if (charged >= least && charged <= most) return [];
  const what = purchase.map(({ call, charged }) => `${describe(call)} → ${charged}`).join('; ');
  const text = `${charged} charged, expected ${least === most ? least : `${least} to ${most}`}: ${what}`;
  return [{ promised: purchase.length > 1 ? 'repeat' : 'money', text }];
}

function describe({ id, operation, picture, manner, ending, status, name, uploaded }: CallRecord): string {
  const where = uploaded ? '' : ' before the upload was complete';
  const named = name === null ? '' : `, named ${name}`;
  return `${id} (${operation}, ${picture}, ${manner}${named}): ${ending}${where}, status ${status}`;
}

/** Entries of requests that nobody sent, and more than one charge of one request. */
function strangers(calls: readonly CallRecord[], entries: readonly SeenEntry[]): string[] {
  const known = new Set(calls.map(({ id }) => id));
  const faults: string[] = [];
  for (const [id, count] of countsById(entries, 'charge')) {
    if (!known.has(id)) faults.push(`A charge names the request ${id}, which no client sent`);
    else if (count > 1) faults.push(`The request ${id} was charged ${count} times`);
  }
  return faults;
}

function countsById(entries: readonly SeenEntry[], kind: SeenEntry['kind']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== kind) continue;
    const id = entry.request_id ?? 'of no name';
    counts.set(id, (counts.get(id) ?? 0) - (entry.amount === 0 ? 0 : Math.sign(entry.amount)));
  }
  return counts;
}

/** Each entry's balance is the one before it and its amount; the last one is the balance. @param entries oldest first */
function chainFaults(entries: readonly SeenEntry[], balance: number): string[] {
  const faults: string[] = [];
  let before = 0;
  for (const { sequence, kind, amount, balance_after } of entries) {
    if (balance_after !== before + amount) {
      faults.push(`Entry ${sequence} (${kind}) says ${balance_after} after ${before} and ${amount}`);
    }
    if (kind === 'charge' && amount !== -1) faults.push(`Entry ${sequence} charges ${-amount} credits`);
    before = balance_after;
  }
  if (before !== balance) faults.push(`The balance is ${balance} and the last entry says ${before}`);
  return faults;
}
