/** A network under the names by which it is served: its own, and once more under that of each other size it is asked at. */
import { type ModelDescription, nameAtSize, type TensorDescription } from './manifest.ts';

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
  /** Another of these names, to be asked beside the first, and the network that chooses between both. */
  readonly coarseLook?: {
    readonly model: string;
    readonly chooser?: { readonly network: string; readonly whenUncertain: number };
  };
}

/** The first look, and those of other sizes. All are the same file. */
export function looksOf(name: string, description: ModelDescription): readonly NamedLook[] {
  const { inputs, outputs, maxBatch, batchWaitMs, secondLook, closeLook, coarseLook } = description;
  const common = { maxBatch, ...(batchWaitMs === undefined ? {} : { batchWaitMs }) };
  const first: NamedLook = {
    name,
    inputs,
    outputs,
    ...common,
    ...(secondLook && {
      secondLook: { model: nameAtSize(name, secondLook.sidePx), whenUncertain: secondLook.whenUncertain },
    }),
    ...(closeLook && { closeLook }),
    ...(coarseLook && {
      coarseLook: {
        model: nameAtSize(name, coarseLook.sidePx),
        ...(coarseLook.chooser && { chooser: coarseLook.chooser }),
      },
    }),
  };
  const sides = new Set([secondLook, coarseLook].flatMap((look) => look?.sidePx ?? []));
  return [
    first,
    ...[...sides].map((sidePx) => ({
      name: nameAtSize(name, sidePx),
      inputs: resized(inputs, sidePx),
      outputs: resized(outputs, sidePx),
      ...common,
    })),
  ];
}

/** Pictures and maps of another size: height and width follow the batch. */
function resized(tensors: readonly TensorDescription[], sidePx: number): TensorDescription[] {
  return tensors.map((tensor) => ({
    ...tensor,
    shape: tensor.shape.map((size, axis) => (axis === 1 || axis === 2 ? sidePx : size)),
  }));
}
