/** The owners of wallets. */
import type { KeyType } from '../../money/keys/format.ts';

/** Whom to write to about a wallet. */
export interface WalletOwner {
  readonly wallet: string;
  readonly type: KeyType;
  readonly email: string;
}

/** The owners of some wallets. Wallets without an owner, or whose owner has no verified address, are left out. */
export async function ownersOf(wallets: readonly string[], directory: D1Database): Promise<WalletOwner[]> {
  const statement = `SELECT wallet, type, email FROM account_wallet JOIN accounts ON accounts.id = account_id
    WHERE emailVerified = 1 AND wallet IN (SELECT value FROM json_each(?))`;
  return (await directory.prepare(statement).bind(JSON.stringify(wallets)).all<WalletOwner>()).results;
}

/** A page of all wallets with an owner. @param after the last one of the page before; empty for the first page */
export async function ownedWallets(directory: D1Database, after: string, length: number): Promise<string[]> {
  const statement = `SELECT wallet FROM account_wallet WHERE account_id IS NOT NULL AND opened_at IS NOT NULL AND wallet > ?
    ORDER BY wallet LIMIT ?`;
  const { results } = await directory.prepare(statement).bind(after, length).all<{ wallet: string }>();
  return results.map(({ wallet }) => wallet);
}
