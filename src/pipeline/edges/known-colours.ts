/**
 * Where the colours of both sides of an edge are known. Soft pixels near the background are edges, and the background's
 * colour is seen beside them. A nearly opaque pixel far from any background is rather subject that the network was not
 * sure of: a colour behind it would be a guess, and taking it out would do harm.
 */
import { clearBelow, coveredFrom, translucentUpTo } from '../alpha.ts';
import type { Matte } from '../matte.ts';

/** Pixels from the background up to which its colour is known, and beyond which it is not; of about 512 a side. */
const knownToPx = 12;
const unknownFromPx = 36;

/**
 * How far the estimated colours of each pixel of a matte are known.
 * @returns the matte's size: 0, unknown, to 255
 */
export function knownColours(matte: Matte): Uint8Array {
  const { samples } = matte;
  const distance = distanceToBackground(matte);
  const known = new Uint8Array(samples.length);
  for (let at = 0; at < known.length; at++) {
    const near = falling(distance[at], knownToPx, unknownFromPx);
    const translucent = falling(samples[at], translucentUpTo, coveredFrom);
    known[at] = Math.max(near, translucent) * 255 + 0.5;
  }
  return known;
}

/** 1 up to `from`, 0 beyond `to`, a straight line between. */
function falling(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (to - value) / (to - from)));
}

/**
 * Pixels to the nearest background, at most `unknownFromPx`: two passes with steps of 1 and 1.4, so slants come out a
 * little too long (Borgefors, 1986).
 */
function distanceToBackground({ widthPx, heightPx, samples }: Matte): Float32Array {
  const distance = new Float32Array(samples.length).fill(unknownFromPx);
  samples.forEach((alpha, at) => {
    if (alpha < clearBelow) distance[at] = 0;
  });
  const pass = (at: number, x: number, step: 1 | -1) => {
    const row = at - step * widthPx;
    const before = step > 0 ? x > 0 : x < widthPx - 1;
    const after = step > 0 ? x < widthPx - 1 : x > 0;
    let nearest = distance[at];
    if (before) nearest = Math.min(nearest, distance[at - step] + 1);
    if (row >= 0 && row < distance.length) {
      nearest = Math.min(nearest, distance[row] + 1);
      if (before) nearest = Math.min(nearest, distance[row - step] + 1.4);
      if (after) nearest = Math.min(nearest, distance[row + step] + 1.4);
    }
    distance[at] = nearest;
  };
  for (let y = 0, at = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++) pass(at++, x, 1);
  for (let y = heightPx - 1, at = distance.length; y >= 0; y--)
    for (let x = widthPx - 1; x >= 0; x--) pass(--at, x, -1);
  return distance;
}
