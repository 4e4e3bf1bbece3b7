/** The port through which the pipeline reaches networks, and what it expects of their answers. */
import type { Passes } from '../../../contract/passes/declaration.ts';
import type { Plane } from '../plane/plane.ts';
import type { Size } from '../plane/region.ts';

/** Whole numbers of 0 to 255, row-major, without padding. */
export interface ByteTensor {
  readonly name: string;
  readonly datatype: 'UINT8';
  /** Batch first: NHWC for pictures, NHW for planes. */
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** Numbers of 32 bits, row-major, without padding. */
export interface FloatTensor {
  readonly name: string;
  readonly datatype: 'FP32';
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** What networks answer with; what they take is always bytes. */
export type Tensor = ByteTensor | FloatTensor;

/** An input or output of a network. */
export interface TensorShape {
  readonly name: string;
  /** -1 stands for the batch dimension. */
  readonly shape: readonly number[];
}

/** What a network takes and gives, and the further passes that it is worth. */
export interface NetworkDescription {
  /** Its own name, where a role may have been asked for. */
  readonly name?: string;
  /** SHA-256 of its weights, hexadecimal; left out where the server does not say. */
  readonly weights?: string;
  readonly inputs: readonly TensorShape[];
  readonly outputs: readonly TensorShape[];
  /** Left out where the full pass is all. */
  readonly passes?: Passes;
}

/** Where networks run: the pipeline's port, whatever protocol is behind it. */
export interface Networks {
  /** Inputs and outputs of a model. @throws NetworkFault */
  describe(model: string): Promise<NetworkDescription>;
  /** Runs a model once. @throws NetworkFault */
  infer(model: string, inputs: readonly ByteTensor[]): Promise<readonly Tensor[]>;
  /**
   * The same networks for calls that may be done without: all of them together have that share of the time that is left, 0
   * to 1. Left out where time does not count.
   */
  within?(share: number): Networks;
}

/** Why a network did not answer. Both kinds cost the caller nothing. */
export type NetworkFaultKind =
  /** Down, full or too slow: the caller may try again later. */
  | 'unavailable'
  /** Answered and was wrong: an internal failure. */
  | 'failed';

/** A network did not answer, or not in the way that it should. */
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

/** The server has no network of that name. */
export class NetworkAbsent extends NetworkFault {
  constructor(message: string) {
    super('failed', message);
    this.name = 'NetworkAbsent';
  }
}

/** The one picture that a network takes. */
export interface PictureInput extends Size {
  /** Name of the input tensor. */
  readonly name: string;
}

/**
 * Name and size of the picture that a network takes.
 * @throws NetworkFault where it does not take one picture of `channels` channels and fixed size
 */
export function pictureInputOf(model: string, { inputs }: NetworkDescription, channels: number): PictureInput {
  const [input] = inputs;
  const [, heightPx, widthPx, depth] = input?.shape ?? [];
  if (inputs.length !== 1 || depth !== channels || !(heightPx > 0) || !(widthPx > 0)) {
    throw new NetworkFault('failed', `Model ${model} does not take one picture of ${channels} channels and fixed size`);
  }
  return { name: input.name, widthPx, heightPx };
}

/**
 * One plane as a network's answer.
 * @param output `uint8 [1,H,W]`
 * @param wanted the size that it has to have, where only one is right
 * @throws NetworkFault where it is something else
 */
export function planeOf(model: string, output: Tensor | undefined, wanted?: Size): Plane {
  const [batch, heightPx, widthPx] = output?.shape ?? [];
  if (output?.datatype !== 'UINT8' || batch !== 1 || output.data.length !== heightPx * widthPx) {
    throw new NetworkFault('failed', `Model ${model} did not answer with one map of bytes`);
  }
  if (wanted && (widthPx !== wanted.widthPx || heightPx !== wanted.heightPx)) {
    throw new NetworkFault('failed', `Model ${model} did not answer at the size of its input`);
  }
  return { widthPx, heightPx, samples: output.data };
}

/**
 * The output of that name as numbers.
 * @returns rows of `width` numbers, one after the other
 * @throws NetworkFault where there is none, or it has other rows
 */
export function numbers(model: string, outputs: readonly Tensor[], name: string, width: number): Float32Array {
  const output = outputs.find((candidate) => candidate.name === name);
  if (output?.datatype !== 'FP32' || output.shape.at(-1) !== width || output.data.length % width !== 0) {
    throw new NetworkFault('failed', `Model ${model} did not answer with ${name} in rows of ${width} numbers`);
  }
  return output.data;
}
