/** A network under the names by which it is served: its own, and once more under that of the coarser size it is asked at. */
import { type ModelDescription, nameAtSize, type TensorDescription } from './manifest.ts';

export interface NamedLook {
  readonly name: string;
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Largest batch, at least 1. */
  readonly maxBatch: number;
  /** How long a run waits for others to go with it; one at a time where it is left out. */
  readonly batchWaitMs?: number;
  readonly closeLook?: { readonly whenSmaller: number; readonly whenUncertain: number };
  /** Another of these names, to be asked beside the first, and the network that chooses between both. */
  readonly coarseLook?: {
    readonly model: string;
    readonly chooser?: { readonly network: string; readonly whenUncertain: number };
  };
}

/** The first look, and the coarse one. Both are the same file. */
export function looksOf(name: string, description: ModelDescription): readonly NamedLook[] {
  const { inputs, outputs, maxBatch, batchWaitMs, closeLook, coarseLook } = description;
  const common = { maxBatch, ...(batchWaitMs === undefined ? {} : { batchWaitMs }) };
  const first: NamedLook = {
    name,
    inputs,
    outputs,
    ...common,
    ...(closeLook && { closeLook }),
    ...(coarseLook && {
      coarseLook: {
        model: nameAtSize(name, coarseLook.sidePx),
        ...(coarseLook.chooser && { chooser: coarseLook.chooser }),
      },
    }),
  };
  if (!coarseLook) return [first];
  const { sidePx } = coarseLook;
  const coarse = { inputs: resized(inputs, sidePx), outputs: resized(outputs, sidePx), ...common };
  return [first, { name: nameAtSize(name, sidePx), ...coarse }];
}

/** Pictures and maps of another size: height and width follow the batch. */
function resized(tensors: readonly TensorDescription[], sidePx: number): TensorDescription[] {
  return tensors.map((tensor) => ({
    ...tensor,
    shape: tensor.shape.map((size, axis) => (axis === 1 || axis === 2 ? sidePx : size)),
  }));
}
