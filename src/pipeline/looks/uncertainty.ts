/** How sure a network is of its matte: a sure one is opaque or clear nearly everywhere. */
import type { Matte } from '../matte.ts';

/** A twentieth from clear and from opaque, rounded inwards. */
const clearBelow = 13;
const opaqueAbove = 242;

/**
 * Share of the pixels that are not clear which are not opaque either: 0 for a matte of hard edges, 1 for haze and for an
 * empty matte. It counts what the network sees and not the whole picture, so small subjects are judged like large ones.
 */
export function uncertainShare({ alpha }: Matte): number {
  let seen = 0;
  let uncertain = 0;
  for (const value of alpha) {
    if (value < clearBelow) continue;
    seen++;
    if (value <= opaqueAbove) uncertain++;
  }
  return seen === 0 ? 1 : uncertain / seen;
}
