/**
 * Whether the medium pass is better than the full one (docs/decisions/0011-second-look.md).
 *
 * A network that is wrong at one size mostly loses a part of the subject there, and leaves what is around the loss
 * unknown. So the second matte has to know more, see no less, and show something else in the large.
 */
import type { Matte } from '../plane/matte.ts';
import { unknownShare } from '../plane/unknown.ts';
import { changesOf } from './changes.ts';

/** The second matte has at most this much of the first one's unknown share: two that know as little prove nothing. */
const mostUnknown = 0.8;
/** The second matte has at least this much of the first one's mean opacity: with less it has lost something itself. */
const leastOpacity = 0.97;
/** The second matte differs in more than this share of the cells: with less it shows the same subject, coarser. */
const mostAlike = 1 / 8;
/** The second matte adds haze in at most this share of the cells: walls, woods and foliage without a subject give such mattes. */
const mostHazed = 1 / 8;

/**
 * Chooses between two mattes of one picture.
 * @param first of the usual size
 * @param second of the smaller size
 * @returns one of the two, the same object
 */
export function chooseMatte(first: Matte, second: Matte): Matte {
  if (unknownShare(second) > unknownShare(first) * mostUnknown) return first;
  if (meanOpacity(second) < meanOpacity(first) * leastOpacity) return first;
  const { differing, hazed } = changesOf(first, second);
  return differing > mostAlike && hazed <= mostHazed ? second : first;
}

/** 0 to 255: how much of the picture is subject. */
function meanOpacity({ samples }: Matte): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += samples[at];
  return sum / samples.length;
}
