/** The deadline of a call over HTTP: what ends it, and the fault that follows. */
import { inTime } from '../../pixels/bounds/in-time.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';

export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  readonly now: () => number;
  /** The caller's own; its abort ends the work as the deadline does. */
  readonly signal?: AbortSignal;
}

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
  return inTime(work(controller.signal), { ms: remainingMs, signal }, (end) => {
    const fault = end === 'late' ? outOfTime() : callerGone(signal);
    controller.abort(fault);
    throw fault;
  });
}

function outOfTime(): NetworkFault {
  return new NetworkFault('unavailable', 'The inference service did not answer before the deadline');
}

function callerGone(signal: AbortSignal | undefined): NetworkFault {
  return new NetworkFault('unavailable', 'The caller cancelled the inference', { cause: signal?.reason });
}
