/** Requests that are run as one: their inputs joined along the free dimension, the outputs split again. */
import type { WireTensor } from '../../protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { RunRequest } from './job.ts';

/** A request for a model, as far as joining goes by it. */
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
 * One input for all of them.
 * @param requests at least one, of one {@link batchKey}
 */
export function joinInputs(requests: readonly Pick<RunRequest, 'inputs'>[]): readonly WireTensor[] {
  const [first, ...others] = requests;
  if (others.length === 0) return first.inputs;
  const samples = requests.reduce((sum, request) => sum + samplesOf(request), 0);
  return first.inputs.map(({ name, datatype, shape }) => {
    const parts = requests.map(({ inputs }) => inputs.find((input) => input.name === name)?.data ?? new Uint8Array(0));
    return { name, datatype, shape: [samples, ...shape.slice(1)], data: join(parts) };
  });
}

/**
 * What each request gets of the outputs.
 * @param samples of each request, in the order in which they were joined
 * @throws Error where an output does not have as many samples as went in
 */
export function splitOutputs(outputs: readonly WireTensor[], samples: readonly number[]): (readonly WireTensor[])[] {
  if (samples.length === 1) return [outputs];
  const total = samples.reduce((sum, count) => sum + count, 0);
  let from = 0;
  return samples.map((count) => {
    const share = outputs.map((output) => part(output, from, count, total));
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
