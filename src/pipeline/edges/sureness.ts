/**
 * Where the colours of both sides can be told. Soft pixels near the background are edges, and the background's colour is
 * known; a nearly opaque pixel far from any background is rather the subject, of which the network was in doubt, and what
 * would be taken out of it was only guessed.
 */
import type { Matte } from '../matte.ts';

/** A twentieth: below it a pixel is background. */
const backgroundBelow = 13;
/** Pixels from the background up to which its colour is known, and beyond which it is not; of about 512 a side. */
const knownToPx = 12;
const unknownFromPx = 36;
/** Alpha from which a pixel without background around it is rather the subject, and from which it surely is. */
const perhapsSubject = 140;
const surelySubject = 210;

/** How far the estimated colours of each pixel can be believed: 0 to 255. */
export function sureShares({ widthPx, heightPx, alpha }: Matte): Uint8Array {
  const distance = distanceToBackground({ widthPx, heightPx, alpha });
  const sure = new Uint8Array(alpha.length);
  for (let at = 0; at < sure.length; at++) {
    const known = falling(distance[at], knownToPx, unknownFromPx);
    const translucent = falling(alpha[at], perhapsSubject, surelySubject);
    sure[at] = Math.max(known, translucent) * 255 + 0.5;
  }
  return sure;
}

/** 1 up to `from`, 0 beyond `to`. */
function falling(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (to - value) / (to - from)));
}

/**
 * Pixels to the nearest background up to `unknownFromPx`, a little too far on slants: two passes with steps of 1 and 1.4
 * (Borgefors, 1986).
 */
function distanceToBackground({ widthPx, heightPx, alpha }: Matte): Float32Array {
  const distance = new Float32Array(alpha.length).fill(unknownFromPx);
  alpha.forEach((value, at) => {
    if (value < backgroundBelow) distance[at] = 0;
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
