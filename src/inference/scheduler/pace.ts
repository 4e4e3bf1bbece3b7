/** How fast a network runs, as seen so far, and what follows from it. */

const smoothing = 0.2;
/** Assumed for a network that has not run yet, for `Retry-After`. */
const assumedMs = 2000;
const longestRetrySeconds = 30;

export interface Pace {
  /** Smoothed duration, undefined before the first run. */
  readonly meanMs: number | undefined;
  /** Shortest duration ever seen, 0 before the first run. */
  readonly fastestMs: number;
}

export const unknownPace: Pace = { meanMs: undefined, fastestMs: 0 };

/** The pace after one more run of `tookMs`. */
export function recordRun({ meanMs, fastestMs }: Pace, tookMs: number): Pace {
  if (meanMs === undefined) return { meanMs: tookMs, fastestMs: tookMs };
  return { meanMs: meanMs + smoothing * (tookMs - meanMs), fastestMs: Math.min(fastestMs, tookMs) };
}

/**
 * When a refused caller may try again: an estimate of the work ahead of it.
 * @returns whole seconds, 1 to 30
 */
export function retryAfterSeconds(pace: Pace, ahead: number, workers: number): number {
  const ms = ((pace.meanMs ?? assumedMs) * (ahead + 1)) / Math.max(1, workers);
  return Math.min(longestRetrySeconds, Math.max(1, Math.ceil(ms / 1000)));
}

/** Whether a run that starts now could still end in time. No run was ever faster than the fastest. */
export function canFinish(pace: Pace, remainingMs: number): boolean {
  return remainingMs > 0 && remainingMs >= pace.fastestMs;
}

/**
 * How long a run may take before its child is killed: to the end of the caller's time, and beyond it while the run
 * takes no longer than usual. Its caller is answered at the deadline either way; but a child that is killed has to
 * load its networks again, which costs about a run, and under load would be killed again for the same reason.
 */
export function killAfterMs(pace: Pace, remainingMs: number, runTimeoutMs: number): number {
  const usualMs = pace.meanMs === undefined ? runTimeoutMs : 3 * pace.meanMs + 500;
  return Math.min(runTimeoutMs, Math.max(remainingMs, usualMs));
}
