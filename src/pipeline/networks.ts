/** The port through which the pipeline reaches networks. Tensors are row-major, without padding. */

export interface Tensor {
  readonly name: string;
  readonly datatype: 'UINT8';
  /** Batch first: NHWC for pictures, NHW for mattes. */
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

export interface TensorShape {
  readonly name: string;
  /** -1 stands for the batch dimension. */
  readonly shape: readonly number[];
}

export interface NetworkDescription {
  readonly inputs: readonly TensorShape[];
  readonly outputs: readonly TensorShape[];
}

export interface Networks {
  /** Inputs and outputs of a model. @throws NetworkFault */
  describe(model: string): Promise<NetworkDescription>;
  /** Runs a model once. @throws NetworkFault */
  infer(model: string, inputs: readonly Tensor[]): Promise<readonly Tensor[]>;
}

/** Why a network did not answer. Both kinds cost the caller nothing. */
export type NetworkFaultKind =
  /** Down, full or too slow: the caller may try again later. */
  | 'unavailable'
  /** Answered and was wrong: a failure of ours. */
  | 'failed';

export class NetworkFault extends Error {
  readonly kind: NetworkFaultKind;
  readonly retryAfterSeconds: number;

  constructor(kind: NetworkFaultKind, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'NetworkFault';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 2;
  }
}
