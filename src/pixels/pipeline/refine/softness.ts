/**
 * How wide the unknown part of a matte is around each pixel. A smooth outline is soft over a few pixels, and drawn along
 * the photo it is right to a fraction of one. Hair, fur, leaves, and parts that the network is not sure of, are soft all
 * around.
 */
import { bytes, layOut } from '../../kernels/memory.ts';
import { backgroundUpTo, solidFrom } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import type { Plane } from '../plane/plane.ts';

/** Pixels to each side of the window in which soft pixels are counted. */
const reach = 6;
/** Share of soft pixels in the window up to which an edge is a smooth outline, and from which on it is not. */
const outlineUpTo = 0.35;
const softFrom = 0.65;

/**
 * The softness of a matte.
 * @returns of the matte's size: 0, nothing but a smooth outline near the pixel, to 255
 */
export function softnessOf({ widthPx, heightPx, samples }: Matte): Plane {
  const { kernels, arrays } = layOut({
    alpha: bytes(samples.length),
    table: bytes(softnessByCount.length),
    columns: bytes(widthPx),
    softness: bytes(samples.length),
  });
  const { alpha, table, columns, softness } = arrays;
  alpha.set(samples);
  table.set(softnessByCount);
  kernels.countAround(
    ...[alpha.byteOffset, widthPx, heightPx],
    ...[backgroundUpTo, solidFrom, reach],
    ...[table.byteOffset, columns.byteOffset, softness.byteOffset],
  );
  return { widthPx, heightPx, samples: softness.slice() };
}

const window = (2 * reach + 1) ** 2;

/** By how many pixels of the window are soft. */
const softnessByCount = Uint8Array.from({ length: window + 1 }, (_, count) => {
  const rising = (count / window - outlineUpTo) / (softFrom - outlineUpTo);
  return 255 * Math.min(1, Math.max(0, rising)) + 0.5;
});
