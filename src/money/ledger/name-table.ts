/** Names of calls that were paid, in the SQLite of one ledger. */
import type { NamedBefore } from '../../contract/account.ts';
import type { Editing, EditKind, Variant } from '../../contract/idempotency.ts';
import { edited, maxNames, type Remembered } from './names.ts';

const longestPage = 1000;

/** Reads and writes the table of names, which is there once the wallet is open. */
export class NameTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** What is remembered of a key under a name; null when nothing is. */
  remembered(keyId: string, name: string): Remembered | null {
    const statement = 'SELECT * FROM remembered_name WHERE key_id = ? AND name = ?';
    const [row] = this.#sql.exec<NameRow>(statement, keyId, name).toArray();
    if (!row) return null;
    const { fingerprint, repeats, ends_at_ms: endsAtMs } = row;
    return { fingerprint, repeats, endsAtMs, editing: editingOf(row) };
  }

  /** Newest first. `limit` is at most 1,000. */
  page(limit: number, beforeSequence: number | null): NamedBefore[] {
    const statement = 'SELECT * FROM remembered_name WHERE sequence < ? ORDER BY sequence DESC LIMIT ?';
    const before = beforeSequence ?? Number.MAX_SAFE_INTEGER;
    const rows = this.#sql.exec<NameRow>(statement, before, Math.min(Math.max(1, limit), longestPage)).toArray();
    return rows.map(({ sequence, key_id: keyId, name, ends_at_ms: endsAtMs }) => ({ sequence, keyId, name, endsAtMs }));
  }

  /** When the oldest memory ends; null when nothing is remembered. */
  nextEndMs(): number | null {
    const [row] = this.#sql.exec<NameRow>('SELECT * FROM remembered_name ORDER BY sequence LIMIT 1').toArray();
    return row?.ends_at_ms ?? null;
  }

  /** Remembers a name of a key, whose oldest ones make room. */
  remember(keyId: string, name: string, { fingerprint, repeats, endsAtMs, editing }: Remembered): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO remembered_name
         (key_id, number, name, fingerprint, repeats, ends_at_ms,
          first_points, first_size, points, size, has_second_size, edits)
       SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
       FROM remembered_name WHERE key_id = ?1`,
      ...[keyId, name, fingerprint, repeats, endsAtMs],
      ...[editing?.first.points ?? null, editing?.first.size ?? null],
      ...[editing?.latest.points ?? null, editing?.latest.size ?? null],
      ...[editing?.hasSecondSize ? 1 : 0, editing?.edits ?? 0],
    );
    this.#forgetOldest(keyId);
  }

  /** Counts one more repeat. */
  repeat(keyId: string, name: string): void {
    const statement = 'UPDATE remembered_name SET repeats = repeats + 1 WHERE key_id = ? AND name = ?';
    this.#sql.exec(statement, keyId, name);
  }

  /** Counts an edit, or notes a second size. */
  edit(keyId: string, name: string, variant: Variant, edit: EditKind): void {
    const editing = this.remembered(keyId, name)?.editing;
    if (!editing) return;
    const { latest, hasSecondSize, edits } = edited(editing, variant, edit);
    this.#sql.exec(
      'UPDATE remembered_name SET points = ?, size = ?, has_second_size = ?, edits = ? WHERE key_id = ? AND name = ?',
      ...[latest.points, latest.size, hasSecondSize ? 1 : 0, edits, keyId, name],
    );
  }

  /** Forgets what has ended. */
  forget(nowMs: number): void {
    this.#sql.exec('DELETE FROM remembered_name WHERE ends_at_ms <= ?', nowMs);
  }

  /** Numbers of a key have no duplicates, so those within `maxNames` of its newest are at most that many. */
  #forgetOldest(keyId: string): void {
    this.#sql.exec(
      `DELETE FROM remembered_name
       WHERE key_id = ?1 AND number <= (SELECT MAX(number) FROM remembered_name WHERE key_id = ?1) - ?2
       AND name NOT IN (SELECT name FROM hold WHERE key_id = ?1 AND name IS NOT NULL)`,
      ...[keyId, maxNames],
    );
  }
}

type NameRow = {
  sequence: number;
  key_id: string;
  name: string;
  fingerprint: string;
  repeats: number;
  ends_at_ms: number;
  first_points: string | null;
  first_size: string | null;
  points: string | null;
  size: string | null;
  has_second_size: number;
  edits: number;
};

function editingOf(row: NameRow): Editing | null {
  const { first_points, first_size, points, size, edits } = row;
  if (first_points === null || first_size === null || points === null || size === null) return null;
  const first = { points: first_points, size: first_size };
  return { first, latest: { points, size }, hasSecondSize: row.has_second_size === 1, edits };
}
