/** Removes calls from the log, some thousand in a step so that none holds the database for long. */
import { maxRequests } from './request.ts';

const dayMs = 86_400_000;
/** Rows of a step. */
const rowsAtOnce = 5000;
/** Steps of one run; what is left then is removed by the next one. */
const maxSteps = 400;

/** What is to be removed. */
export interface Excess {
  /** Days that calls are kept; 0 keeps none. */
  readonly days: number;
  /** Wallets that may have more calls than are kept; others are not looked at. */
  readonly wallets: readonly string[];
}

/** Removes what is too old, then the oldest of wallets that have too many. Once a day is enough. */
export async function removeExcess(directory: D1Database, { days, wallets }: Excess, nowMs: number): Promise<void> {
  const old = 'SELECT sequence FROM request_log WHERE at < ? ORDER BY at LIMIT ?';
  let steps = await removeAll(directory, old, [nowMs - days * dayMs], maxSteps);
  for (const wallet of wallets) {
    const last = await directory
      .prepare('SELECT at, sequence FROM request_log WHERE wallet = ? ORDER BY at DESC, sequence DESC LIMIT 1 OFFSET ?')
      .bind(wallet, maxRequests)
      .first<{ at: number; sequence: number }>();
    if (!last) continue;
    const over = `SELECT sequence FROM request_log WHERE wallet = ? AND (at, sequence) <= (?, ?)
      ORDER BY at, sequence LIMIT ?`;
    steps = await removeAll(directory, over, [wallet, last.at, last.sequence], steps);
  }
}

/** Removes all calls of a wallet. */
export async function removeWallet(directory: D1Database, wallet: string): Promise<void> {
  const all = 'SELECT sequence FROM request_log WHERE wallet = ? LIMIT ?';
  await removeAll(directory, all, [wallet], Number.POSITIVE_INFINITY);
}

/** Ends the log of an account in the transaction that ends the account. */
export function removalOfAccount(directory: D1Database, accountId: string): D1PreparedStatement {
  const wallets = 'SELECT wallet FROM account_wallet WHERE account_id = ?';
  return directory.prepare(`DELETE FROM request_log WHERE wallet IN (${wallets})`).bind(accountId);
}

/**
 * Removes rows step by step.
 * @param which a statement for their `sequence`, whose last value is how many
 * @returns steps that are left
 */
async function removeAll(
  directory: D1Database,
  which: string,
  values: readonly (string | number)[],
  steps: number,
): Promise<number> {
  for (let left = steps; left > 0; left--) {
    const { meta } = await directory
      .prepare(`DELETE FROM request_log WHERE sequence IN (${which})`)
      .bind(...values, rowsAtOnce)
      .run();
    if (meta.changes < rowsAtOnce) return left - 1;
  }
  return 0;
}
