/** What some wallets' keys called in the last days: sums by day, operation, key and outcome, and how long answers took. */
import { percentile } from './latency.ts';
import { hourOf } from './store.ts';

/** How many days a report may cover, today included. */
export const reportDays = [7, 30, 90] as const;
export type ReportDays = (typeof reportDays)[number];

const dayMs = 86_400_000;

/** How many calls there were, and how they ended. */
export interface EdgeCounts {
  readonly calls: number;
  readonly successes: number;
  readonly refusals: number;
  readonly credits: number;
  /** Successes that asked for a review. */
  readonly reviews: number;
}

/** How long successes took, in milliseconds; null where there were none. */
export interface LatencyPercentiles {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface UsageReport extends EdgeCounts, LatencyPercentiles {
  /** One for each day, the oldest first, also where nothing was called. `startMs` is its midnight, UTC. */
  readonly days: readonly (EdgeCounts & LatencyPercentiles & { readonly startMs: number })[];
  /** Those that were called, the busiest first; so are the next two. */
  readonly operations: readonly (EdgeCounts & LatencyPercentiles & { readonly operation: string })[];
  readonly keys: readonly (EdgeCounts & { readonly keyId: string })[];
  readonly outcomes: readonly { readonly status: number; readonly errorCode: string | null; readonly calls: number }[];
}

/** Whose calls are reported. */
export interface ReportedKeys {
  /** Any number; of none there is no use. */
  readonly wallets: readonly string[];
  /** One of the account's keys; all of them where it is left out. */
  readonly keyId?: string;
}

/** The calls of some keys in the last days, up to now. */
export async function usageReport(
  directory: D1Database,
  { wallets, keyId }: ReportedKeys,
  days: ReportDays,
  nowMs: number,
): Promise<UsageReport> {
  const today = Math.floor(nowMs / dayMs);
  const first = today - days + 1;
  const ask = (columns: string, where = '') => {
    const statement = `SELECT ${columns} FROM usage
      WHERE wallet IN (SELECT value FROM json_each(?1)) AND hour >= ?2 AND (?3 IS NULL OR key_id = ?3) ${where}
      GROUP BY ${groupOf(columns)}`;
    return directory.prepare(statement).bind(JSON.stringify(wallets), hourOf(first * dayMs), keyId ?? null);
  };
  const [byDay, byOperation, byKey, byOutcome, latencies] = await directory.batch<SummedRow>([
    ask(`hour / 24 AS day, ${sums}`),
    ask(`operation, ${sums}`),
    ask(`key_id, ${sums}`),
    ask(`status, error_code, ${sums}`),
    ask(`hour / 24 AS day, operation, bucket, ${sums}`, 'AND status = 200'),
  ]);
  const latency = (isMeant: (row: SummedRow) => boolean) => latencyOf(latencies.results.filter(isMeant));
  const ofDay = new Map(byDay.results.map((row) => [row.day, row]));
  return {
    ...totalOf(byDay.results),
    ...latency(() => true),
    days: Array.from({ length: days }, (_, index) => first + index).map((day) => ({
      startMs: day * dayMs,
      ...countsOf(ofDay.get(day)),
      ...latency((row) => row.day === day),
    })),
    operations: byOperation.results.sort(busiest).map((row) => ({
      operation: row.operation,
      ...countsOf(row),
      ...latency(({ operation }) => operation === row.operation),
    })),
    keys: byKey.results.sort(busiest).map((row) => ({ keyId: row.key_id, ...countsOf(row) })),
    outcomes: byOutcome.results.sort(busiest).map(({ status, error_code, calls }) => {
      return { status, errorCode: error_code || null, calls };
    }),
  };
}

/** Columns of the rows that were summed; each query has some of them. */
interface SummedRow {
  readonly day: number;
  readonly key_id: string;
  readonly operation: string;
  readonly status: number;
  readonly error_code: string;
  readonly bucket: number;
  readonly calls: number;
  readonly successes: number;
  readonly credits: number;
  readonly reviews: number;
}

const sums =
  'SUM(calls) AS calls, SUM(IIF(status = 200, calls, 0)) AS successes, SUM(credits) AS credits, SUM(reviews) AS reviews';

/** Positions of the columns before the sums. */
function groupOf(columns: string): string {
  const before = columns.slice(0, columns.indexOf(', SUM')).split(',');
  return before.map((_, index) => index + 1).join(', ');
}

function countsOf(row: SummedRow | undefined): EdgeCounts {
  const { calls, successes, credits, reviews } = row ?? { calls: 0, successes: 0, credits: 0, reviews: 0 };
  return { calls, successes, refusals: calls - successes, credits, reviews };
}

function totalOf(rows: readonly SummedRow[]): EdgeCounts {
  const total = { calls: 0, successes: 0, refusals: 0, credits: 0, reviews: 0 };
  for (const row of rows) {
    const counts = countsOf(row);
    for (const name of ['calls', 'successes', 'refusals', 'credits', 'reviews'] as const) total[name] += counts[name];
  }
  return total;
}

function latencyOf(rows: readonly SummedRow[]): LatencyPercentiles {
  const calls = new Map<number, number>();
  for (const { bucket, calls: more } of rows) calls.set(bucket, (calls.get(bucket) ?? 0) + more);
  return { p50Ms: percentile(calls, 0.5), p95Ms: percentile(calls, 0.95) };
}

function busiest(one: SummedRow, other: SummedRow): number {
  return other.calls - one.calls;
}
