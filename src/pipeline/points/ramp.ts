/** Edges of masks that are not known better. */
import { distancesTo } from '../morphology.ts';
import type { Size } from '../region.ts';

/** From nothing to all, 0 to 255, across the edges of a mask of 0 and 1, by the distance to them. @param rampPx to each side */
export function rampOf(inside: Uint8Array, size: Size, rampPx: number): Uint8Array {
  const toOutside = distancesTo(inside, 0, size, rampPx + 1);
  const toInside = distancesTo(inside, 1, size, rampPx + 1);
  return inside.map((is, at) => {
    const away = Math.min(1, ((is === 1 ? toOutside[at] : toInside[at]) - 0.5) / rampPx);
    return Math.round(127.5 + 127.5 * (is === 1 ? away : -away));
  });
}
