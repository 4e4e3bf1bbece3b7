/**
 * What the second of two mattes of one picture changes in the large. Hair, fur and outlines differ from pixel to pixel,
 * because the network saw another size. A lost part of the subject, and haze, differ over whole cells.
 */
import { clearBelow, differentFrom, subjectFrom } from '../plane/alpha.ts';
import { layerOver, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { wholeOf } from '../plane/region.ts';
import { cellsAcross } from '../plane/unknown.ts';

/** Shares of the cells that are not clear in both mattes, 0 to 1. */
export interface Changes {
  /** Where the mattes differ. */
  readonly differing: number;
  /** Where the second sees more than the first and still less than half: haze, or lines as fine as the joints of a wall. */
  readonly hazed: number;
}

/**
 * Compares two mattes of one picture, which may be of different sizes.
 * @returns zeros where neither sees anything
 */
export function changesOf(first: Matte, second: Matte): Changes {
  const before = cellsOf(first);
  const after = cellsOf(second);
  let [seen, differing, hazed] = [0, 0, 0];
  for (let cell = 0; cell < before.length; cell++) {
    if (before[cell] < clearBelow && after[cell] < clearBelow) continue;
    seen++;
    const more = after[cell] - before[cell];
    if (Math.abs(more) >= differentFrom) differing++;
    if (more >= differentFrom && after[cell] < subjectFrom) hazed++;
  }
  return seen === 0 ? { differing: 0, hazed: 0 } : { differing: differing / seen, hazed: hazed / seen };
}

function cellsOf(matte: Matte): Uint8Array {
  return reducedLayer(layerOver(matte, matte), wholeOf(matte), cellsAcross, cellsAcross);
}
