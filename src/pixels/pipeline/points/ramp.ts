/** Edges of masks that are not known better. */
import { distancesTo } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';

/** From nothing to all, 0 to 255, across the edges of a mask of 0 and 1, by the distance to them. @param rampPx to each side */
export function rampOf(inside: Uint8Array, size: Size, rampPx: number): Uint8Array {
  const toOutside = distancesTo(inside, 0, size, rampPx + 1);
  const toInside = distancesTo(inside, 1, size, rampPx + 1);
  const ramp = new Uint8Array(inside.length);
  for (let at = 0; at < ramp.length; at++) {
    const is = inside[at] === 1;
    const away = Math.min(1, ((is ? toOutside[at] : toInside[at]) - 0.5) / rampPx);
    ramp[at] = Math.round(127.5 + 127.5 * (is ? away : -away));
  }
  return ramp;
}
