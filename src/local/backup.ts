/** A backup of the state of `npm start`: ledgers, directory and secrets of one moment, also while it serves. */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { isUnfinished } from './after-restore.ts';
import { ChangingCopy } from './copy-changed.ts';
import { LocalState } from './local-state.ts';
import { whileStopped } from './pause.ts';
import { markName } from './rewrite-databases.ts';
import { readState, writeWhole } from './state-file.ts';
import { readPid } from './workerd.ts';

/** What a state folder has to have, and what belongs to it where it is there. All else is made anew or fetched. */
export const keptFolder = 'workers';
export const keptFiles = ['secrets.json', 'demo-key', 'demo-account.json'];

const descriptionName = 'backup.json';
const descriptionShape = z.object({
  madeAt: z.string(),
  version: z.string().nullable(),
  commit: z.string().nullable(),
  /** SHA-256 of each file, by its path in the backup. */
  files: z.record(z.string(), z.string()),
});

/** What a backup says of itself. It is written last: a folder without it is no backup. */
export type BackupDescription = Readonly<z.infer<typeof descriptionShape>>;

export interface MadeBackup {
  readonly files: number;
  /** How long calls waited; null where no service was running. */
  readonly pausedMs: number | null;
}

/**
 * Makes one. A running service stands still while what has changed since a first copy is copied, and calls wait so long.
 * @param into a new or empty folder
 * @throws Error in one line; then there is no backup
 */
export async function makeBackup(
  stateDirectory: string,
  into: string,
  made: Pick<BackupDescription, 'version' | 'commit'>,
): Promise<MadeBackup> {
  if (!existsSync(path.join(stateDirectory, 'secrets.json'))) throw new Error(`${stateDirectory} holds no state`);
  if (isUnfinished(stateDirectory)) {
    throw new Error(
      `${stateDirectory} was restored and has not started since; start it first, then it ends again what had ended`,
    );
  }
  if (existsSync(into) && readdirSync(into).length > 0) throw new Error(`${into} is not empty`);
  mkdirSync(into, { recursive: true, mode: 0o700 });
  chmodSync(into, 0o700);
  const state = new LocalState(stateDirectory);
  const copy = new ChangingCopy(state.workersDirectory, path.join(into, keptFolder), isKept);
  const madeAt = new Date().toISOString();
  const copyAll = () => {
    copy.copy();
    const present = keptFiles.filter((file) => existsSync(path.join(stateDirectory, file)));
    for (const file of present) copyFileSync(path.join(stateDirectory, file), path.join(into, file));
  };
  copy.copy();
  const pausedMs = await atOneMoment(state, copyAll);
  const databases = copy.files.filter((file) => file.endsWith('.sqlite'));
  for (const file of databases) await closeDatabase(path.join(into, keptFolder, file));
  const files = Object.fromEntries(filesIn(into).map((file) => [file, sha256(path.join(into, file))]));
  writeWhole(path.join(into, descriptionName), `${JSON.stringify({ madeAt, ...made, files }, null, 2)}\n`);
  return { files: Object.keys(files).length, pausedMs };
}

/** Reads a backup. @throws Error in one line where it is none, or a file is missing or was changed */
export function readBackup(directory: string): BackupDescription {
  const file = path.join(directory, descriptionName);
  const found = readState(file, descriptionShape, 'this backup cannot be used');
  if (!found) throw new Error(`${directory} is no backup: it has no ${descriptionName}`);
  for (const [name, hash] of Object.entries(found.files)) {
    const whole = path.join(directory, name);
    if (!existsSync(whole)) throw new Error(`${whole} is missing; this backup cannot be used`);
    if (sha256(whole) !== hash) throw new Error(`${whole} is damaged; this backup cannot be used`);
  }
  return found;
}

/**
 * Not what SQLite keeps in memory beside a file and finds anew from its log; and not the mark of the last rewriting, so that a
 * restored state is rewritten whole.
 */
function isKept(file: string): boolean {
  return !file.endsWith('-shm') && file !== markName;
}

/** @returns how long the Workers stood still; null where none were running */
async function atOneMoment(state: LocalState, work: () => void): Promise<number | null> {
  if (state.lock.isHeld) {
    if (process.platform === 'win32') throw new Error('On Windows stop the service before a backup');
    const pid = readPid(state.lock.workerdPidFile);
    if (pid === null) throw new Error('The service is starting or ending; try again');
    return whileStopped(pid, work);
  }
  await state.lock.take();
  try {
    work();
  } finally {
    state.lock.release();
  }
  return null;
}

/** Writes what is in a copied database's log into it, and looks whether it is whole. @throws Error that names it */
async function closeDatabase(file: string): Promise<void> {
  // Node has it from 22.13 on.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const said = Object.values(database.prepare('PRAGMA quick_check').get() ?? {}).at(0);
    if (said !== 'ok') throw new Error(String(said));
  } catch (cause) {
    throw new Error(`The copy ${file} cannot be used (${(cause as Error).message}); there is no backup`);
  } finally {
    database.close();
  }
}

function filesIn(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name))).sort();
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
