/** Where the networks of a start run: on this machine or on others. */
import type { InferenceProcess } from './inference-process.ts';
import type { LocalState } from './local-state.ts';

/** What a start has when it prepares inference. */
export interface Room {
  readonly state: LocalState;
  readonly runDirectory: string;
  /** What the edge takes over from the shell. */
  readonly edgeVariables: Readonly<Record<string, string>>;
  /** Called with each line for the person. */
  say(line: string): void;
}

export interface PreparedInference {
  /** Variables of the edge that follow from the networks. */
  readonly edgeVariables: Readonly<Record<string, string>>;
  readonly gatewayVariables: Readonly<Record<string, string>>;
  /** Starts the service and waits until its networks are loaded; null where it runs elsewhere. @throws Error with its own reason */
  readonly start: ((onLine: (line: string) => void, signal: AbortSignal) => Promise<InferenceProcess>) | null;
}

/** Inference whose settings are checked. */
export interface PlaceForInference {
  /** The port of this machine that it needs; null where it needs none. */
  readonly port: number | null;
  /** Sees to it that it can be started, or that it answers. @throws Error with one clear line */
  prepare(room: Room): Promise<PreparedInference>;
}
