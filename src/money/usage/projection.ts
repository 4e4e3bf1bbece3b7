/** When a wallet's credits will be used up, if it goes on as it did. */
import { hourOf } from './store.ts';

const dayMs = 86_400_000;
/** Days that count. */
const spanDays = 7;

/** How fast a wallet spends. */
export interface SpendingPace {
  /** Mean of the last seven days, or of those since the first use where that is later. */
  readonly creditsPerDay: number;
  /** When nothing is left; null where nothing is spent. */
  readonly emptyAtMs: number | null;
}

/** Credits of a day, as `usageReport` has them. */
interface SpentDay {
  readonly startMs: number;
  readonly credits: number;
}

/**
 * The pace of a wallet.
 * @param days any number of whole days, the last of them today
 * @param balance credits that can be spent
 */
export function spendingPace(days: readonly SpentDay[], balance: number, nowMs: number): SpendingPace {
  const last = days.filter(({ startMs }) => startMs > nowMs - spanDays * dayMs);
  const first = last.find(({ credits }) => credits > 0);
  if (!first) return { creditsPerDay: 0, emptyAtMs: null };
  const spent = last.reduce((sum, { credits }) => sum + credits, 0);
  // A first hour alone says little of a day.
  const passedDays = Math.max(1, (nowMs - Math.max(first.startMs, nowMs - spanDays * dayMs)) / dayMs);
  const creditsPerDay = spent / passedDays;
  return { creditsPerDay, emptyAtMs: nowMs + (balance / creditsPerDay) * dayMs };
}

/** Credits that each wallet spent on each of the last seven days and today, the oldest first. */
export async function spentDays(
  directory: D1Database,
  wallets: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly SpentDay[]>> {
  const from = Math.floor(nowMs / dayMs) - spanDays;
  const { results } = await directory
    .prepare(
      `SELECT wallet, hour / 24 AS day, SUM(credits) AS credits FROM usage
      WHERE wallet IN (SELECT value FROM json_each(?)) AND hour >= ? GROUP BY 1, 2 ORDER BY 2`,
    )
    .bind(JSON.stringify(wallets), hourOf(from * dayMs))
    .all<{ wallet: string; day: number; credits: number }>();
  const spent = new Map<string, SpentDay[]>(wallets.map((wallet) => [wallet, []]));
  for (const { wallet, day, credits } of results) spent.get(wallet)?.push({ startMs: day * dayMs, credits });
  return spent;
}
