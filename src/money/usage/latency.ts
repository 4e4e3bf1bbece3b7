/**
 * Latencies as counts in fixed buckets, three to each doubling: bucket i holds what took longer than 2^((i-1)/3) ms and
 * at most 2^(i/3) ms. Counts of any rows can be added, and a percentile of the sum is right to within its bucket.
 */

/** 2^20 ms, 17 minutes: longer than anything that is answered. */
export const lastBucket = 60;
const perDoubling = 3;

/** The bucket of a duration. */
export function bucketOf(milliseconds: number): number {
  // What is on the edge of a bucket must not fall out of it by the last digit of a logarithm.
  const exact = Math.log2(Math.max(1, milliseconds)) * perDoubling;
  return Math.min(Math.max(0, Math.ceil(exact - 1e-9)), lastBucket);
}

/**
 * The duration that a share of calls did not exceed, in milliseconds; within a bucket calls count as spread evenly by
 * ratio. Null of no calls.
 * @param calls by bucket
 * @param share above 0, at most 1: 0.95 for the 95th percentile
 */
export function percentile(calls: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...calls].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [bucket, count] of buckets) {
    const within = (share * total - below) / count;
    if (within <= 1) return 2 ** ((bucket - 1 + Math.max(0, within)) / perDoubling);
    below += count;
  }
  return null;
}
