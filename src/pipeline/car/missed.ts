/**
 * Mirrors and panes that the first look at a car missed and a coarser one saw. Wider surroundings in fewer pixels tell a
 * dark mirror from a dark street.
 *
 * Only what is thick, sure and in the upper part of the car is taken: lower down a coarser look takes shade for skirts.
 * What each number gains and loses stands in evaluation/experiments/car-looks.md.
 */
import { missedBelow, missedFrom, missedMean, subjectFrom } from '../alpha.ts';
import { type Layer, reducedLayer } from '../layer.ts';
import type { Matte } from '../matte.ts';
import type { PlaneBox } from './box.ts';

/** Side of the square, in pixels of the coarse matte, that fits into each part: thinner is the edge seen otherwise. */
const thickness = 9;
/** Room around a part for its soft edge, in pixels of the coarse matte. */
const softReach = 3;
/** Where the middle of a part lies: shares of the box from its top. Higher stand people, lower lies shade. */
const middleFrom = 0.08;
const middleTo = 0.4;
/** Largest part, as a share of the car. */
const largestPart = 0.04;

/**
 * Adds what the first look missed.
 * @param first the car alone, over some region of the picture
 * @param coarse the same by a coarser look, over the same region, in at most as many pixels
 * @param box of the detected vehicle in pixels of `coarse`
 * @returns a matte of the size of `first`, nowhere below it
 */
export function addMissed(first: Layer, coarse: Matte, box: PlaneBox): Matte {
  const { widthPx, heightPx, samples } = coarse;
  const known = reducedLayer(first, first.region, widthPx, heightPx);
  const missed = samples.map((alpha, at) => (alpha >= missedFrom && known[at] < subjectFrom ? 1 : 0));
  const thick = opened(missed, coarse, thickness);
  const car = known.reduce((sum, alpha) => sum + (alpha >= subjectFrom ? 1 : 0), 0);
  const parts = partsOf(missed, thick, coarse).filter(
    (part) => part.length <= car * largestPart && isMissed(part, coarse, known, box),
  );
  if (parts.length === 0) return first.plane;
  const taken = new Uint8Array(samples.length);
  for (const part of parts) for (const at of part) taken[at] = 1;
  const around = grown(taken, coarse, 2 * softReach + 1);
  const added = { widthPx, heightPx, samples: samples.map((alpha, at) => (around[at] > 0 ? alpha : 0)) };
  const { plane } = first;
  const raised = reducedLayer(
    { plane: added, region: first.region, outside: 0 },
    first.region,
    plane.widthPx,
    plane.heightPx,
  );
  return { ...plane, samples: plane.samples.map((alpha, at) => Math.max(alpha, raised[at])) };
}

/** Whether both looks are sure of what they say of it, and it lies where mirrors and panes are. */
function isMissed(part: readonly number[], { widthPx, samples }: Matte, known: Uint8Array, box: PlaneBox): boolean {
  let [x, y, seen, before] = [0, 0, 0, 0];
  for (const at of part) {
    x += at % widthPx;
    y += Math.floor(at / widthPx);
    seen += samples[at];
    before += known[at];
  }
  const across = (x / part.length - box.left) / (box.right - box.left);
  const down = (y / part.length - box.top) / (box.bottom - box.top);
  const isInPlace = across >= 0 && across <= 1 && down >= middleFrom && down <= middleTo;
  return isInPlace && seen >= missedMean * part.length && before < missedBelow * part.length;
}

/** Connected parts of a mask that hold a pixel of the seeds, each as a list of its pixels. */
function partsOf(mask: Uint8Array, seeds: Uint8Array, { widthPx, heightPx }: Matte): number[][] {
  const left = mask.slice();
  const parts: number[][] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0 || seeds[start] === 0) continue;
    const part = [start];
    left[start] = 0;
    const take = (at: number): void => {
      if (left[at] === 0) return;
      left[at] = 0;
      part.push(at);
    };
    for (let next = 0; next < part.length; next++) {
      const at = part[next];
      const x = at % widthPx;
      if (x > 0) take(at - 1);
      if (x < widthPx - 1) take(at + 1);
      if (at >= widthPx) take(at - widthPx);
      if (at < widthPx * (heightPx - 1)) take(at + widthPx);
    }
    parts.push(part);
  }
  return parts;
}

/** What of a mask squares of that side fit into. */
function opened(mask: Uint8Array, size: Matte, side: number): Uint8Array {
  const outside = grown(
    mask.map((value) => 1 - value),
    size,
    side,
  );
  return grown(
    outside.map((value) => 1 - value),
    size,
    side,
  );
}

/** A mask grown by a square of that odd side, its middle on each pixel. */
function grown(mask: Uint8Array, { widthPx, heightPx }: Matte, side: number): Uint8Array {
  const reach = (side - 1) / 2;
  const rows = new Uint8Array(mask.length);
  const result = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue;
    const x = at % widthPx;
    rows.fill(1, at - Math.min(reach, x), at + Math.min(reach, widthPx - 1 - x) + 1);
  }
  for (let at = 0; at < mask.length; at++) {
    if (rows[at] === 0) continue;
    const y = Math.floor(at / widthPx);
    for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
      result[row * widthPx + (at % widthPx)] = 1;
    }
  }
  return result;
}
