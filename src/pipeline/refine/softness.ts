/**
 * How wide the unknown part of a matte is around each pixel. A smooth outline is soft over a few pixels, and drawn along
 * the photo it is right to a fraction of one. Hair, fur, leaves, and parts that the network is not sure of, are soft all
 * around.
 */
import { backgroundUpTo, solidFrom } from '../alpha.ts';
import type { Matte } from '../matte.ts';
import type { Plane } from '../plane.ts';

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
  const soft = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at++) {
    const alpha = samples[at];
    soft[at] = alpha > backgroundUpTo && alpha < solidFrom ? 1 : 0;
  }
  const counts = summed(summed(soft, widthPx, heightPx, 1, widthPx), heightPx, widthPx, widthPx, 1);
  const softness = new Uint8Array(samples.length);
  for (let at = 0; at < softness.length; at++) softness[at] = softnessByCount[counts[at]];
  return { widthPx, heightPx, samples: softness };
}

const window = (2 * reach + 1) ** 2;

/** By how many pixels of the window are soft. */
const softnessByCount = Uint8Array.from({ length: window + 1 }, (_, count) => {
  const rising = (count / window - outlineUpTo) / (softFrom - outlineUpTo);
  return 255 * Math.min(1, Math.max(0, rising)) + 0.5;
});

/** Sums over the window along one axis; beyond the border there is nothing. */
function summed(values: ArrayLike<number>, length: number, lines: number, step: number, stride: number): Uint16Array {
  const sums = new Uint16Array(values.length);
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    let sum = 0;
    for (let at = -reach; at < length; at++) {
      if (at + reach < length) sum += values[start + (at + reach) * step];
      if (at > reach) sum -= values[start + (at - reach - 1) * step];
      if (at >= 0) sums[start + at * step] = sum;
    }
  }
  return sums;
}
