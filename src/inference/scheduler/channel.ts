/**
 * What service and session child say to each other over the IPC channel (serialization `advanced`, so that tensors
 * travel as bytes). One run at a time; both ends are this code, so messages are typed and not validated again.
 */
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { CallOfRun, RuntimeChoice } from '../runtime/session.ts';

export interface LoadMessage {
  readonly kind: 'load';
  readonly runtime: RuntimeChoice;
  readonly models: readonly ServedModel[];
}

export interface RunMessage {
  readonly kind: 'run';
  readonly id: number;
  readonly model: string;
  readonly inputs: readonly WireTensor[];
  /** Names of the outputs to compute. */
  readonly outputs: readonly string[];
  /** The call that it is part of, where that is known. */
  readonly call?: CallOfRun;
}

export type ToChild = LoadMessage | RunMessage;

export interface RunDone {
  readonly kind: 'done';
  readonly id: number;
  readonly outputs: readonly WireTensor[];
  /** Nanoseconds inside the runtime. */
  readonly inferNs: number;
}

export type FromChild =
  | { readonly kind: 'loaded'; readonly loadMs: number; readonly selfTestMs: number }
  | { readonly kind: 'load-failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly text: string }
  | RunDone
  | { readonly kind: 'run-failed'; readonly id: number; readonly message: string };
