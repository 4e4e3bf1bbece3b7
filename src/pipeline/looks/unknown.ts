/** How much of a matte is unknown, as in a trimap: neither background nor subject. */
import { clearBelow, opaqueAbove } from '../alpha.ts';
import type { Matte } from '../matte.ts';

const lostFrom = 0.85;

/** Whether nearly all that a matte shows is in doubt: then the subject is lost, and what is soft are no edges. */
export function isLost(matte: Matte): boolean {
  return unknownShare(matte) > lostFrom;
}

/**
 * Share of the pixels that are not clear which are not opaque either. It counts what the network sees and not the whole
 * picture, so small subjects are judged like large ones.
 * @returns 0 for a matte of hard edges, to 1 for haze; 1 for an empty matte too
 */
export function unknownShare({ samples }: Matte): number {
  let seen = 0;
  let unknown = 0;
  for (let at = 0; at < samples.length; at++) {
    const alpha = samples[at];
    if (alpha < clearBelow) continue;
    seen++;
    if (alpha <= opaqueAbove) unknown++;
  }
  return seen === 0 ? 1 : unknown / seen;
}
