/** How much accounts use the service: calls of the last 30 days, and when each was last answered. */
import { hourOf } from './store.ts';

/** What an account did. */
export interface AccountUse {
  /** Answers of the last 30 days, whatever they were. */
  readonly calls: number;
  /** Unix milliseconds; null where nothing was answered in 400 days. */
  readonly lastAtMs: number | null;
}

const spanMs = 30 * 86_400_000;

/** The use of accounts, by id. @param accountIds any number */
export async function useOfAccounts(
  directory: D1Database,
  accountIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, AccountUse>> {
  const wallets = `SELECT wallet, account_id, hidden_key_id FROM account_wallet
    WHERE account_id IN (SELECT value FROM json_each(?1))`;
  const ids = JSON.stringify(accountIds);
  const [calls, uses] = await directory.batch<{ account_id: string; value: number }>([
    directory
      .prepare(
        `SELECT account_id, SUM(calls) AS value FROM (${wallets}) CROSS JOIN usage USING (wallet)
        WHERE hour >= ?2 GROUP BY 1`,
      )
      .bind(ids, hourOf(nowMs - spanMs)),
    directory
      .prepare(
        `SELECT account_id, MAX(last_at) AS value FROM (
          SELECT account_id, hidden_key_id AS key_id FROM (${wallets})
          UNION ALL SELECT account_id, id FROM keys WHERE account_id IN (SELECT value FROM json_each(?1))
        ) CROSS JOIN key_use USING (key_id) GROUP BY 1`,
      )
      .bind(ids),
  ]);
  const [called, used] = [calls, uses].map(
    ({ results }) => new Map(results.map(({ account_id, value }) => [account_id, value])),
  );
  return new Map(accountIds.map((id) => [id, { calls: called.get(id) ?? 0, lastAtMs: used.get(id) ?? null }]));
}
