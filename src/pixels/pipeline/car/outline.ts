/** Closes holes that a matte has in windows, lamps and grilles, where the parts network knows the car around them. */
import { carFrom } from '../plane/alpha.ts';
import type { Plane } from '../plane/plane.ts';

/** How far inside the car there are no holes, in pixels of the network's plane. Nearer to the edge, the matte draws it. */
const deep = 2;

/**
 * The inside of the car.
 * @param car what belongs to the chosen car, glass counted as solid, 0 to 255
 * @returns a plane of the same size: 255 where an outline has no holes, else 0
 */
export function insideOf({ widthPx, heightPx, samples: car }: Plane): Plane {
  const inside = new Uint8Array(car.length);
  for (let y = deep; y < heightPx - deep; y++) {
    for (let x = deep; x < widthPx - deep; x++) {
      if (isCarAllAround(x, y)) inside[y * widthPx + x] = 255;
    }
  }
  return { widthPx, heightPx, samples: inside };

  function isCarAllAround(x: number, y: number): boolean {
    for (let row = y - deep; row <= y + deep; row++) {
      for (let column = x - deep; column <= x + deep; column++) {
        if (car[row * widthPx + column] < carFrom) return false;
      }
    }
    return true;
  }
}
