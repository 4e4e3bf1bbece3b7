import { NetworkFault } from '../../pipeline/networks.ts';
import type { WireTensor } from '../../protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { Waiting } from './waiting-line.ts';

export interface Request {
  readonly inputs: readonly WireTensor[];
  /** Names of the outputs to compute. */
  readonly outputs: readonly string[];
  /** Milliseconds since the epoch after which nobody waits for the result. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal?: AbortSignal;
}

export type Outcome = readonly WireTensor[] | NetworkFault;

/** A request on its way through a group. */
export interface Job extends Request, Waiting {
  readonly model: ServedModel;
  /** Milliseconds since the epoch. */
  readonly enteredMs: number;
  readonly result: Promise<readonly WireTensor[]>;
  /** Whether its caller has an answer already. */
  readonly settled: boolean;
  /** Answers the caller; only the first outcome counts. */
  settle(outcome: Outcome): void;
}

export interface JobEvents {
  /** Its caller no longer waits, for this reason; called at most once, and not after it was settled. */
  onImpatience(job: Job, reason: string): void;
  /** It was settled without a result. */
  onFailure(job: Job): void;
}

/** Timers take at most this. */
const maxTimerMs = 2 ** 31 - 1;

/** A job that watches its own deadline and caller from now on. */
export function createJob(model: ServedModel, request: Request, enteredMs: number, events: JobEvents): Job {
  const { deadlineMs, signal } = request;
  let settled = false;
  let deliver: (outcome: Outcome) => void = () => {};
  const result = new Promise<readonly WireTensor[]>((resolve, reject) => {
    deliver = (outcome) => (outcome instanceof NetworkFault ? reject(outcome) : resolve(outcome));
  });
  const onDeadline = (): void => events.onImpatience(job, 'The deadline has passed');
  const onAbort = (): void => events.onImpatience(job, 'The caller has gone');
  const timer = setTimeout(onDeadline, Math.min(deadlineMs - enteredMs, maxTimerMs));
  signal?.addEventListener('abort', onAbort, { once: true });
  const job: Job = {
    ...request,
    model,
    enteredMs,
    result,
    get settled() {
      return settled;
    },
    settle(outcome) {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (outcome instanceof NetworkFault) events.onFailure(job);
      deliver(outcome);
    },
  };
  if (signal?.aborted) onAbort();
  else if (deadlineMs <= enteredMs) onDeadline();
  return job;
}
