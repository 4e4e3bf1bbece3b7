/** How much each key of some wallets called on each of the last days. */
import { hourOf } from './store.ts';

const dayMs = 86_400_000;

/**
 * Calls by id of the key, whatever the answers: one number for each day, the oldest first, today's last. Keys without a
 * call in these days are left out.
 * @param days at most 400, today included
 */
export async function callsByKey(
  directory: D1Database,
  wallets: readonly string[],
  days: number,
  nowMs: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const first = Math.floor(nowMs / dayMs) - days + 1;
  const { results } = await directory
    .prepare(
      `SELECT key_id, hour / 24 AS day, SUM(calls) AS calls FROM usage
      WHERE wallet IN (SELECT value FROM json_each(?)) AND hour >= ? GROUP BY 1, 2`,
    )
    .bind(JSON.stringify(wallets), hourOf(first * dayMs))
    .all<{ key_id: string; day: number; calls: number }>();
  const calls = new Map<string, number[]>();
  for (const { key_id, day, calls: count } of results) {
    const ofKey = calls.get(key_id) ?? Array.from({ length: days }, () => 0);
    // A clock that is ahead may have counted for tomorrow.
    ofKey[Math.min(day - first, days - 1)] += count;
    calls.set(key_id, ofKey);
  }
  return calls;
}
