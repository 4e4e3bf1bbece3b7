/** The largest part of a picture that an answer has lost, or has too much, and where a person would point at it. */
import { distancesTo, partsOf, thickParts } from '../../../src/pixels/pipeline/plane/morphology.ts';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import type { PointKind } from '../../../src/pixels/pipeline/points/pixels.ts';

/** A pixel is of the subject from a half on. */
export const subjectFrom = 128;
/** Thinner errors are edges: radius of the discs that fit into a part, and how far beside them its corners are. */
const leastRadiusPx = 6;
const cornerPx = 4;
/** Of the picture. */
const leastShare = 0.005;

/** A part that is wrong, with the point that mends it. */
export interface WrongPart {
  /** 1 in it, 0 elsewhere. */
  readonly inside: Uint8Array;
  readonly kind: PointKind;
  /** Its middle: the pixel that is farthest from what is outside of it. */
  readonly x: number;
  readonly y: number;
}

/** 1 where an answer and the truth are on different sides of a half, over more than an edge. @param alpha and truth 0 to 255 */
export function wrongOf(alpha: Uint8Array, truth: Uint8Array, size: Size): Uint8Array {
  const differs = alpha.map((value, at) => (value >= subjectFrom !== truth[at] >= subjectFrom ? 1 : 0));
  return thickParts(differs, size, leastRadiusPx, cornerPx);
}

/**
 * The largest part that is wrong in one way.
 * @param truth exact alpha, 0 to 255, as `alpha`
 * @returns null where none is large enough
 */
export function wrongPart(alpha: Uint8Array, truth: Uint8Array, size: Size): WrongPart | null {
  const wrong = wrongOf(alpha, truth, size);
  const candidates = (['keep', 'drop'] as const).flatMap((kind) => {
    const ofKind = wrong.map((is, at) => (is === 1 && truth[at] >= subjectFrom === (kind === 'keep') ? 1 : 0));
    return partsOf(ofKind, ofKind, size).map((pixels) => ({ kind, pixels }));
  });
  const largest = candidates.reduce<(typeof candidates)[number] | null>(
    (most, part) => (part.pixels.length > (most?.pixels.length ?? 0) ? part : most),
    null,
  );
  if (!largest || largest.pixels.length < leastShare * alpha.length) return null;
  const inside = new Uint8Array(alpha.length);
  for (const at of largest.pixels) inside[at] = 1;
  const middle = middleOf(inside, size);
  return { inside, kind: largest.kind, x: middle % size.widthPx, y: Math.floor(middle / size.widthPx) };
}

/** What is beyond the border of the picture is outside of it. */
function middleOf(inside: Uint8Array, { widthPx, heightPx }: Size): number {
  const framed = { widthPx: widthPx + 2, heightPx: heightPx + 2 };
  const mask = new Uint8Array(framed.widthPx * framed.heightPx);
  for (let y = 0; y < heightPx; y++) {
    mask.set(inside.subarray(y * widthPx, (y + 1) * widthPx), (y + 1) * framed.widthPx + 1);
  }
  const away = distancesTo(mask, 0, framed, widthPx + heightPx);
  const farthest = away.reduce((most, distance, at) => (distance > away[most] ? at : most), 0);
  return (Math.floor(farthest / framed.widthPx) - 1) * widthPx + (farthest % framed.widthPx) - 1;
}
