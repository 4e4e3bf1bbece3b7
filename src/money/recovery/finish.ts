/**
 * What a state that went back to an earlier moment has to hear before it is served again: which keys and accounts ended since, and what
 * was bought. By the admin API, for `npm start` and on Cloudflare alike.
 */
import { rereadAll, rereadWords } from '../billing/reread-all.ts';
import { AdminCallFailed } from '../keys/admin-client.ts';
import type { Ask } from '../keys/audit.ts';
import type { EndedSince } from '../keys/ended-since.ts';
import { endedAgain } from './answers.ts';

const rereadCall = 'npm run accounts -- billing reread';
/** Stripe has events of this time alone. */
const eventsMs = 30 * 86_400_000;
/** Most ids of one call: the deletion of an account is some fifteen calls of its own. */
const idsOfCall = 5;

/** Which keys and accounts the list has, and what it cannot say. */
export function sinceWords(list: EndedSince | null, file: string, sinceMs: number): string {
  const since = new Date(sinceMs).toISOString();
  const cannot = (from: string) =>
    `which keys ended and which accounts were deleted ${from} is not known: end them by hand.`;
  if (!list) return `There is no list of what ended since, ${file}: ${cannot(`after ${since}`)}`;
  const { keys, accounts, fromMs, unreadable } = list;
  const gap = fromMs === null || fromMs > sinceMs;
  const until = fromMs === null ? '' : ` and before ${new Date(fromMs).toISOString()}`;
  return [
    `${keys.size} keys and ${accounts.length} accounts are on the list of what ended since.`,
    gap ? ` It begins later: ${cannot(`after ${since}${until}`)}` : '',
    unreadable > 0 ? ` ${unreadable} of its lines cannot be read.` : '',
  ].join('');
}

/** Whether a list has all that ended since. */
export function hasAllSince(list: EndedSince | null, sinceMs: number): boolean {
  return list !== null && list.fromMs !== null && list.fromMs <= sinceMs && list.unreadable === 0;
}

/**
 * Has Stripe's events read again; nothing is sold without it, and a service that Stripe does not answer serves all the same.
 * @returns lines for the person; none where nothing is sold, and one where nothing is left to do
 */
export async function readPayments(ask: Ask, sinceMs: number): Promise<readonly string[]> {
  try {
    const words = rereadWords(await rereadAll(ask, sinceMs)).split('\n');
    const firstMs = Date.now() - eventsMs;
    if (sinceMs >= firstMs) return words;
    const gap = `after ${new Date(sinceMs).toISOString()} and before ${new Date(firstMs).toISOString()}`;
    return [
      ...words,
      `Stripe has no older events: look there for what was paid or paid back ${gap}, and top up by hand`,
    ];
  } catch (cause) {
    if (!(cause instanceof AdminCallFailed)) throw cause;
    if (cause.status === 404) return [];
    const since = new Date(sinceMs).toISOString();
    return [
      `What was bought since could not be asked for: ${cause.message}`,
      `Do it soon: ${rereadCall} --since ${since}`,
    ];
  }
}

/**
 * Ends again what the list has, some at a time.
 * @returns the line for the person
 * @throws Error with one line where something could not be ended: nothing may be served then
 */
export async function endAgain({ keys, accounts }: EndedSince, ask: Ask): Promise<string> {
  const all = { keys: 0, accounts: 0, unknown: 0, failed: [] as string[] };
  const listed = [...keys].map(([id, endsAtMs]) => ({ id, ends: new Date(endsAtMs).toISOString() }));
  const most = Math.max(listed.length, accounts.length);
  for (let at = 0; at < most; at += idsOfCall) {
    const part = <Item>(items: readonly Item[]) => items.slice(at, at + idsOfCall);
    const body = { keys: part(listed), accounts: part(accounts) };
    const ended = endedAgain.parse(await ask({ method: 'POST', path: '/ended-again', body }));
    for (const kind of ['keys', 'accounts', 'unknown'] as const) all[kind] += ended[kind];
    all.failed.push(...ended.failed);
  }
  if (all.failed.length > 0) {
    throw new Error(
      `${all.failed.length} of what ended since the backup could not be ended again (${all.failed.slice(0, 3).join(', ')}); see the log, and try once more`,
    );
  }
  const unknown = all.unknown > 0 ? `; ${all.unknown} are not in the backup` : '';
  return `${all.keys} keys and ${all.accounts} accounts that ended since were ended again${unknown}`;
}
