/**
 * What a restored state has to hear before it serves again: which keys and accounts ended since, and what was bought. A restore leaves a
 * note, and the next start does it with Workers that nobody else reaches.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { callAdmin } from '../money/keys/admin-client.ts';
import type { Ask } from '../money/keys/audit.ts';
import { endAgain, readPayments, sinceWords } from '../money/recovery/finish.ts';
import type { LocalState } from './local-state.ts';
import { readSinceList } from './since-list.ts';
import { readState, writeWhole } from './state-file.ts';

const noteShape = z.object({
  /** Moment of the backup. */
  madeAt: z.iso.datetime(),
});

/** What the Workers have accepted may take so long, and the rewriting of their databases. */
const graceMs = 30_000;

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

function noteFile(stateDirectory: string): string {
  return path.join(stateDirectory, 'restored.json');
}
