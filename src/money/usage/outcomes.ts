/** How the calls of the last day went, of all wallets. */

/** Calls of one operation that ended in one way. */
export interface OutcomeCount {
  readonly operation: string;
  readonly status: number;
  /** Empty of a success. */
  readonly errorCode: string;
  readonly calls: number;
}

const hourMs = 3_600_000;

/** Calls of the last 24 full hours and the present one, most frequent first. */
export async function outcomesOfLastDay(directory: D1Database, nowMs: number): Promise<OutcomeCount[]> {
  const { results } = await directory
    .prepare(
      `SELECT operation, status, error_code AS errorCode, SUM(calls) AS calls FROM usage
       WHERE hour >= ? GROUP BY 1, 2, 3 ORDER BY calls DESC LIMIT 100`,
    )
    .bind(Math.floor(nowMs / hourMs) - 24)
    .all<OutcomeCount>();
  return results;
}

/** The share of calls that failed through us, from 0 to 1; null where there were none. */
export function errorRateOf(outcomes: readonly OutcomeCount[]): number | null {
  const all = outcomes.reduce((sum, { calls }) => sum + calls, 0);
  const failed = outcomes.filter(isOurs).reduce((sum, { calls }) => sum + calls, 0);
  return all === 0 ? null : failed / all;
}

/** 500 and above, less what a caller's other calls keep it waiting for. */
function isOurs({ status, errorCode }: OutcomeCount): boolean {
  return status >= 500 && errorCode !== 'CREDITS_HELD';
}
