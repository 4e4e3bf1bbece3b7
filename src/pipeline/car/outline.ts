/**
 * What a matte lost of a car comes back: dark mirrors before a dark street, holes in windows and lamps. The parts network's
 * map is coarse, so the matte draws every edge that it has.
 */
import type { Matte } from '../matte.ts';

/** From here on the matte has something. */
const solid = 128;
/** Below this it has nothing. */
const nothing = 96;
/** From here on the network is sure. */
const sure = 176;
/** How far inside the car an outline has no holes, in pixels of the map. */
const deep = 2;
/** A network that would give more than this share of the outline is wrong. */
const mostGiven = 0.04;

/**
 * @param outline the matte at the size of `car`, 0 to 255
 * @param car what belongs to the chosen car, glass counted as solid, 0 to 255
 * @returns the least that the outline must be; 0 where it is right
 */
export function lostParts(outline: Uint8Array, car: Matte): Matte {
  const alpha = mirrors(outline, car);
  for (const [at, value] of inside(car).entries()) alpha[at] = Math.max(alpha[at], value);
  return { widthPx: car.widthPx, heightPx: car.heightPx, alpha };
}

/** Small parts of the car that stick out and are missing in the outline: dark mirrors above all. */
function mirrors(outline: Uint8Array, car: Matte): Uint8Array {
  const isMissing = (at: number) => outline[at] < nothing && car.alpha[at] >= sure;
  const isNoOutline = (at: number) => at < 0 || outline[at] < solid;
  const seeds = everywhere(car, (x, y) => {
    return isMissing(y * car.widthPx + x) && around(car, x, y, 1).every(isNoOutline);
  });
  const found = grown(car, seeds, isMissing);
  if (count(found, (value) => value > 0) > mostGiven * count(outline, (value) => value >= solid)) return found.fill(0);
  // With the soft rim that the network gives it.
  const touches = (x: number, y: number) => around(car, x, y, 1).some((at) => at >= 0 && found[at] > 0);
  return everywhere(car, touches).map((value, at) => (value > 0 ? car.alpha[at] : 0));
}

/** The inside of the car, where an outline has no holes: 255 or 0. */
function inside(car: Matte): Uint8Array {
  return everywhere(car, (x, y) => around(car, x, y, deep).every((at) => at >= 0 && car.alpha[at] >= sure));
}

/** Places of the square around a pixel; -1 beyond the map. */
function around({ widthPx, heightPx }: Matte, x: number, y: number, reach: number): number[] {
  const places: number[] = [];
  for (let row = y - reach; row <= y + reach; row++) {
    for (let column = x - reach; column <= x + reach; column++) {
      const beyond = row < 0 || column < 0 || row >= heightPx || column >= widthPx;
      places.push(beyond ? -1 : row * widthPx + column);
    }
  }
  return places;
}

function everywhere({ widthPx, heightPx }: Matte, holds: (x: number, y: number) => boolean): Uint8Array {
  const found = new Uint8Array(widthPx * heightPx);
  for (let at = 0; at < found.length; at++) if (holds(at % widthPx, Math.floor(at / widthPx))) found[at] = 255;
  return found;
}

/** Seeds with all that touches them and belongs, over sides. */
function grown({ widthPx, heightPx }: Matte, seeds: Uint8Array, belongs: (at: number) => boolean): Uint8Array {
  const found = seeds.slice();
  const open = [...seeds.keys()].filter((at) => seeds[at] > 0);
  const take = (at: number) => {
    if (found[at] > 0 || !belongs(at)) return;
    found[at] = 255;
    open.push(at);
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % widthPx;
    if (x > 0) take(at - 1);
    if (x < widthPx - 1) take(at + 1);
    if (at >= widthPx) take(at - widthPx);
    if (at < widthPx * (heightPx - 1)) take(at + widthPx);
  }
  return found;
}

function count(values: Uint8Array, holds: (value: number, at: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < values.length; at++) if (holds(values[at], at)) found++;
  return found;
}
