/** The list of keys in D1: which keys were made. What a key may do is in its ledger. */
import type { KeyType } from './format.ts';

export interface KeyRecord {
  /** `key_` and 16 characters. */
  readonly id: string;
  /** Type and handle: names the ledger. */
  readonly wallet: string;
  readonly type: KeyType;
  /** Last 4 characters of the secret. */
  readonly hint: string;
  readonly label: string | null;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** When it ended, or is to end, Unix milliseconds; null where no end is set. */
  readonly revokedAtMs: number | null;
}

/** Longest page of `listKeys`. */
export const maxPageLength = 100;

/** The hint of a key of which only the ledger knew: its secret is nowhere. */
export const unknownHint = '????';

/**
 * Adds a key to the list; it is the account's whose wallet it spends from. Where an audit was faster, and has listed what it found in
 * the ledger alone, this is what the list says.
 * @param secret mark of the secret under which it was made, see `made-under.ts`
 * @throws Error of D1 when the id is listed already, or D1 cannot be reached
 */
export async function addKey(directory: D1Database, record: KeyRecord, secret: string | null = null): Promise<void> {
  const { id, wallet, type, hint, label, createdAtMs, revokedAtMs } = record;
  await directory.batch([
    directory.prepare(`DELETE FROM keys WHERE id = ? AND hint = '${unknownHint}'`).bind(id),
    directory
      .prepare(
        `INSERT INTO keys (id, wallet, type, hint, label, created_at, revoked_at, secret, account_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (SELECT account_id FROM account_wallet WHERE wallet = ?2))`,
      )
      .bind(id, wallet, type, hint, label, createdAtMs, revokedAtMs, secret),
  ]);
}

/** The key of that id; null when none is listed. */
export async function findKey(directory: D1Database, id: string): Promise<KeyRecord | null> {
  const row = await directory.prepare('SELECT * FROM keys WHERE id = ?').bind(id).first<KeyRow>();
  return row ? toRecord(row) : null;
}

/**
 * One page of the list, newest first.
 * @param length keys on the page, 1 to `maxPageLength`; values outside are brought inside
 * @param after the last key of the page before; null for the first page
 */
export async function listKeys(
  directory: D1Database,
  length: number,
  after: KeyRecord | null,
): Promise<{ readonly keys: readonly KeyRecord[]; readonly more: boolean }> {
  const bounded = Math.min(Math.max(1, length), maxPageLength);
  const place = after ? [after.createdAtMs, after.id] : [Number.MAX_SAFE_INTEGER, ''];
  const { results } = await directory
    .prepare('SELECT * FROM keys WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?')
    // One row over the page shows whether another page follows.
    .bind(...place, bounded + 1)
    .all<KeyRow>();
  return { keys: results.slice(0, bounded).map(toRecord), more: results.length > bounded };
}

/** Most keys of one account that are listed. */
const maxOwnKeys = 400;

/** The keys of an account: those that go on before those that have ended, newest first. */
export async function listKeysOf(directory: D1Database, accountId: string, nowMs: number): Promise<KeyRecord[]> {
  const { results } = await directory
    .prepare(
      `SELECT * FROM keys WHERE account_id = ?1
       ORDER BY revoked_at IS NOT NULL AND revoked_at <= ?2, created_at DESC, id DESC LIMIT ?3`,
    )
    .bind(accountId, nowMs, maxOwnKeys)
    .all<KeyRow>();
  return results.map(toRecord);
}

/** The key of that id, where it is the account's; else null. */
export async function findKeyOf(directory: D1Database, accountId: string, id: string): Promise<KeyRecord | null> {
  const statement = 'SELECT * FROM keys WHERE id = ? AND account_id = ?';
  const row = await directory.prepare(statement).bind(id, accountId).first<KeyRow>();
  return row ? toRecord(row) : null;
}

/** Gives a key another name, or none. */
export async function renameKey(directory: D1Database, id: string, label: string | null): Promise<void> {
  await directory.prepare('UPDATE keys SET label = ? WHERE id = ?').bind(label, id).run();
}

/** Id of the key that took the place of another; null where none did. */
export async function successorOf(directory: D1Database, id: string): Promise<string | null> {
  const row = await directory.prepare('SELECT successor_id FROM keys WHERE id = ?').bind(id).first<KeySuccessor>();
  return row?.successor_id ?? null;
}

/** Notes which key takes the place of another. False where one did already. */
export async function nameSuccessor(directory: D1Database, id: string, successorId: string): Promise<boolean> {
  const statement = 'UPDATE keys SET successor_id = ? WHERE id = ? AND successor_id IS NULL';
  return (await directory.prepare(statement).bind(successorId, id).run()).meta.changes === 1;
}

/** Takes that back, where the key was not made. */
export async function unnameSuccessor(directory: D1Database, id: string, successorId: string): Promise<void> {
  const statement = 'UPDATE keys SET successor_id = NULL WHERE id = ? AND successor_id = ?';
  await directory.prepare(statement).bind(id, successorId).run();
}

/**
 * Notes when a key ends. What has ended by then keeps its date.
 * @returns the key as it is listed now; null when none has that id
 */
export async function markEnd(
  directory: D1Database,
  id: string,
  endsAtMs: number,
  nowMs: number,
): Promise<KeyRecord | null> {
  const row = await directory
    .prepare(
      `UPDATE keys SET revoked_at = CASE WHEN revoked_at <= ?3 THEN revoked_at ELSE ?2 END WHERE id = ?1 RETURNING *`,
    )
    .bind(id, endsAtMs, nowMs)
    .first<KeyRow>();
  return row ? toRecord(row) : null;
}

interface KeySuccessor {
  readonly successor_id: string | null;
}

interface KeyRow {
  readonly id: string;
  readonly wallet: string;
  readonly type: KeyType;
  readonly hint: string;
  readonly label: string | null;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

function toRecord(row: KeyRow): KeyRecord {
  const { id, wallet, type, hint, label, created_at: createdAtMs, revoked_at: revokedAtMs } = row;
  return { id, wallet, type, hint, label, createdAtMs, revokedAtMs };
}

/** Names of wallets that have a key or an owner, in their order. @param after the last one of the part before; empty to begin */
export async function walletNames(directory: D1Database, after: string, limit: number): Promise<string[]> {
  const { results } = await directory
    .prepare(
      `SELECT wallet FROM keys WHERE wallet > ?1 UNION SELECT wallet FROM account_wallet WHERE wallet > ?1
       ORDER BY wallet LIMIT ?2`,
    )
    .bind(after, limit)
    .all<{ wallet: string }>();
  return results.map(({ wallet }) => wallet);
}

/** Whether a wallet has a key or an owner there. */
export async function isWalletListed(directory: D1Database, wallet: string): Promise<boolean> {
  const statement = `SELECT 1 FROM keys WHERE wallet = ?1 UNION SELECT 1 FROM account_wallet WHERE wallet = ?1`;
  return (await directory.prepare(statement).bind(wallet).first()) !== null;
}
