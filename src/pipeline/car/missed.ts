/**
 * Mirrors and panes that the first look at a car missed and a coarser one saw. Wider surroundings in fewer pixels tell a
 * dark mirror from a dark street.
 *
 * Only what is thick, sure and in the upper part of the car is taken: lower down a coarser look takes shade for skirts.
 * What each number gains and loses stands in evaluation/experiments/car-looks.md.
 */
import { missedBelow, missedMean } from '../alpha.ts';
import type { Layer } from '../layer.ts';
import { addParts, type CoarsePart, type Search } from '../looks/coarse-parts.ts';
import type { Matte } from '../matte.ts';
import type { PlaneBox } from './box.ts';

/** Of the coarse matte: nothing is added but the parts with their soft edges. */
const search: Search = { thickness: 9, joinReach: 0 };
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
  const { layer } = addParts(
    first,
    { ...first, plane: coarse },
    search,
    (part, known) => part.pixels.length <= known.subject * largestPart && isMissed(part, coarse, box),
  );
  return layer.plane;
}

/** Whether both looks are sure of what they say of it, and it lies where mirrors and panes are. */
function isMissed({ pixels, coarseMean, knownMean }: CoarsePart, { widthPx }: Matte, box: PlaneBox): boolean {
  let [x, y] = [0, 0];
  for (const at of pixels) {
    x += at % widthPx;
    y += Math.floor(at / widthPx);
  }
  const across = (x / pixels.length - box.left) / (box.right - box.left);
  const down = (y / pixels.length - box.top) / (box.bottom - box.top);
  const isInPlace = across >= 0 && across <= 1 && down >= middleFrom && down <= middleTo;
  return isInPlace && coarseMean >= missedMean && knownMean < missedBelow;
}
