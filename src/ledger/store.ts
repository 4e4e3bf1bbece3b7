/** The SQLite of one ledger: events go in, the state comes out. Tables are made when the key is opened, never before. */
import type { Entry, EntryKind } from '../contract/account.ts';
import type { OperationName } from '../contract/operations.ts';
import { emptyState, entryLifeMs, type LedgerEvent, type LedgerState, windowMs } from './rules.ts';

export class LedgerStore {
  private readonly sql: SqlStorage;
  /** Time of the oldest entry, so that folding costs nothing on the days when there is nothing to fold. */
  private oldestEntryAtMs: number | null = null;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** The stored state; the empty one for a key that no ledger knows, which writes nothing. */
  load(): LedgerState {
    const state = emptyState();
    if (this.sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'account'`).toArray().length === 0) return state;
    for (const row of this.sql.exec<AccountRow>('SELECT * FROM account')) {
      state.account = {
        balance: row.balance,
        expiresAtMs: row.expires_at_ms,
        ratePerMinute: row.rate_per_minute,
        operations: row.operations === null ? null : (JSON.parse(row.operations) as OperationName[]),
        revoked: row.revoked === 1,
      };
    }
    for (const row of this.sql.exec<HoldRow>('SELECT * FROM hold')) {
      state.holds.set(row.id, {
        id: row.id,
        requestId: row.request_id,
        amount: 1,
        name: null,
        leaseEndsAtMs: row.lease_ends_at_ms,
      });
    }
    for (const row of this.sql.exec<{ at_ms: number }>('SELECT at_ms FROM hit ORDER BY sequence')) {
      state.hits.push(row.at_ms);
    }
    this.oldestEntryAtMs = this.readOldestEntry();
    return state;
  }

  createTables(): void {
    this.sql.exec(`
      CREATE TABLE IF NOT EXISTS account (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        balance INTEGER NOT NULL CHECK (balance >= 0),
        expires_at_ms INTEGER NOT NULL,
        rate_per_minute INTEGER NOT NULL,
        operations TEXT,
        revoked INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS hold (id TEXT PRIMARY KEY, request_id TEXT NOT NULL, lease_ends_at_ms INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS hit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS entry (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        amount INTEGER NOT NULL,
        request_id TEXT,
        balance_after INTEGER NOT NULL
      );`);
  }

  write(event: LedgerEvent): void {
    switch (event.kind) {
      case 'hit':
        this.sql.exec('DELETE FROM hit WHERE at_ms <= ?', event.atMs - windowMs);
        this.sql.exec('INSERT INTO hit (at_ms) VALUES (?)', event.atMs);
        return;
      case 'hold-opened':
      case 'hold-renewed': {
        const { id, requestId, leaseEndsAtMs } = event.hold;
        this.sql.exec('INSERT OR REPLACE INTO hold VALUES (?, ?, ?)', id, requestId, leaseEndsAtMs);
        return;
      }
      case 'hold-closed':
        this.sql.exec('DELETE FROM hold WHERE id = ?', event.holdId);
        return;
      case 'account-changed': {
        const { balance, expiresAtMs, ratePerMinute, operations, revoked } = event.account;
        const list = operations === null ? null : JSON.stringify(operations);
        this.sql.exec(
          'INSERT OR REPLACE INTO account VALUES (1, ?, ?, ?, ?, ?)',
          ...[balance, expiresAtMs, ratePerMinute, list, revoked ? 1 : 0],
        );
        return;
      }
      case 'moved': {
        const { atMs, kind, amount, requestId, balanceAfter } = event.entry;
        this.sql.exec(
          'INSERT INTO entry (at_ms, kind, amount, request_id, balance_after) VALUES (?, ?, ?, ?, ?)',
          ...[atMs, kind, amount, requestId, balanceAfter],
        );
        this.oldestEntryAtMs ??= atMs;
        return;
      }
    }
  }

  /** Newest first. `limit` is at most 1,000. */
  entries(limit: number, beforeSequence: number | null): Entry[] {
    const before = beforeSequence ?? Number.MAX_SAFE_INTEGER;
    const bounded = Math.min(Math.max(1, limit), 1000);
    return this.sql
      .exec<EntryRow>('SELECT * FROM entry WHERE sequence < ? ORDER BY sequence DESC LIMIT ?', before, bounded)
      .toArray()
      .map(toEntry);
  }

  /** Folds entries past their life into one opening entry that carries their sum and the balance after them. */
  fold(nowMs: number): void {
    const horizonMs = nowMs - entryLifeMs;
    if (this.oldestEntryAtMs === null || this.oldestEntryAtMs > horizonMs) return;
    const old = this.sql.exec<EntryRow>('SELECT * FROM entry WHERE at_ms <= ? ORDER BY sequence', horizonMs).toArray();
    const last = old.at(-1);
    if (!last || (old.length === 1 && last.kind === 'opening')) return;
    const sum = old.reduce((total, row) => total + row.amount, 0);
    this.sql.exec('DELETE FROM entry WHERE sequence <= ? AND at_ms <= ?', last.sequence, horizonMs);
    this.sql.exec(
      'INSERT INTO entry (sequence, at_ms, kind, amount, request_id, balance_after) VALUES (?, ?, ?, ?, NULL, ?)',
      ...[last.sequence, last.at_ms, 'opening', sum, last.balance_after],
    );
    this.oldestEntryAtMs = this.readOldestEntry();
  }

  private readOldestEntry(): number | null {
    const [row] = this.sql
      .exec<{ at_ms: number }>(`SELECT at_ms FROM entry WHERE kind <> 'opening' ORDER BY sequence LIMIT 1`)
      .toArray();
    return row?.at_ms ?? null;
  }
}

type AccountRow = {
  balance: number;
  expires_at_ms: number;
  rate_per_minute: number;
  operations: string | null;
  revoked: number;
};
type HoldRow = { id: string; request_id: string; lease_ends_at_ms: number };
type EntryRow = {
  sequence: number;
  at_ms: number;
  kind: string;
  amount: number;
  request_id: string | null;
  balance_after: number;
};

function toEntry(row: EntryRow): Entry {
  return {
    sequence: row.sequence,
    atMs: row.at_ms,
    kind: row.kind as EntryKind,
    amount: row.amount,
    requestId: row.request_id,
    balanceAfter: row.balance_after,
  };
}
