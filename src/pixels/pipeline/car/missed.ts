/**
 * Mirrors and panes that the full pass over a car missed and a low one saw. With wider surroundings in fewer pixels a
 * dark mirror differs from a dark street.
 *
 * Only what is thick, opaque and in the upper part of the car is added: lower down a low pass takes shade for skirts.
 * What each number gains and loses is in lab/evaluation/experiments/car-looks.md.
 */

import { addParts, type MissedPart, type Search } from '../passes/missed-parts.ts';
import { missedBelow, missedMean } from '../plane/alpha.ts';
import type { Layer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import type { PlaneBox } from './box.ts';

/** Of the low matte: nothing is added but the parts with their soft edges. */
const search: Search = { thickness: 9, joinReach: 0 };
/** Where the middle of a part is: shares of the box from its top. Above it are people, below it shade. */
const middleFrom = 0.08;
const middleTo = 0.4;
/** Largest part, as a share of the car. */
const largestPart = 0.04;

/**
 * Adds what the full pass missed.
 * @param first the car alone, over some region of the picture
 * @param low the same by a low pass, over the same region, in at most as many pixels
 * @param box of the detected vehicle in pixels of `low`
 * @returns a matte of the size of `first`, nowhere below it
 */
export function addMissed(first: Layer, low: Matte, box: PlaneBox): Matte {
  const { layer } = addParts(
    first,
    { ...first, plane: low },
    search,
    (part, known) => part.pixels.length <= known.subject * largestPart && isMissed(part, low, box),
  );
  return layer.plane;
}

/** Whether both passes are certain, and it is where mirrors and panes are. */
function isMissed({ pixels, lowMean, knownMean }: MissedPart, { widthPx }: Matte, box: PlaneBox): boolean {
  let [x, y] = [0, 0];
  for (const at of pixels) {
    x += at % widthPx;
    y += Math.floor(at / widthPx);
  }
  const across = (x / pixels.length - box.left) / (box.right - box.left);
  const down = (y / pixels.length - box.top) / (box.bottom - box.top);
  const isInPlace = across >= 0 && across <= 1 && down >= middleFrom && down <= middleTo;
  return isInPlace && lowMean >= missedMean && knownMean < missedBelow;
}
