/** How sure a network is of its matte: a sure one is opaque or clear nearly everywhere. */
import type { Matte } from './matte.ts';

/** A twentieth from clear and from opaque, rounded inwards. */
const clearBelow = 13;
const opaqueAbove = 242;
/** A second matte is surer with at most this much of the first one's uncertain share: two that are as unsure prove nothing. */
const surer = 0.8;
/** And clearly so with at most this much. */
const clearlySurer = 2 / 3;
/** A second matte of less than this much of the first one's opacity has lost something. */
const noLess = 0.97;
/** One of more than this much must be clearly surer: textures of walls are seen as subjects that way. */
const farMore = 2;

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

/**
 * The second of two mattes of one picture where it is surer than the first and sees no less, else the first. A network
 * that is wrong at one size mostly loses a part of the subject there, and hesitates where it does.
 */
export function surerMatte(first: Matte, second: Matte): Matte {
  const uncertain = uncertainShare(second) / uncertainShare(first);
  const opacity = meanOpacity(second) / meanOpacity(first);
  const isSurer = uncertain <= (opacity <= farMore ? surer : clearlySurer);
  return isSurer && opacity >= noLess ? second : first;
}

/** 0 to 255: how much of the picture is subject. */
function meanOpacity({ alpha }: Matte): number {
  let sum = 0;
  for (const value of alpha) sum += value;
  return sum / alpha.length;
}
