/** A network under the names by which it is served: its own, and where it has a second look, once more under that one's. */
import { type ModelDescription, secondLookName, type TensorDescription } from './manifest.ts';

export interface NamedLook {
  readonly name: string;
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Largest batch, at least 1. */
  readonly maxBatch: number;
  /** How long a run waits for others to go with it; one at a time where it is left out. */
  readonly batchWaitMs?: number;
  /** Another of these names, to be asked above this share of uncertain pixels. */
  readonly secondLook?: { readonly model: string; readonly whenUncertain: number };
  readonly closeLook?: { readonly whenSmaller: number; readonly whenUncertain: number };
}

/** The first look, and the second where there is one. Both are the same file. */
export function looksOf(name: string, description: ModelDescription): readonly NamedLook[] {
  const { inputs, outputs, maxBatch, batchWaitMs, secondLook, closeLook } = description;
  const common = { maxBatch, ...(batchWaitMs === undefined ? {} : { batchWaitMs }) };
  const first = { name, inputs, outputs, ...common, ...(closeLook ? { closeLook } : {}) };
  if (!secondLook) return [first];
  const { sidePx, whenUncertain } = secondLook;
  const model = secondLookName(name, sidePx);
  return [
    { ...first, secondLook: { model, whenUncertain } },
    { name: model, inputs: resized(inputs, sidePx), outputs: resized(outputs, sidePx), ...common },
  ];
}

/** Pictures and maps of another size: height and width follow the batch. */
function resized(tensors: readonly TensorDescription[], sidePx: number): TensorDescription[] {
  return tensors.map((tensor) => ({
    ...tensor,
    shape: tensor.shape.map((size, axis) => (axis === 1 || axis === 2 ? sidePx : size)),
  }));
}
