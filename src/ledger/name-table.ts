/** Names of calls that were paid, in the SQLite of one ledger. */
import { maxNames, type Remembered } from './names.ts';

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
    return row ? { fingerprint: row.fingerprint, repeats: row.repeats, endsAtMs: row.ends_at_ms } : null;
  }

  /** When the oldest memory ends; null when nothing is remembered. */
  nextEndMs(): number | null {
    const [row] = this.#sql.exec<NameRow>('SELECT * FROM remembered_name ORDER BY sequence LIMIT 1').toArray();
    return row?.ends_at_ms ?? null;
  }

  /** Remembers a name of a key, whose oldest ones make room. */
  remember(keyId: string, name: string, { fingerprint, repeats, endsAtMs }: Remembered): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO remembered_name (key_id, number, name, fingerprint, repeats, ends_at_ms)
       SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3, ?4, ?5 FROM remembered_name WHERE key_id = ?1`,
      ...[keyId, name, fingerprint, repeats, endsAtMs],
    );
    this.#forgetOldest(keyId);
  }

  /** Counts one more repeat. */
  repeat(keyId: string, name: string): void {
    const statement = 'UPDATE remembered_name SET repeats = repeats + 1 WHERE key_id = ? AND name = ?';
    this.#sql.exec(statement, keyId, name);
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

type NameRow = { sequence: number; name: string; fingerprint: string; repeats: number; ends_at_ms: number };
