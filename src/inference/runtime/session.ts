/** The port to whatever runs ONNX files. Lives in child processes only: a native run blocks its whole process. */
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { Precision } from '../models/precision.ts';

/** The call of a client that a run is part of. */
export interface CallOfRun {
  /** No two calls that may not know of each other have the same. */
  readonly name: string;
  /** Milliseconds since the epoch: nobody waits for it any more then. */
  readonly endsMs: number;
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Whether the processor runs it in place of the providers of the choice. */
  readonly isFallback?: boolean;
  /**
   * Runs the network once.
   * @param outputs which outputs to compute; each comes back as raw little-endian elements
   * @param call whose further runs may use what this one finds out on the way; none where it is left out
   * @throws Error in the runtime's words; the session stays usable
   */
  run(inputs: readonly WireTensor[], outputs: readonly string[], call?: CallOfRun): Promise<readonly WireTensor[]>;
}

export interface Runtime {
  /**
   * @param precision what the runtime computes float32 files in; files of another format say so themselves
   * @param keepsMemory whether the memory of its tensors is kept for its next run (the default); otherwise all networks of the process
   * share one heap. Native runtime only
   * @throws Error where the file cannot be read or is no ONNX file that the runtime understands
   */
  open(file: string, precision: Precision, keepsMemory?: boolean): Promise<Session>;
}

export interface RuntimeChoice {
  readonly name: 'native' | 'openvino' | 'wasm';
  readonly threads: number;
  /** Path of OpenVINO's C library; with `openvino` only. */
  readonly library?: string;
  /** Execution providers in order of preference; native only. */
  readonly providers: readonly string[];
  /** What replaces them if they cannot be used; none by default. */
  readonly providerFallback?: 'off' | 'cpu';
}
