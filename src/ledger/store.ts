/** The SQLite of one ledger: events go in, the state comes out. Tables are made when the wallet is opened, never before. */
import type { Entry, EntryKind } from '../contract/account.ts';
import type { OperationName } from '../contract/operations.ts';
import { maxNames, type Remembered } from './names.ts';
import { windowMs } from './rate.ts';
import { tables } from './schema.ts';
import { emptyState, evolve, type LedgerEvent, type LedgerState } from './state.ts';

/** Entries older than this are folded into one opening entry. */
export const entryLifeMs = 400 * 86_400_000;

/** Reads and writes the tables. It decides nothing; each write compares and raises the revision. */
export class LedgerStore {
  readonly #sql: SqlStorage;
  /** The write that the state in memory stands at; null for a wallet that was never opened. */
  #revision: number | null = null;
  /** Time of the oldest entry, so that folding costs nothing on the days when there is nothing to fold. */
  #oldestEntryAtMs: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The stored state; the empty one for a handle that was never opened, which writes nothing. */
  load(): LedgerState {
    const state = emptyState();
    this.#revision = null;
    if (this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'revision'`).toArray().length === 0) return state;
    for (const { value } of this.#sql.exec<{ value: number }>('SELECT value FROM revision')) this.#revision = value;
    for (const row of this.#sql.exec<WalletRow>('SELECT * FROM wallet')) {
      const { creation_id: creationId, balance, expires_at_ms: expiresAtMs } = row;
      evolve(state, { kind: 'wallet-changed', wallet: { creationId, balance, expiresAtMs } });
    }
    for (const row of this.#sql.exec<ApiKeyRow>('SELECT * FROM api_key')) {
      const { id, hash, rate_per_minute: ratePerMinute } = row;
      const operations = row.operations === null ? null : (JSON.parse(row.operations) as OperationName[]);
      evolve(state, { kind: 'key-changed', key: { id, hash, ratePerMinute, operations, revoked: row.revoked === 1 } });
    }
    for (const row of this.#sql.exec<HoldRow>('SELECT * FROM hold')) {
      const { id, request_id: requestId, name, lease_ends_at_ms: leaseEndsAtMs } = row;
      const amount = row.amount === 0 ? 0 : 1;
      evolve(state, { kind: 'hold-opened', hold: { id, requestId, amount, name, leaseEndsAtMs } });
    }
    for (const row of this.#sql.exec<{ at_ms: number }>('SELECT at_ms FROM hit ORDER BY sequence')) {
      state.hits.push(row.at_ms);
    }
    this.#oldestEntryAtMs = this.#readOldestEntry();
    return state;
  }

  /**
   * Stores events, within a transaction of the caller's.
   * @throws Error when another process has written since this one loaded; the caller loads anew
   */
  write(events: readonly LedgerEvent[]): void {
    this.#raiseRevision();
    for (const event of events) this.#writeEvent(event);
  }

  /** What is remembered under a name; null when nothing is. */
  remembered(name: string): Remembered | null {
    if (this.#revision === null) return null;
    const [row] = this.#sql.exec<NameRow>('SELECT * FROM remembered_name WHERE name = ?', name).toArray();
    return row ? { fingerprint: row.fingerprint, repeats: row.repeats, endsAtMs: row.ends_at_ms } : null;
  }

  /** When the oldest memory ends; null when nothing is remembered. */
  nextMemoryEndMs(): number | null {
    if (this.#revision === null) return null;
    const [row] = this.#sql.exec<NameRow>('SELECT * FROM remembered_name ORDER BY sequence LIMIT 1').toArray();
    return row?.ends_at_ms ?? null;
  }

  /** Newest first. `limit` is at most 1,000. */
  entries(limit: number, beforeSequence: number | null): Entry[] {
    return [...this.walk((beforeSequence ?? Number.MAX_SAFE_INTEGER) - 1, Math.min(Math.max(1, limit), 1000))];
  }

  /** Entries from that sequence on down, newest first, read as they are asked for. */
  *walk(fromSequence: number, limit: number): Generator<Entry> {
    if (this.#revision === null) return;
    const statement = 'SELECT * FROM entry WHERE sequence <= ? ORDER BY sequence DESC LIMIT ?';
    for (const row of this.#sql.exec<EntryRow>(statement, fromSequence, limit)) yield toEntry(row);
  }

  /** Sum of the amounts of all entries. */
  sumOfEntries(): number {
    return this.#sql.exec<{ sum: number }>('SELECT COALESCE(SUM(amount), 0) AS sum FROM entry').one().sum;
  }

  /** Forgets what has ended: names past their memory, and entries past their life, which become one opening entry. */
  tidy(nowMs: number): void {
    const horizonMs = nowMs - entryLifeMs;
    const mayFold = this.#oldestEntryAtMs !== null && this.#oldestEntryAtMs <= horizonMs;
    const memoryEndMs = this.nextMemoryEndMs();
    const mayForget = memoryEndMs !== null && memoryEndMs <= nowMs;
    if (!mayFold && !mayForget) return;
    this.#raiseRevision();
    if (mayForget) this.#sql.exec('DELETE FROM remembered_name WHERE ends_at_ms <= ?', nowMs);
    if (mayFold) this.#fold(horizonMs);
  }

  /** Each write is one more than the last: a process that has missed another's writes cannot add its own to them. */
  #raiseRevision(): void {
    if (this.#revision === null) {
      this.#sql.exec(tables);
      this.#sql.exec('INSERT INTO revision (id, value) VALUES (1, 0)');
      this.#revision = 0;
      return;
    }
    const raised = this.#sql
      .exec('UPDATE revision SET value = value + 1 WHERE value = ? RETURNING value', this.#revision)
      .toArray();
    if (raised.length === 0) throw new Error('Another process writes this state. Stop one of the two.');
    this.#revision++;
  }

  #writeEvent(event: LedgerEvent): void {
    switch (event.kind) {
      case 'hit':
        this.#sql.exec('DELETE FROM hit WHERE at_ms <= ?', event.atMs - windowMs);
        this.#sql.exec('INSERT INTO hit (at_ms) VALUES (?)', event.atMs);
        return;
      case 'hold-opened':
      case 'hold-renewed': {
        const { id, requestId, amount, name, leaseEndsAtMs } = event.hold;
        this.#sql.exec(
          'INSERT OR REPLACE INTO hold VALUES (?, ?, ?, ?, ?)',
          id,
          requestId,
          amount,
          name,
          leaseEndsAtMs,
        );
        return;
      }
      case 'hold-closed':
        this.#sql.exec('DELETE FROM hold WHERE id = ?', event.hold.id);
        return;
      case 'wallet-changed': {
        const { creationId, balance, expiresAtMs } = event.wallet;
        this.#sql.exec('INSERT OR REPLACE INTO wallet VALUES (1, ?, ?, ?)', creationId, balance, expiresAtMs);
        return;
      }
      case 'key-changed': {
        const { id, hash, ratePerMinute, operations, revoked } = event.key;
        const list = operations === null ? null : JSON.stringify(operations);
        const values = [id, hash, ratePerMinute, list, revoked ? 1 : 0];
        this.#sql.exec('INSERT OR REPLACE INTO api_key VALUES (?, ?, ?, ?, ?)', ...values);
        return;
      }
      case 'moved': {
        const { atMs, kind, amount, keyId, requestId, balanceAfter } = event.entry;
        this.#sql.exec(
          'INSERT INTO entry (at_ms, kind, amount, key_id, request_id, balance_after) VALUES (?, ?, ?, ?, ?, ?)',
          ...[atMs, kind, amount, keyId, requestId, balanceAfter],
        );
        this.#oldestEntryAtMs ??= atMs;
        return;
      }
      case 'name-remembered': {
        const { fingerprint, repeats, endsAtMs } = event.remembered;
        this.#sql.exec(
          'INSERT OR REPLACE INTO remembered_name (name, fingerprint, repeats, ends_at_ms) VALUES (?, ?, ?, ?)',
          ...[event.name, fingerprint, repeats, endsAtMs],
        );
        this.#forgetOldest();
        return;
      }
      case 'name-repeated':
        this.#sql.exec('UPDATE remembered_name SET repeats = repeats + 1 WHERE name = ?', event.name);
        return;
    }
  }

  /** Sequences have no duplicates, so those within `maxNames` of the newest are at most that many: nothing is counted. */
  #forgetOldest(): void {
    this.#sql.exec(
      `DELETE FROM remembered_name
       WHERE sequence <= (SELECT MAX(sequence) FROM remembered_name) - ?
       AND name NOT IN (SELECT name FROM hold WHERE name IS NOT NULL)`,
      maxNames,
    );
  }

  /** The opening entry carries the sum of what it stands for and the balance after it. */
  #fold(horizonMs: number): void {
    const old = this.#sql.exec<EntryRow>('SELECT * FROM entry WHERE at_ms <= ? ORDER BY sequence', horizonMs).toArray();
    const last = old.at(-1);
    if (!last || (old.length === 1 && last.kind === 'opening')) return;
    const sum = old.reduce((total, row) => total + row.amount, 0);
    this.#sql.exec('DELETE FROM entry WHERE sequence <= ? AND at_ms <= ?', last.sequence, horizonMs);
    this.#sql.exec(
      'INSERT INTO entry (sequence, at_ms, kind, amount, balance_after) VALUES (?, ?, ?, ?, ?)',
      ...[last.sequence, last.at_ms, 'opening', sum, last.balance_after],
    );
    this.#oldestEntryAtMs = this.#readOldestEntry();
  }

  #readOldestEntry(): number | null {
    const [row] = this.#sql
      .exec<{ at_ms: number }>(`SELECT at_ms FROM entry WHERE kind <> 'opening' ORDER BY sequence LIMIT 1`)
      .toArray();
    return row?.at_ms ?? null;
  }
}

type WalletRow = { creation_id: string; balance: number; expires_at_ms: number };
type ApiKeyRow = { id: string; hash: string; rate_per_minute: number; operations: string | null; revoked: number };
type HoldRow = { id: string; request_id: string; amount: number; name: string | null; lease_ends_at_ms: number };
type NameRow = { sequence: number; name: string; fingerprint: string; repeats: number; ends_at_ms: number };
type EntryRow = {
  sequence: number;
  at_ms: number;
  kind: string;
  amount: number;
  key_id: string | null;
  request_id: string | null;
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
    balanceAfter: row.balance_after,
  };
}
