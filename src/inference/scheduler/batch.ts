/** Requests that are run as one, and samples that are run one by one: tensors joined along the free dimension, and split again. */
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { RunRequest } from '../run-request.ts';

/** The parts of a request that decide which requests are joined. */
export interface Joinable extends Pick<RunRequest, 'inputs' | 'outputs'> {
  readonly model: ServedModel;
}

/** Samples of a request, at least 1: the first dimension of its inputs. */
export function samplesOf({ inputs }: Pick<RunRequest, 'inputs'>): number {
  return inputs[0]?.shape[0] ?? 1;
}

/** Equal for requests that may be run as one: the same model, outputs, and inputs but for their number of samples. */
export function batchKey({ model, inputs, outputs }: Joinable): string {
  const tensors = inputs.map(({ name, datatype, shape }) => [name, datatype, ...shape.slice(1)]);
  return JSON.stringify([model.name, outputs, tensors]);
}

/**
 * Tensors that hold the samples of all, one after the other.
 * @param parts at least one list of tensors; all have the same names, and but for the number of samples the same shapes
 */
export function joinSamples(parts: readonly (readonly WireTensor[])[]): readonly WireTensor[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first;
  return first.map(({ name, datatype, shape }) => {
    const tensors = parts.flatMap((part) => part.filter((tensor) => tensor.name === name));
    const samples = tensors.reduce((sum, tensor) => sum + tensor.shape[0], 0);
    return { name, datatype, shape: [samples, ...shape.slice(1)], data: join(tensors.map(({ data }) => data)) };
  });
}

/**
 * Splits tensors again.
 * @param samples of each part, in their order
 * @throws Error where a tensor does not have as many samples as all parts together
 */
export function splitSamples(tensors: readonly WireTensor[], samples: readonly number[]): (readonly WireTensor[])[] {
  if (samples.length === 1) return [tensors];
  const total = samples.reduce((sum, count) => sum + count, 0);
  let from = 0;
  return samples.map((count) => {
    const share = tensors.map((tensor) => part(tensor, from, count, total));
    from += count;
    return share;
  });
}

function part({ name, datatype, shape, data }: WireTensor, from: number, count: number, total: number): WireTensor {
  if (shape[0] !== total) throw new Error(`its output ${name} has ${shape[0]} samples of ${total} that went in`);
  const bytes = data.byteLength / total;
  return { name, datatype, shape: [count, ...shape.slice(1)], data: data.slice(from * bytes, (from + count) * bytes) };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of parts) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
