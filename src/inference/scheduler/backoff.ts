const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/**
 * Pause before a child is started again.
 * @param failures ends in a row without a run that worked, from 1
 * @returns 100 ms, doubling up to 10 s
 */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30));
}
