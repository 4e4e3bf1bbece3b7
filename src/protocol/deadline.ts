import { NetworkFault } from '../pipeline/networks.ts';

export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  readonly now: () => number;
  /** The caller's own; its abort ends the work as the deadline does. */
  readonly signal?: AbortSignal;
}

/** Timers take at most this. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs work until it ends, the deadline passes or the caller goes away, whichever comes first. The signal handed to
 * the work is aborted in the latter two cases; work that ignores it is left behind.
 * @throws NetworkFault of kind `unavailable` at the deadline and on the caller's abort; what the work throws
 */
export async function withinDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { deadlineMs, now, signal } = deadline;
  const remainingMs = deadlineMs - now();
  if (remainingMs <= 0) throw outOfTime();
  if (signal?.aborted) throw callerGone(signal);

  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const interrupt = (fault: NetworkFault): void => {
      // Rejected first, so that this fault and not the work's own AbortError is what the caller sees.
      reject(fault);
      controller.abort(fault);
    };
    timer = setTimeout(() => interrupt(outOfTime()), Math.min(remainingMs, maxTimerMs));
    onAbort = () => interrupt(callerGone(signal));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([interrupted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}

function outOfTime(): NetworkFault {
  return new NetworkFault('unavailable', 'The inference service did not answer before the deadline');
}

function callerGone(signal: AbortSignal | undefined): NetworkFault {
  return new NetworkFault('unavailable', 'The caller cancelled the inference', { cause: signal?.reason });
}
