/** What a restore undoes: charges and names of `Idempotency-Key` that the state of before has and the backup not. */
import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

export interface LostSince {
  readonly charges: number;
  readonly names: number;
}

/**
 * Compares each ledger of a state with the same one in a backup, by the numbers of its rows, and lists what is lost.
 * @param before folder of the Workers' databases of the state that was put aside
 * @param restored the same of the backup
 * @param into a new file, readable by its owner alone: one JSON object a line
 * @throws Error where a database cannot be read
 */
export async function listLost(before: string, restored: string, into: string): Promise<LostSince> {
  const found = { charges: 0, names: 0 };
  const output = openSync(into, 'wx', 0o600);
  const write = (line: object) => writeSync(output, `${JSON.stringify(line)}\n`);
  try {
    for (const file of ledgersIn(before)) {
      await withLedger(path.join(before, file), async (ledger) => {
        const [entry, name] = await lastRows(path.join(restored, file));
        const charges = `SELECT at_ms, key_id, request_id, -amount AS credits FROM entry
          WHERE kind = 'charge' AND sequence > ? ORDER BY sequence`;
        for (const { at_ms, key_id: key, request_id: request, credits } of ledger.prepare(charges).iterate(entry)) {
          write({ charge: { at: new Date(Number(at_ms)).toISOString(), key, request, credits } });
          found.charges++;
        }
        const names = 'SELECT key_id, name, ends_at_ms FROM remembered_name WHERE sequence > ? ORDER BY sequence';
        for (const { key_id: key, name: called, ends_at_ms } of ledger.prepare(names).iterate(name)) {
          write({ name: { key, name: called, until: new Date(Number(ends_at_ms)).toISOString() } });
          found.names++;
        }
      });
    }
  } finally {
    closeSync(output);
  }
  return found;
}

/** Numbers of the last entry and name of a ledger; 0 where it has none, or is not there. */
async function lastRows(file: string): Promise<readonly [number, number]> {
  if (!existsSync(file)) return [0, 0];
  let last: readonly [number, number] = [0, 0];
  await withLedger(file, async (ledger) => {
    const of = (table: string) => {
      const row = ledger.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
      return Number(row?.seq ?? 0);
    };
    last = [of('entry'), of('remembered_name')];
  });
  return last;
}

/** Opens a database, and works with it if it is a ledger of an open wallet. */
async function withLedger(file: string, work: (ledger: DatabaseSync) => Promise<void>): Promise<void> {
  // Node has it from 22.13 on.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  try {
    const tables = `SELECT COUNT(*) AS tables FROM sqlite_master WHERE type = 'table' AND name IN ('entry', 'remembered_name')`;
    if (database.prepare(tables).get()?.tables === 2) await work(database);
  } finally {
    database.close();
  }
}

function ledgersIn(directory: string): string[] {
  const folder = path.join(directory, 'do');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)));
}
