/** What follows from timed calls: how many a second were answered, and how soon the others were refused. */
import type { TimedCall } from './call.ts';

/** Answers before that are those of a service that still fills up. */
const warmUpShare = 0.2;

/**
 * Answers of 200 a second, from when the service was full to when nobody came any more.
 * @param beganMs when the first call was sent, on the clock of the calls
 * @param seconds for which calls were sent
 */
export function goodput(calls: readonly TimedCall[], beganMs: number, seconds: number): number {
  const fromMs = beganMs + warmUpShare * seconds * 1000;
  const untilMs = beganMs + seconds * 1000;
  const good = calls.filter(({ status, endedMs }) => status === 200 && endedMs > fromMs && endedMs <= untilMs);
  return good.length / ((untilMs - fromMs) / 1000);
}

/** The quantile of a share of 0 to 1; NaN of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** How many calls ended with each status; 0 means no whole answer. */
export function statuses(calls: readonly TimedCall[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of calls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** Whole milliseconds from the last byte of the upload to the answer, of calls with that status. */
export function answerTimes(calls: readonly TimedCall[], wanted: number): Spread {
  const times = calls.filter(({ status }) => status === wanted).map(({ answerMs }) => answerMs);
  const at = (share: number) => Math.round(quantile(times, share));
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}
