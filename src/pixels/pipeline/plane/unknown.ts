/** How much of a matte is unknown, as in a trimap: neither background nor subject. */
import { clearBelow, opaqueAbove } from './alpha.ts';
import type { Matte } from './matte.ts';
import { countBetween } from './plane.ts';

const lostFrom = 0.85;

/** Mattes are judged in the large in so many cells across and down: 16 pixels of 1024 each. */
export const cellsAcross = 64;

/** Whether nearly all that a matte shows is unknown: then the subject is lost, and what is soft are no edges. */
export function isLost(matte: Matte): boolean {
  return unknownShare(matte) > lostFrom;
}

/**
 * Share of the pixels that are not clear which are not opaque either. It counts what the network sees and not the whole
 * picture, so small subjects are judged like large ones.
 * @returns 0 for a matte of hard edges, to 1 for haze; 1 for an empty matte too
 */
export function unknownShare(matte: Matte): number {
  const seen = countBetween(matte, clearBelow, 255);
  return seen === 0 ? 1 : countBetween(matte, clearBelow, opaqueAbove) / seen;
}

/**
 * Share of the pixels that are not clear which are in cells of 64 × 64 that are unknown throughout. Hair, spokes and lace are
 * unknown along lines, with clear or opaque pixels beside them; where a body is lost whole cells are.
 * @returns 0 to 1; 1 for an empty matte too
 */
export function wideUnknownShare({ samples, widthPx, heightPx }: Matte): number {
  const isSure = new Uint8Array(cellsAcross * cellsAcross);
  const seenIn = new Uint32Array(cellsAcross * cellsAcross);
  let seen = 0;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.floor((y * cellsAcross) / heightPx) * cellsAcross;
    for (let x = 0; x < widthPx; x++, at++) {
      const cell = row + Math.floor((x * cellsAcross) / widthPx);
      const alpha = samples[at];
      if (alpha < clearBelow || alpha > opaqueAbove) isSure[cell] = 1;
      if (alpha < clearBelow) continue;
      seen++;
      seenIn[cell]++;
    }
  }
  const wide = seenIn.reduce((sum, count, cell) => (isSure[cell] ? sum : sum + count), 0);
  return seen === 0 ? 1 : wide / seen;
}
