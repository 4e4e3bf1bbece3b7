/** A network under the names by which it is served: its own, and once more under that of each other size at which it is asked. */
import { type Passes, type StoredPasses, servedPasses } from '../../contract/passes/declaration.ts';
import { type ModelDescription, nameAtSize, type TensorDescription } from './manifest.ts';

export interface NamedNetwork {
  readonly name: string;
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Largest batch, at least 1. */
  readonly maxBatch: number;
  /** How long a run waits for others to go with it; one at a time where it is left out. */
  readonly batchWaitMs?: number;
  /** Further passes; those at another size have names of their own. */
  readonly passes?: Passes;
}

/** The network of the full pass, and those of other sizes. All are the same file. */
export function namedNetworks(name: string, description: ModelDescription): readonly NamedNetwork[] {
  const { inputs, outputs, maxBatch, batchWaitMs, passes } = description;
  const common = { maxBatch, ...(batchWaitMs === undefined ? {} : { batchWaitMs }) };
  const full: NamedNetwork = { name, inputs, outputs, ...common, ...(passes && { passes: asServed(name, passes) }) };
  const sides = new Set(Object.values(passes ?? {}).flatMap((pass) => (pass && 'sidePx' in pass ? pass.sidePx : [])));
  return [
    full,
    ...[...sides].map((sidePx) => ({
      name: nameAtSize(name, sidePx),
      inputs: resized(inputs, sidePx),
      outputs: resized(outputs, sidePx),
      ...common,
    })),
  ];
}

/** Passes with the names of networks in place of sizes. */
function asServed(name: string, passes: StoredPasses): Passes {
  const named = Object.entries(passes).map(([pass, stored]) => [
    pass,
    stored && 'sidePx' in stored ? { ...stored, model: nameAtSize(name, stored.sidePx) } : stored,
  ]);
  return servedPasses.parse(Object.fromEntries(named));
}

/** Pictures and maps of another size: height and width follow the batch. */
function resized(tensors: readonly TensorDescription[], sidePx: number): TensorDescription[] {
  return tensors.map((tensor) => ({
    ...tensor,
    shape: tensor.shape.map((size, axis) => (axis === 1 || axis === 2 ? sidePx : size)),
  }));
}
