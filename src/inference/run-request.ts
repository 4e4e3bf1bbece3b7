/** What is asked of a network, before it is anybody's job. */
import type { WireTensor } from '../wire/protocol/tensor.ts';

/** The run, and how long its caller waits. */
export interface RunRequest {
  readonly inputs: readonly WireTensor[];
  /** Names of the outputs to compute. */
  readonly outputs: readonly string[];
  /** Whose run it is: callers take turns. Those without a name share the empty one. */
  readonly caller?: string;
  /** Whether outputs may be kept for that caller: see `kept/kept-outputs.ts`. */
  readonly mayKeep?: boolean;
  /** Name of the call that it is part of: its other runs have the same, of this caller and no other. */
  readonly call?: string;
  /** Deadline of the caller, milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Called when it has run; not where its outputs were kept. */
  readonly onRan?: (times: RunTimes) => void;
}

/** Milliseconds since the epoch. */
export interface RunTimes {
  /** When it began to wait. */
  readonly enteredMs: number;
  /** When a child began it, perhaps with runs of others. */
  readonly startedMs: number;
  readonly endedMs: number;
}
