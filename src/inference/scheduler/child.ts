/** A session child as the scheduler sees it; `supervised-child.ts` is the real one. */
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { CallOfRun } from '../runtime/session.ts';
import type { RunDone } from './channel.ts';

/** A process that runs networks, one run at a time. */
export interface Child {
  /** Its networks are in memory. */
  readonly loaded: boolean;
  /** Loaded, and nothing runs. */
  readonly idle: boolean;
  /**
   * Runs a network once. Only while idle.
   * @throws ChildFault
   */
  run(work: Work): Promise<RunDone>;
  /** Ends it for good, running work included. */
  close(): Promise<void>;
}

export interface Work {
  readonly model: string;
  readonly inputs: readonly WireTensor[];
  readonly outputs: readonly string[];
  /** The call that it is part of, where that is known. */
  readonly call?: CallOfRun;
  /** From the start of the run; then the process is killed. */
  readonly killAfterMs: number;
}

export interface ChildEvents {
  /** It became idle: after loading, and after each run. */
  onIdle(): void;
  /** Its networks cannot be loaded, for this reason; it will be tried again. */
  onLoadFailed(reason: string): void;
}

export type StartChild = (number: number, events: ChildEvents) => Child;

export type ChildFaultKind =
  /** The runtime refused the run; the child goes on. */
  | 'run-failed'
  /** Killed, because the run took too long. */
  | 'too-slow'
  /** The process ended by itself, or by another's hand. */
  | 'died';

/** Why a child did not give the outcome of a run. */
export class ChildFault extends Error {
  readonly kind: ChildFaultKind;

  constructor(kind: ChildFaultKind, message: string) {
    super(message);
    this.name = 'ChildFault';
    this.kind = kind;
  }
}
