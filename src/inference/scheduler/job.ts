/** A request on its way through the scheduler: it is settled once, by its result or by whatever ends the wait for it. */
import { type WaitEnd, watchPatience } from '../../pixels/bounds/in-time.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { RunRequest } from '../run-request.ts';
import type { RefusalReason } from './run-refusal.ts';

export type RunOutcome = readonly WireTensor[] | NetworkFault;

export interface Job extends RunRequest {
  readonly caller: string;
  readonly model: ServedModel;
  /** Milliseconds since the epoch. */
  readonly enteredMs: number;
  readonly result: Promise<readonly WireTensor[]>;
  /** Whether its caller has an answer already. */
  readonly settled: boolean;
  /** Answers the caller; only the first outcome counts. */
  settle(outcome: RunOutcome): void;
}

export interface JobEvents {
  /** Its caller no longer waits, for this reason; called at most once, and not after it was settled. */
  onImpatience(job: Job, reason: 'late' | 'caller-gone'): void;
  /** It was settled without a result. */
  onFailure(job: Job, fault: NetworkFault): void;
}

const impatience = { late: 'late', aborted: 'caller-gone' } as const satisfies Record<WaitEnd, RefusalReason>;

/** A job that watches its own deadline and caller from now on. */
export function createJob(model: ServedModel, request: RunRequest, enteredMs: number, events: JobEvents): Job {
  const { deadlineMs, signal } = request;
  let settled = false;
  let deliver: (outcome: RunOutcome) => void = () => {};
  const result = new Promise<readonly WireTensor[]>((resolve, reject) => {
    deliver = (outcome) => (outcome instanceof NetworkFault ? reject(outcome) : resolve(outcome));
  });
  const lose = (end: WaitEnd): void => events.onImpatience(job, impatience[end]);
  const stop = watchPatience({ ms: deadlineMs - enteredMs, signal }, lose);
  const job: Job = {
    ...request,
    caller: request.caller ?? '',
    model,
    enteredMs,
    result,
    get settled() {
      return settled;
    },
    settle(outcome) {
      if (settled) return;
      settled = true;
      stop();
      if (outcome instanceof NetworkFault) events.onFailure(job, outcome);
      deliver(outcome);
    },
  };
  if (signal?.aborted) lose('aborted');
  else if (deadlineMs <= enteredMs) lose('late');
  return job;
}
