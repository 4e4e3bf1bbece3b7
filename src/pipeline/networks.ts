/** The port through which the pipeline reaches networks. Tensors are row-major, without padding. */

export interface ByteTensor {
  readonly name: string;
  readonly datatype: 'UINT8';
  /** Batch first: NHWC for pictures, NHW for mattes. */
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

export interface FloatTensor {
  readonly name: string;
  readonly datatype: 'FP32';
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** What networks answer with; what they take is always bytes. */
export type Tensor = ByteTensor | FloatTensor;

export interface TensorShape {
  readonly name: string;
  /** -1 stands for the batch dimension. */
  readonly shape: readonly number[];
}

/** The same network at a coarser size, asked where the first matte is unsure. */
export interface SecondLook {
  readonly model: string;
  /** Share of uncertain pixels of the first matte, 0 to 1, above which it is taken. */
  readonly whenUncertain: number;
}

/** The same network on the part of the picture that holds the subject. */
export interface CloseLook {
  /** Share of the picture, 0 to 1, below which the part has to be. */
  readonly whenSmaller: number;
  /** Share of uncertain pixels of the matte of the whole picture, 0 to 1, above which it is taken. */
  readonly whenUncertain: number;
}

export interface NetworkDescription {
  readonly inputs: readonly TensorShape[];
  readonly outputs: readonly TensorShape[];
  /** Left out where one look is all there is. */
  readonly secondLook?: SecondLook;
  /** Left out where the whole picture is all that is looked at. */
  readonly closeLook?: CloseLook;
}

export interface Networks {
  /** Inputs and outputs of a model. @throws NetworkFault */
  describe(model: string): Promise<NetworkDescription>;
  /** Runs a model once. @throws NetworkFault */
  infer(model: string, inputs: readonly ByteTensor[]): Promise<readonly Tensor[]>;
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

/**
 * The size of the picture that a network takes.
 * @throws NetworkFault where it does not take one picture of `channels` channels and fixed size
 */
export function pictureInput(
  model: string,
  { inputs }: NetworkDescription,
  channels: number,
): { readonly name: string; readonly widthPx: number; readonly heightPx: number } {
  const [input] = inputs;
  const [, heightPx, widthPx, depth] = input?.shape ?? [];
  if (inputs.length !== 1 || depth !== channels || !(heightPx > 0) || !(widthPx > 0)) {
    throw new NetworkFault('failed', `Model ${model} does not take one picture of ${channels} channels and fixed size`);
  }
  return { name: input.name, widthPx, heightPx };
}

/** A network's answer as a map of bytes, of that size where one is wanted. @throws NetworkFault */
export function byteMap(
  model: string,
  output: Tensor | undefined,
  wanted?: { readonly widthPx: number; readonly heightPx: number },
): { widthPx: number; heightPx: number; alpha: Uint8Array } {
  const [batch, heightPx, widthPx] = output?.shape ?? [];
  if (output?.datatype !== 'UINT8' || batch !== 1 || output.data.length !== heightPx * widthPx) {
    throw new NetworkFault('failed', `Model ${model} did not answer with one map of bytes`);
  }
  if (wanted && (widthPx !== wanted.widthPx || heightPx !== wanted.heightPx)) {
    throw new NetworkFault('failed', `Model ${model} did not answer at the size of its input`);
  }
  return { widthPx, heightPx, alpha: output.data };
}

/** The output of that name as numbers, `width` to a row. @throws NetworkFault */
export function numbers(model: string, outputs: readonly Tensor[], name: string, width: number): Float32Array {
  const output = outputs.find((candidate) => candidate.name === name);
  if (output?.datatype !== 'FP32' || output.shape.at(-1) !== width || output.data.length % width !== 0) {
    throw new NetworkFault('failed', `Model ${model} did not answer with ${name} in rows of ${width} numbers`);
  }
  return output.data;
}
