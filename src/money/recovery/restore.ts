/**
 * A deployment on Cloudflare goes back to a moment: D1 by its time travel, each ledger by its point-in-time recovery, while nothing is served.
 * Each step may be done again, so after a failure the whole is begun once more with the same record.
 */
import { AdminCallFailed } from '../keys/admin-client.ts';
import type { Ask } from '../keys/audit.ts';
import { auditKeys } from '../keys/audit.ts';
import { auditDirectory } from '../keys/directory-audit.ts';
import type { EndedSince } from '../keys/ended-since.ts';
import { printAudit, printDirectoryAudit } from '../keys/print.ts';
import {
  endedList,
  type Losable,
  losable,
  losablePage,
  type RestoredLedger,
  recoveryState,
  restoredLedger,
  walletPage,
} from './answers.ts';
import { endAgain, hasAllSince, readPayments, sinceWords } from './finish.ts';

/** Cloudflare keeps the history of databases for so long. */
const historyMs = 30 * 86_400_000;
/** Ledgers that go back at a time. */
const atOnce = 8;

/** D1's time travel, which is Cloudflare's own API and no binding of a Worker. */
export interface DirectoryTravel {
  /**
   * Brings the directory back to a moment, Unix milliseconds, and its tables up to date.
   * @returns a bookmark that undoes it
   * @throws Error in words of the tool
   */
  backTo(atMs: number): Promise<string>;
}

/** What an earlier run has noted before it changed anything. */
export interface BegunRestore {
  readonly atMs: number;
  /** Wallets that there were before. */
  readonly wallets: readonly string[];
}

/** Lists of a restore, which outlive a run of it. */
export type RecordList = 'losable' | 'lost' | 'undo';

/** Where a restore writes down what it finds. */
export interface RestoreRecord {
  /** Null where no run has come so far. */
  begun(): BegunRestore | null;
  keep(begun: BegunRestore): void;
  /** Empties a list. */
  clear(list: RecordList): void;
  add(list: RecordList, line: object): void;
  /** Each line of a list, as JSON has it. */
  lines(list: RecordList): Iterable<unknown>;
}

export interface RestoreTerms {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly ask: Ask;
  readonly travel: DirectoryTravel;
  readonly record: RestoreRecord;
  readonly say: (line: string) => void;
}

/**
 * Restores it.
 * @returns whether all is as it was and nothing is left to do
 * @throws Error with one line, where a step failed that has to be done before anything is served
 */
export async function restoreDeployment(terms: RestoreTerms): Promise<boolean> {
  const { atMs, ask, travel, record, say } = terms;
  await checkTerms(terms);
  const begun = record.begun() ?? (await begin(terms));
  const undo = await travel.backTo(atMs);
  record.add('undo', { directory: undo });
  say(`The directory is as of ${new Date(atMs).toISOString()}; the bookmark ${undo} undoes it`);
  const wallets = [...new Set([...begun.wallets, ...(await walletsOf(ask))])];
  const ledgers = await restoreLedgers(terms, wallets);
  const { charges, names } = listLost(record, ledgers);
  say(`${charges} charges and ${names} names of Idempotency-Key since are lost`);
  const list = await listOfEnded(ask, atMs);
  say(sinceWords(list, 'the bucket edgematte-ended', atMs));
  if (list) say(await endAgain(list, ask));
  const payments = await readPayments(ask, atMs);
  for (const line of payments) say(line);
  // Both sides go back to about the moment, and not to the same millisecond.
  const directory = await auditDirectory(ask, true);
  say(printDirectoryAudit(directory));
  const audit = await auditKeys(ask, false);
  say(printAudit(audit));
  const isSound = directory.differences.every(({ mended }) => mended) && audit.unsound.length === 0;
  return isSound && hasAllSince(list, atMs) && payments.length <= 1;
}

/** @throws Error where the moment cannot be reached, the record is of another, or the deployment still serves */
async function checkTerms({ atMs, ask, record }: RestoreTerms): Promise<void> {
  const nowMs = Date.now();
  if (atMs > nowMs) throw new Error('Expected a moment that is past');
  if (atMs < nowMs - historyMs) throw new Error('Cloudflare has a history of thirty days; this moment is before it');
  const before = record.begun();
  if (before && before.atMs !== atMs) {
    throw new Error(`This folder is of a restore to ${new Date(before.atMs).toISOString()}; name another folder`);
  }
  const { restoring } = recoveryState.parse(await ask({ method: 'GET', path: '/recovery' }));
  if (!restoring) throw new Error('The deployment serves; set RESTORING to on first, see docs/backup.md');
}

/** Notes what there is before anything goes back: which wallets, and what of them may be lost. */
async function begin({ atMs, ask, record, say }: RestoreTerms): Promise<BegunRestore> {
  record.clear('losable');
  const wallets = await walletsOf(ask);
  for (const wallet of wallets) {
    for await (const item of losableOf(ask, wallet, atMs)) record.add('losable', { wallet, ...item });
  }
  const begun = { atMs, wallets };
  record.keep(begun);
  say(`${wallets.length} wallets go back`);
  return begun;
}

async function walletsOf(ask: Ask): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = walletPage.parse(await ask({ method: 'GET', path: `/recovery/wallets${query}` }));
    all.push(...page.wallets);
    cursor = page.next_cursor;
  }
  return all;
}

async function* losableOf(ask: Ask, wallet: string, atMs: number): AsyncGenerator<Losable> {
  const since = encodeURIComponent(new Date(atMs).toISOString());
  for (const of of ['charges', 'names']) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const path: string = `/recovery/wallets/${encodeURIComponent(wallet)}/losable?since=${since}&of=${of}${query}`;
      const page = losablePage.parse(await ask({ method: 'GET', path }));
      yield* page.items;
      cursor = page.next_cursor;
    }
  }
}

/** @throws Error where one could not go back, once all others have */
async function restoreLedgers(
  { atMs, ask, record, say }: RestoreTerms,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, RestoredLedger>> {
  const restored = new Map<string, RestoredLedger>();
  const failed: string[] = [];
  const at = new Date(atMs).toISOString();
  for (let first = 0; first < wallets.length; first += atOnce) {
    const work = wallets.slice(first, first + atOnce).map(async (wallet) => {
      try {
        const path = `/recovery/wallets/${encodeURIComponent(wallet)}`;
        const ledger = restoredLedger.parse(await ask({ method: 'POST', path, body: { at } }));
        restored.set(wallet, ledger);
        record.add('undo', { wallet, bookmark: ledger.undo });
      } catch (cause) {
        failed.push(`${wallet}: ${(cause as Error).message}`);
      }
    });
    await Promise.all(work);
  }
  if (failed.length > 0) {
    throw new Error(`${failed.length} ledgers could not go back; run this once more. The first is ${failed[0]}`);
  }
  const closed = [...restored.values()].filter((ledger) => ledger.closed).length;
  say(`${restored.size} ledgers are as of ${at}${closed > 0 ? `; ${closed} of wallets made since were closed` : ''}`);
  return restored;
}

/** Lists what a ledger had that comes after the last row that it has now: numbers of rows are not used twice. */
function listLost(record: RestoreRecord, ledgers: ReadonlyMap<string, RestoredLedger>) {
  const found = { charges: 0, names: 0 };
  record.clear('lost');
  for (const line of record.lines('losable')) {
    const { wallet } = line as { wallet: string };
    const { sequence, ...item } = losable.parse(line);
    const ledger = ledgers.get(wallet);
    const isCharge = 'charge' in item;
    if (!ledger || sequence <= (isCharge ? ledger.last_entry : ledger.last_name)) continue;
    record.add('lost', item);
    found[isCharge ? 'charges' : 'names']++;
  }
  return found;
}

/** Null where the deployment keeps none. */
async function listOfEnded(ask: Ask, atMs: number): Promise<EndedSince | null> {
  const path = `/recovery/ended?since=${encodeURIComponent(new Date(atMs).toISOString())}`;
  const answer = await ask({ method: 'GET', path }).catch((failure: unknown) => {
    if (failure instanceof AdminCallFailed && failure.status === 404) return null;
    throw failure;
  });
  if (answer === null) return null;
  const { keys, accounts, from, unreadable } = endedList.parse(answer);
  const ends = keys.map(({ id, ends }): [string, number] => [id, Date.parse(ends)]);
  return { keys: new Map(ends), accounts, fromMs: from === null ? null : Date.parse(from), unreadable };
}
