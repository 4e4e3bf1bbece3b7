/**
 * What a restored state has to hear before it serves again: which keys and accounts ended since, and what was bought. A restore leaves a
 * note, and the next start does it with Workers that nobody else reaches.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { rereadAll, rereadWords } from '../billing/reread-all.ts';
import { AdminCallFailed, callAdmin } from '../keys/admin-client.ts';
import type { Ask } from '../keys/audit.ts';
import { endedAgain } from '../operator/answers.ts';
import type { LocalState } from './local-state.ts';
import { type EndedSince, readSinceList } from './since-list.ts';
import { readState, writeWhole } from './state-file.ts';

const noteShape = z.object({
  /** Moment of the backup. */
  madeAt: z.iso.datetime(),
});

const rereadCall = 'npm run accounts -- billing reread';
/** What the Workers have accepted may take so long, and the rewriting of their databases. */
const graceMs = 30_000;
/** Stripe has events of this time alone. */
const eventsMs = 30 * 86_400_000;
/** Most ids of one call. */
const idsOfCall = 50;

/** Workers that listen where nobody knows. */
export interface PrivateWorkers {
  /** Address without a trailing slash. */
  readonly base: string;
  stop(graceMs: number): Promise<void>;
}

export interface AfterRestore {
  readonly state: Pick<LocalState, 'directory' | 'secrets'>;
  /** Where ended keys and deleted accounts are listed. */
  readonly sinceList: string;
  readonly startPrivately: () => Promise<PrivateWorkers>;
  readonly say: (line: string) => void;
}

/**
 * Leaves the note that a state is as of a moment that is past. One that is there already, of a restore whose start has not come yet or
 * which broke off, may be of an earlier moment, and then stays: what is done for more time than is due changes nothing.
 * @param madeAt ISO 8601
 */
export function noteRestored(stateDirectory: string, madeAt: string): void {
  const file = noteFile(stateDirectory);
  const pending = pendingSince(file);
  if (pending !== null && pending <= Date.parse(madeAt)) return;
  writeWhole(file, `${JSON.stringify({ madeAt })}\n`);
}

/** The moment of a note that is there, Unix milliseconds; null without one, and of a damaged one, which says none. */
function pendingSince(file: string): number | null {
  try {
    const note = readState(file, noteShape, '');
    return note && Date.parse(note.madeAt);
  } catch {
    return null;
  }
}

/** Whether a state was restored and has not heard yet what it has to: a backup of it would be as of a moment at which it was not so. */
export function isUnfinished(stateDirectory: string): boolean {
  return existsSync(noteFile(stateDirectory));
}

/**
 * Does what a restored state needs; nothing where none was restored. Where it fails the note stays, and the next start tries again.
 * @throws Error with one line where something could not be ended again: the service must not begin then
 */
export async function finishRestore({ state, sinceList, startPrivately, say }: AfterRestore): Promise<void> {
  const file = noteFile(state.directory);
  const note = readState(file, noteShape, 'restore once more');
  if (!note) return;
  const sinceMs = Date.parse(note.madeAt);
  const list = readSinceList(sinceList, sinceMs);
  say(`This state was restored as of ${note.madeAt}. ${sinceWords(list, sinceList, sinceMs)}`);
  const workers = await startPrivately();
  try {
    const ask: Ask = (call) => callAdmin({ url: workers.base, token: state.secrets().ADMIN_TOKEN, send: fetch }, call);
    if (list) say(await endAgain(list, ask));
    for (const line of await readPayments(ask, sinceMs)) say(line);
  } finally {
    await workers.stop(graceMs);
  }
  rmSync(file, { force: true });
}

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

/** Has Stripe's events read again; nothing is sold without it, and a service that Stripe does not answer serves all the same. */
async function readPayments(ask: Ask, sinceMs: number): Promise<readonly string[]> {
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

async function endAgain({ keys, accounts }: EndedSince, ask: Ask): Promise<string> {
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
      `${all.failed.length} of what ended since the backup could not be ended again (${all.failed.slice(0, 3).join(', ')}); see the log, and start once more`,
    );
  }
  const unknown = all.unknown > 0 ? `; ${all.unknown} are not in the backup` : '';
  return `${all.keys} keys and ${all.accounts} accounts that ended since were ended again${unknown}`;
}

function noteFile(stateDirectory: string): string {
  return path.join(stateDirectory, 'restored.json');
}
