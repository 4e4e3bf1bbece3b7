/** The SQLite of one ledger: events go in, the state comes out. Tables are made when the wallet is opened, never before. */
import type { Entry, NamedBefore } from '../../contract/account.ts';
import type { ScopeName } from '../../contract/operations.ts';
import type { KnownOfGrant } from './credits.ts';
import { EntryTable } from './entry-table.ts';
import { NameTable } from './name-table.ts';
import type { Remembered } from './names.ts';
import { windowMs } from './rate.ts';
import {
  fromHashedKeys,
  fromOneKey,
  isOfOneKey,
  isWithoutEdits,
  isWithoutHiddenKeys,
  isWithoutPreviews,
  probeTable,
  tables,
  usedAdmissions,
  withEdits,
  withPreviews,
} from './schema.ts';
import {
  emptyState,
  evolve,
  type HeldCredit,
  type Key,
  type LedgerEvent,
  type LedgerState,
  type Noted,
} from './state.ts';

/** Reads and writes the tables. It decides nothing; each write compares and raises the revision. */
export class LedgerStore {
  readonly #sql: SqlStorage;
  readonly #entries: EntryTable;
  readonly #names: NameTable;
  /** The last write in the state in memory; null for a wallet that was never opened. */
  #revision: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#entries = new EntryTable(sql);
    this.#names = new NameTable(sql);
  }

  /** The stored state; the empty one for a handle that was never opened, which writes nothing. */
  load(): LedgerState {
    const state = emptyState();
    this.#revision = null;
    if (this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'revision'`).toArray().length === 0) return state;
    this.#renewTables();
    for (const { value } of this.#sql.exec<{ value: number }>('SELECT value FROM revision')) this.#revision = value;
    for (const row of this.#sql.exec<WalletRow>('SELECT * FROM wallet')) {
      const { creation_id: creationId, balance, expires_at_ms: expiresAtMs } = row;
      const wallet = { creationId, balance, expiresAtMs, suspended: row.suspended === 1 };
      evolve(state, { kind: 'wallet-changed', wallet });
    }
    for (const row of this.#sql.exec<ApiKeyRow>('SELECT * FROM api_key')) {
      const { id, hash, rate_per_minute: ratePerMinute, credit_limit: limit, ends_at_ms: endsAtMs } = row;
      const operations = row.operations === null ? null : (JSON.parse(row.operations) as ScopeName[]);
      const key = { id, hash, ratePerMinute, operations, limit, endsAtMs };
      state.keys.set(id, { key, charged: row.charged, held: 0, namesInWork: new Set(), hits: [] });
    }
    for (const row of this.#sql.exec<HoldRow>('SELECT * FROM hold')) {
      const { id, key_id: keyId, request_id: requestId, name, lease_ends_at_ms: leaseEndsAtMs } = row;
      const amount = row.amount === 0 ? 0 : 1;
      const hold = { id, keyId, requestId, amount, name, leaseEndsAtMs, previewMonth: row.preview_month } as const;
      evolve(state, { kind: 'hold-opened', hold });
    }
    for (const { month, used } of this.#sql.exec<PreviewRow>('SELECT month, used FROM free_preview')) {
      state.previews = { month, used };
    }
    for (const row of this.#sql.exec<HitRow>('SELECT key_id, at_ms FROM hit ORDER BY sequence')) {
      state.keys.get(row.key_id)?.hits.push(row.at_ms);
    }
    this.#entries.load();
    return state;
  }

  /** Brings the tables of an earlier version up to date. */
  #renewTables(): void {
    const statement = `SELECT sql FROM sqlite_master WHERE name IN ('api_key', 'hold', 'remembered_name') ORDER BY name`;
    const [keyTable, holdTable, nameTable] = this.#sql.exec<{ sql: string }>(statement).toArray();
    if (isOfOneKey(holdTable.sql)) this.#sql.exec(fromOneKey);
    else if (isWithoutEdits(nameTable.sql)) this.#sql.exec(withEdits);
    if (isWithoutHiddenKeys(keyTable.sql)) this.#sql.exec(fromHashedKeys);
    if (isWithoutPreviews(holdTable.sql)) this.#sql.exec(withPreviews);
    this.#sql.exec(usedAdmissions);
  }

  /**
   * Stores events, within a transaction of the caller's.
   * @throws Error when another process has written since this one loaded; the caller loads anew
   */
  write(events: readonly LedgerEvent[]): void {
    this.#raiseRevision();
    for (const event of events) this.#writeEvent(event);
  }

  /** What is remembered of a key under a name; null when nothing is. */
  remembered(keyId: string, name: string): Remembered | null {
    return this.#revision === null ? null : this.#names.remembered(keyId, name);
  }

  /** Whether an admission of one use has admitted a call that was not released. */
  isUsed(id: string): boolean {
    if (this.#revision === null) return false;
    return this.#sql.exec('SELECT 1 FROM used_admission WHERE id = ?', id).toArray().length > 0;
  }

  /** What is known of a grant of that reference; nothing of one that has none. */
  knownOfGrant(reference: string | null): KnownOfGrant {
    if (this.#revision === null || reference === null) return { isGranted: false, waiting: [] };
    const waiting = this.#sql
      .exec<ReferenceRow>('SELECT * FROM reference WHERE of_grant = ? AND waits = 1 ORDER BY sequence', reference)
      .toArray()
      .map(toRefund);
    return { isGranted: this.#reference('grant', reference) !== null, waiting };
  }

  /** The earlier refund under that reference; null if there is none. */
  knownRefund(reference: string): NotedRefund | null {
    if (this.#revision === null) return null;
    const row = this.#reference('refund', reference);
    return row && toRefund(row);
  }

  #reference(kind: Noted['kind'], reference: string): ReferenceRow | null {
    const statement = 'SELECT * FROM reference WHERE kind = ? AND reference = ?';
    return this.#sql.exec<ReferenceRow>(statement, kind, reference).toArray()[0] ?? null;
  }

  /** When the oldest memory ends; null when nothing is remembered. */
  nextMemoryEndMs(): number | null {
    return this.#revision === null ? null : this.#names.nextEndMs();
  }

  /** Overwrites the one row of the table of probes. */
  probe(nowMs: number): void {
    this.#sql.exec(probeTable);
    this.#sql.exec('INSERT OR REPLACE INTO probe (id, written_at_ms) VALUES (1, ?)', nowMs);
  }

  /** Newest first. `limit` is at most 1,000. */
  entries(limit: number, beforeSequence: number | null): Entry[] {
    return this.#revision === null ? [] : this.#entries.page(limit, beforeSequence);
  }

  /** The last entry of credits that came, other than for a call that was paid back; null where none did. */
  lastGrant(): Entry | null {
    return this.#revision === null ? null : this.#entries.lastGrant();
  }

  /** Entries that calls of that request id made, newest first. */
  entriesOfRequest(requestId: string): Entry[] {
    return this.#revision === null ? [] : this.#entries.ofRequest(requestId);
  }

  names(limit: number, beforeSequence: number | null): NamedBefore[] {
    return this.#revision === null ? [] : this.#names.page(limit, beforeSequence);
  }

  /** Entries from that sequence on down, newest first, read as they are asked for. */
  *walk(fromSequence: number, limit: number): Generator<Entry> {
    if (this.#revision !== null) yield* this.#entries.walk(fromSequence, limit);
  }

  /** Sum of the amounts of all entries. */
  sumOfEntries(): number {
    return this.#entries.sum();
  }

  /** Forgets what has ended: names past their memory, and entries past their life, which become one opening entry. */
  tidy(nowMs: number): void {
    const mayFold = this.#entries.mayFold(nowMs);
    const memoryEndMs = this.nextMemoryEndMs();
    const mayForget = memoryEndMs !== null && memoryEndMs <= nowMs;
    if (!mayFold && !mayForget) return;
    this.#raiseRevision();
    if (mayForget) this.#names.forget(nowMs);
    if (mayFold) this.#entries.fold(nowMs);
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
        this.#sql.exec('INSERT INTO hit (key_id, at_ms) VALUES (?, ?)', event.keyId, event.atMs);
        return;
      case 'hold-opened':
      case 'hold-renewed':
        this.#writeHold(event.hold);
        return;
      case 'hold-closed':
        this.#sql.exec('DELETE FROM hold WHERE id = ?', event.hold.id);
        if (event.isReleased) this.#sql.exec('DELETE FROM used_admission WHERE id = ?', event.hold.id);
        return;
      case 'wallet-changed': {
        const { creationId, balance, expiresAtMs, suspended } = event.wallet;
        this.#sql.exec(
          'INSERT OR REPLACE INTO wallet (id, creation_id, balance, expires_at_ms, suspended) VALUES (1, ?, ?, ?, ?)',
          ...[creationId, balance, expiresAtMs, suspended ? 1 : 0],
        );
        return;
      }
      case 'key-changed':
        this.#writeKey(event.key);
        return;
      case 'moved': {
        const { kind, amount, keyId } = event.entry;
        this.#entries.add(event.entry);
        if (kind === 'charge') this.#sql.exec('UPDATE api_key SET charged = charged - ? WHERE id = ?', amount, keyId);
        return;
      }
      case 'preview-used':
        // As `withPreview` counts.
        this.#sql.exec(
          `INSERT INTO free_preview (id, month, used) VALUES (1, ?1, 1) ON CONFLICT (id)
           DO UPDATE SET used = CASE WHEN month = ?1 THEN used + 1 ELSE 1 END, month = ?1 WHERE month <= ?1`,
          event.month,
        );
        return;
      case 'admission-used': {
        const { id, rememberedUntilMs } = event.once;
        this.#sql.exec('DELETE FROM used_admission WHERE until_ms <= ?', event.atMs);
        this.#sql.exec('INSERT INTO used_admission (id, until_ms) VALUES (?, ?)', id, rememberedUntilMs);
        return;
      }
      case 'name-remembered':
        this.#names.remember(event.keyId, event.name, event.remembered);
        return;
      case 'name-repeated':
        this.#names.repeat(event.keyId, event.name);
        return;
      case 'name-edited':
        this.#names.edit(event.keyId, event.name, event.variant, event.edit);
        return;
      case 'reference-noted':
        this.#note(event.noted);
        return;
    }
  }

  #writeHold(hold: HeldCredit): void {
    const { id, keyId, requestId, amount, name, leaseEndsAtMs, previewMonth } = hold;
    this.#sql.exec(
      `INSERT OR REPLACE INTO hold (id, key_id, request_id, amount, name, lease_ends_at_ms, preview_month)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, keyId, requestId, amount, name, leaseEndsAtMs, previewMonth],
    );
  }

  #writeKey(key: Key): void {
    const { id, hash, ratePerMinute, operations, limit, endsAtMs } = key;
    const list = operations === null ? null : JSON.stringify(operations);
    // What it was charged for is counted by its charges.
    this.#sql.exec(
      `INSERT INTO api_key (id, hash, rate_per_minute, operations, credit_limit, ends_at_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id)
       DO UPDATE SET rate_per_minute = ?3, operations = ?4, credit_limit = ?5, ends_at_ms = ?6`,
      ...[id, hash, ratePerMinute, list, limit, endsAtMs],
    );
  }

  #note(noted: Noted): void {
    const { of, credits, taken, missing, waits } =
      noted.kind === 'refund' ? noted : { of: null, credits: 0, taken: 0, missing: 0, waits: false };
    this.#sql.exec(
      `INSERT OR REPLACE INTO reference (kind, reference, of_grant, credits, taken, missing, waits)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[noted.kind, noted.reference, of, credits, taken, missing, waits ? 1 : 0],
    );
  }
}

type WalletRow = { creation_id: string; balance: number; expires_at_ms: number; suspended: number };
type ApiKeyRow = {
  id: string;
  hash: string | null;
  rate_per_minute: number;
  operations: string | null;
  credit_limit: number | null;
  charged: number;
  ends_at_ms: number | null;
};
type HoldRow = {
  id: string;
  key_id: string;
  request_id: string;
  amount: number;
  name: string | null;
  lease_ends_at_ms: number;
  preview_month: number | null;
};
type PreviewRow = { month: number; used: number };
type HitRow = { key_id: string; at_ms: number };
type ReferenceRow = {
  reference: string;
  of_grant: string | null;
  credits: number;
  taken: number;
  missing: number;
  waits: number;
};
type NotedRefund = Extract<Noted, { readonly kind: 'refund' }>;

function toRefund({ reference, of_grant: of, credits, taken, missing, waits }: ReferenceRow): NotedRefund {
  return { kind: 'refund', reference, of: of ?? '', credits, taken, missing, waits: waits === 1 };
}
