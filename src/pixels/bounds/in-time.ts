/** Waiting with an end: how long, and what happens when that is over. */

export interface Patience {
  /** Milliseconds from now; without it only the signal ends the wait. */
  readonly ms?: number;
  /** Its abort ends the wait at once. */
  readonly signal?: AbortSignal;
}

/** Which of the two ended the wait. */
export type WaitEnd = 'late' | 'aborted';

/** Timers take at most this. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls back once, when the time is up or the signal is aborted, whichever comes first. For a signal that is aborted
 * already that is before any timer.
 * @returns ends the watch: nothing is called after it
 */
export function watchPatience({ ms, signal }: Patience, onEnd: (end: WaitEnd) => void): () => void {
  let stopped = false;
  const finish = (end: WaitEnd): void => {
    if (stopped) return;
    stop();
    onEnd(end);
  };
  const onAbort = (): void => finish('aborted');
  const timer = ms === undefined ? undefined : setTimeout(() => finish('late'), Math.min(ms, maxTimerMs));
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  if (signal?.aborted) queueMicrotask(onAbort);
  else signal?.addEventListener('abort', onAbort, { once: true });
  return stop;
}

/**
 * Waits for work, but no longer than the patience lasts. The work itself goes on; if it can be
 * ended, `instead` does so.
 * @param instead makes the outcome where the wait ended first; it may throw
 * @throws what the work throws while it is waited for; what it throws later is dropped
 */
export async function inTime<Result, Instead>(
  work: PromiseLike<Result>,
  patience: Patience,
  instead: (end: WaitEnd) => Instead,
): Promise<Result | Instead> {
  let stop = (): void => {};
  const over = new Promise<() => Instead>((resolve) => {
    stop = watchPatience(patience, (end) => resolve(() => instead(end)));
  });
  try {
    // Called after the race, so that work which `instead` ends cannot be heard in its place.
    const outcome = await Promise.race([work.then((result) => () => result), over]);
    return outcome();
  } finally {
    stop();
  }
}
