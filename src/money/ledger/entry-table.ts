/** The entries of one ledger in SQLite: movements of credits, numbered, and folded once they are old. */
import type { Entry, EntryKind } from '../../contract/account.ts';
import type { Movement } from './state.ts';

/** Entries older than this are folded into one opening entry. */
export const entryLifeMs = 400 * 86_400_000;

const longestPage = 1000;

/** Reads and writes the table of entries, which is there once the wallet is open. */
export class EntryTable {
  readonly #sql: SqlStorage;
  /** Time of the oldest entry, so that folding costs nothing on the days when there is nothing to fold. */
  #oldestAtMs: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** To be called once the tables are there and when the state is read anew. */
  load(): void {
    const [row] = this.#sql
      .exec<{ at_ms: number }>(`SELECT at_ms FROM entry WHERE kind <> 'opening' ORDER BY sequence LIMIT 1`)
      .toArray();
    this.#oldestAtMs = row?.at_ms ?? null;
  }

  /** Newest first. `limit` is at most 1,000. */
  page(limit: number, beforeSequence: number | null): Entry[] {
    return [...this.walk((beforeSequence ?? Number.MAX_SAFE_INTEGER) - 1, Math.min(Math.max(1, limit), longestPage))];
  }

  /** Entries from that sequence on down, newest first, read as they are asked for. */
  *walk(fromSequence: number, limit: number): Generator<Entry> {
    const statement = 'SELECT * FROM entry WHERE sequence <= ? ORDER BY sequence DESC LIMIT ?';
    for (const row of this.#sql.exec<EntryRow>(statement, fromSequence, limit)) yield toEntry(row);
  }

  /** Entries that calls of that request id made, newest first, at most 1,000. Reads all there are. */
  ofRequest(requestId: string): Entry[] {
    const statement = 'SELECT * FROM entry WHERE request_id = ? ORDER BY sequence DESC LIMIT ?';
    return this.#sql.exec<EntryRow>(statement, requestId, longestPage).toArray().map(toEntry);
  }

  /** The last entry of credits that came, other than for a call that was paid back; null where none did. */
  lastGrant(): Entry | null {
    // A busy wallet can have a hundred thousand entries since. Made when first needed, because earlier versions have none.
    this.#sql.exec(`CREATE INDEX IF NOT EXISTS entry_grant ON entry (sequence) WHERE kind = 'grant'`);
    const statement = `SELECT * FROM entry WHERE kind = 'grant' AND amount > 0 AND request_id IS NULL
      ORDER BY sequence DESC LIMIT 1`;
    const [row] = this.#sql.exec<EntryRow>(statement).toArray();
    return row ? toEntry(row) : null;
  }

  /** Sum of the amounts of all entries. */
  sum(): number {
    return this.#sql.exec<{ sum: number }>('SELECT COALESCE(SUM(amount), 0) AS sum FROM entry').one().sum;
  }

  add({ atMs, kind, amount, keyId, requestId, reference, missing, balanceAfter }: Movement): void {
    this.#sql.exec(
      `INSERT INTO entry (at_ms, kind, amount, key_id, request_id, reference, missing, balance_after)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[atMs, kind, amount, keyId, requestId, reference, missing, balanceAfter],
    );
    this.#oldestAtMs ??= atMs;
  }

  /** Whether some are past their life. */
  mayFold(nowMs: number): boolean {
    return this.#oldestAtMs !== null && this.#oldestAtMs <= nowMs - entryLifeMs;
  }

  /** Folds what is past its life into one opening entry, which carries the sum of it and the balance after it. */
  fold(nowMs: number): void {
    const horizonMs = nowMs - entryLifeMs;
    const old = this.#sql.exec<EntryRow>('SELECT * FROM entry WHERE at_ms <= ? ORDER BY sequence', horizonMs).toArray();
    const last = old.at(-1);
    if (!last || (old.length === 1 && last.kind === 'opening')) return;
    const sum = old.reduce((total, row) => total + row.amount, 0);
    this.#sql.exec('DELETE FROM entry WHERE sequence <= ? AND at_ms <= ?', last.sequence, horizonMs);
    this.#sql.exec(
      'INSERT INTO entry (sequence, at_ms, kind, amount, balance_after) VALUES (?, ?, ?, ?, ?)',
      ...[last.sequence, last.at_ms, 'opening', sum, last.balance_after],
    );
    this.load();
  }
}

type EntryRow = {
  sequence: number;
  at_ms: number;
  kind: string;
  amount: number;
  key_id: string | null;
  request_id: string | null;
  reference: string | null;
  missing: number;
  balance_after: number;
};

function toEntry(row: EntryRow): Entry {
  return {
    sequence: row.sequence,
    atMs: row.at_ms,
    kind: row.kind as EntryKind,
    amount: row.amount,
    keyId: row.key_id,
    requestId: row.request_id,
    reference: row.reference,
    missing: row.missing,
    balanceAfter: row.balance_after,
  };
}
