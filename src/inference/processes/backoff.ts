/** How long to wait before a process that ended is started again. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

const ofChildren: Backoff = { firstMs: 100, longestMs: 10_000 };

/**
 * Pause before a process is started again.
 * @param failures ends in a row without a run that worked, from 1
 * @returns the first pause, doubling up to the longest; 100 ms and 10 s by default
 */
export function backoffMs(failures: number, { firstMs, longestMs } = ofChildren): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}
