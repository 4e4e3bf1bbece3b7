/**
 * What the second of two mattes of one picture changes in the large. Hair, fur and outlines differ from pixel to pixel by
 * the size at which the network looked; a part that one of them has lost, and haze, differ over whole cells.
 */
import { layerOver, type Matte, reducedLayer } from '../matte.ts';
import { wholeOf } from '../region.ts';

/** Mattes are compared by their means in so many cells across and down: 16 pixels of 1024 each. */
const cellsAcross = 64;
/** A twentieth: cells below it in both mattes are background and do not count. */
const seenFrom = 13;
/** A tenth. */
const differFrom = 26;
/** Half opacity. */
const subjectFrom = 128;

/** Shares of the cells that either matte sees, 0 to 1. */
export interface Changes {
  /** Where the mattes differ. */
  readonly differing: number;
  /** Where the second sees more than the first and still less than half: haze, or lines as fine as the joints of a wall. */
  readonly hazed: number;
}

/** Compares mattes of any two sizes. Nothing changes where neither sees anything. */
export function changesOf(first: Matte, second: Matte): Changes {
  const before = cellsOf(first);
  const after = cellsOf(second);
  let [seen, differing, hazed] = [0, 0, 0];
  for (let cell = 0; cell < before.length; cell++) {
    if (before[cell] < seenFrom && after[cell] < seenFrom) continue;
    seen++;
    const more = after[cell] - before[cell];
    if (Math.abs(more) >= differFrom) differing++;
    if (more >= differFrom && after[cell] < subjectFrom) hazed++;
  }
  return seen === 0 ? { differing: 0, hazed: 0 } : { differing: differing / seen, hazed: hazed / seen };
}

function cellsOf(matte: Matte): Uint8Array {
  return reducedLayer(layerOver(matte, matte), wholeOf(matte), cellsAcross, cellsAcross);
}
