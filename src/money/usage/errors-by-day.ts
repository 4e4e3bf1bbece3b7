/** Which errors the calls of all wallets ended in, day by day. */
import { hourOf } from './store.ts';

/** An error, and how often it was answered. */
export interface ErrorDays {
  readonly status: number;
  readonly errorCode: string;
  /** One for each day, the oldest first and today last. */
  readonly calls: readonly number[];
  readonly total: number;
}

const dayMs = 86_400_000;

/**
 * The errors of the last days, the most frequent first, at most 50.
 * @param days today included
 */
export async function errorsByDay(directory: D1Database, days: number, nowMs: number): Promise<ErrorDays[]> {
  const first = Math.floor(nowMs / dayMs) - days + 1;
  const { results } = await directory
    .prepare(
      `SELECT hour / 24 AS day, status, error_code AS errorCode, SUM(calls) AS calls
      FROM usage INDEXED BY usage_hour WHERE hour >= ? AND status >= 400 GROUP BY 1, 2, 3`,
    )
    .bind(hourOf(first * dayMs))
    .all<{ day: number; status: number; errorCode: string; calls: number }>();
  const errors = new Map<string, { status: number; errorCode: string; calls: number[]; total: number }>();
  for (const { day, status, errorCode, calls } of results) {
    const name = `${status} ${errorCode}`;
    const error = errors.get(name) ?? { status, errorCode, calls: Array<number>(days).fill(0), total: 0 };
    if (day - first < days) error.calls[day - first] += calls;
    error.total += calls;
    errors.set(name, error);
  }
  return [...errors.values()].sort((one, other) => other.total - one.total).slice(0, shownErrors);
}

const shownErrors = 50;
