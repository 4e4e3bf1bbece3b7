/** Holes that a matte has in windows, lamps and grilles close where the parts network is sure of the car around them. */
import type { Matte } from '../matte.ts';

/** From here on the network is sure. */
const sure = 176;
/** How far inside the car there are no holes, in pixels of the network's map: the matte draws the edges. */
const deep = 2;

/**
 * The inside of the car.
 * @param car what belongs to the chosen car, glass counted as solid, 0 to 255
 * @returns 255 where an outline has no holes, else 0
 */
export function insideOf({ widthPx, heightPx, alpha }: Matte): Matte {
  const inside = new Uint8Array(alpha.length);
  for (let y = deep; y < heightPx - deep; y++) {
    for (let x = deep; x < widthPx - deep; x++) {
      if (everyAround(x, y)) inside[y * widthPx + x] = 255;
    }
  }
  return { widthPx, heightPx, alpha: inside };

  function everyAround(x: number, y: number): boolean {
    for (let row = y - deep; row <= y + deep; row++) {
      for (let column = x - deep; column <= x + deep; column++) {
        if (alpha[row * widthPx + column] < sure) return false;
      }
    }
    return true;
  }
}
