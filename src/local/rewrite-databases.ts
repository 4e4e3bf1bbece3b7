/**
 * SQLite leaves what was deleted readable in freed bytes of its files, and so a person who has left. At a stop, once workerd has
 * ended, the databases of the state folder are written anew without freed bytes.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file whose time is that of the last rewriting: a start that was killed leaves its own databases to the next stop. */
export const markName = 'databases-rewritten';

/**
 * Rewrites databases in place, each in one transaction: another process that should have one open goes on with it, and one that
 * is killed meanwhile leaves it as it was. Those that were not written since the last rewriting are left alone.
 * @param directory with all below it
 * @returns a line for each that could not be rewritten
 */
export async function rewriteDatabases(directory: string): Promise<readonly string[]> {
  const mark = path.join(directory, markName);
  const sinceMs = modifiedMs(mark);
  const files = databasesIn(directory).filter((file) => writtenMs(file) > sinceMs);
  const problems: string[] = [];
  for (const file of files) {
    await rewrite(file).catch((cause: unknown) => problems.push(`${file} keeps freed bytes: ${String(cause)}`));
  }
  if (problems.length === 0) writeFileSync(mark, `${new Date().toISOString()}\n`, { mode: 0o600 });
  return problems;
}

async function rewrite(file: string): Promise<void> {
  // Node has it from 22.13 on.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 2000; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function databasesIn(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

/** When a database was written last, in itself or in the log beside it. */
function writtenMs(file: string): number {
  return Math.max(...[file, `${file}-wal`].map(modifiedMs));
}

/** 0 where there is no such file. */
function modifiedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
