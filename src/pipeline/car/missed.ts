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
import { grown, opened, partsOf } from './morphology.ts';

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
