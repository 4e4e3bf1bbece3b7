/** Where weights count: what is beyond needs no work. */
import type { Layer } from '../plane/layer.ts';
import type { Region, Size } from '../plane/region.ts';
import { boxAround, fromOn } from './masks.ts';

const known = new WeakMap<Layer, Region | null>();

/**
 * The pixels of the picture that may have a weight. Looked for once for each layer.
 * @param weights 0 outside of their region
 * @returns null where all are 0
 */
export function weightedRegion(weights: Layer): Region | null {
  const before = known.get(weights);
  if (before !== undefined) return before;
  const { plane, region } = weights;
  // A weight reaches as far as the places beside it, for it is read between two.
  const box = boxAround(fromOn(plane.samples, 1), plane, 1);
  const found = box && pixelsOf(box, plane, region);
  known.set(weights, found);
  return found;
}

/** Pixels of a region, at least one, that places of a plane over it reach into. */
function pixelsOf(box: Region, plane: Size, region: Region): Region {
  const [left, right] = [box.leftPx, box.leftPx + box.widthPx].map((x) => (x * region.widthPx) / plane.widthPx);
  const [top, bottom] = [box.topPx, box.topPx + box.heightPx].map((y) => (y * region.heightPx) / plane.heightPx);
  const [leftPx, topPx] = [Math.floor(left), Math.floor(top)];
  return {
    leftPx: region.leftPx + leftPx,
    topPx: region.topPx + topPx,
    widthPx: Math.ceil(right) - leftPx,
    heightPx: Math.ceil(bottom) - topPx,
  };
}

/**
 * The places that pixels of a picture fall on, and one more on each side.
 * @param seen the part of the picture that the places are over
 * @param size how many places there are
 * @returns null where it is beside them all
 */
export function placesOf(pixels: Region, seen: Region, size: Size): Region | null {
  const along = (from: number, to: number, lengthPx: number, places: number): readonly [number, number] => {
    const start = Math.max(0, Math.floor((from * places) / lengthPx) - 1);
    return [start, Math.min(places, Math.ceil((to * places) / lengthPx) + 1) - start];
  };
  const [left, top] = [pixels.leftPx - seen.leftPx, pixels.topPx - seen.topPx];
  const [leftPx, widthPx] = along(left, left + pixels.widthPx, seen.widthPx, size.widthPx);
  const [topPx, heightPx] = along(top, top + pixels.heightPx, seen.heightPx, size.heightPx);
  return widthPx > 0 && heightPx > 0 ? { leftPx, topPx, widthPx, heightPx } : null;
}
