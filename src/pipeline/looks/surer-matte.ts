/** Which of two mattes of one picture is right: the second, coarser one has to show that the first lost something. */

import type { Matte } from '../matte.ts';
import { changesOf } from './changes.ts';
import { uncertainShare } from './uncertainty.ts';

/** A second matte is surer with at most this much of the first one's uncertain share: two that are as unsure prove nothing. */
const surer = 0.8;
/** A second matte of less than this much of the first one's opacity has lost something itself. */
const noLess = 0.97;
/** One that differs in no more than this share of what is seen shows the same subject, and its edges are the coarser ones. */
const same = 1 / 8;
/** One that adds haze in more than this share has found no subject there: walls, woods and foliage are seen that way. */
const mostHazed = 1 / 8;

/**
 * The second of two mattes of one picture where it is surer than the first, sees no less, and shows something else in the
 * large that is not haze; else the first. A network that is wrong at one size mostly loses a part of the subject there,
 * and hesitates where it does.
 */
export function surerMatte(first: Matte, second: Matte): Matte {
  if (uncertainShare(second) > uncertainShare(first) * surer) return first;
  if (meanOpacity(second) < meanOpacity(first) * noLess) return first;
  const { differing, hazed } = changesOf(first, second);
  return differing > same && hazed <= mostHazed ? second : first;
}

/** 0 to 255: how much of the picture is subject. */
function meanOpacity({ alpha }: Matte): number {
  let sum = 0;
  for (const value of alpha) sum += value;
  return sum / alpha.length;
}
