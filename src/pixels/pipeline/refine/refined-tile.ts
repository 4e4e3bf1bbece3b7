/** A tile that the refiner has answered, and how much of its answer counts. */
import { changedFrom, keptUpTo } from '../plane/alpha.ts';
import type { Layer } from '../plane/layer.ts';
import type { Region } from '../plane/region.ts';

/** Refined alpha of a part of the picture. */
export interface RefinedTile {
  /** Over what the network saw. */
  readonly layer: Layer;
  /** The part of it that counts: cores of neighbours overlap. */
  readonly core: Region;
  /** Weight of each of its samples against the coarse alpha: 0 to 255. */
  readonly blendWeights: Uint8Array;
  /** RGB of the layer's region at the size of its plane, where alpha is to be drawn along its edges; null: bilinear. */
  readonly guide: Uint8Array | null;
}

/** All refined tiles of a picture. */
export interface RefinedTiles {
  /** Side of a tile at the scale of the picture, in pixels: by it cores overlap. */
  readonly sidePx: number;
  readonly tiles: readonly RefinedTile[];
}

/**
 * Weights of a refined tile: 0 where the refiner gave back the bilinear alpha that it was shown, and 0 along smooth
 * outlines, for there alpha that is drawn along the photo's edges is better.
 * @param shown alpha that the refiner saw, 0 to 255
 * @param refined alpha that it answered
 * @param softness of the matte in the tile, 0 to 255; all three of one length
 * @returns 0 to 255
 */
export function blendWeights(shown: Uint8Array, refined: Uint8Array, softness: Uint8Array): Uint8Array {
  const weights = new Uint8Array(refined.length);
  for (let at = 0; at < weights.length; at++) {
    if (softness[at] > 0) weights[at] = softness[at] * shareByChange[Math.abs(refined[at] - shown[at])] + 0.5;
  }
  return weights;
}

/** How much of a change of alpha counts, 0 to 1, by its size. */
const shareByChange = Float64Array.from({ length: 256 }, (_, change) =>
  Math.min(1, Math.max(0, (change - keptUpTo) / (changedFrom - keptUpTo))),
);
