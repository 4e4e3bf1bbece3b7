/**
 * Where the colours of both sides of an edge are known: where the soft zone is as narrow as a real edge. There alpha climbs
 * from background to subject within a few pixels, and both colours are seen beside it. A wide zone in which alpha hardly
 * changes is rather subject, or background, of which the network was not sure. Colours behind it would be a guess, and
 * removing them does harm: hair turned pink.
 */
import { bytes, floats, integers, layOut } from '../../kernels/memory.ts';
import { clearBelow, opaqueAbove } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import { isLost } from '../plane/unknown.ts';

// All in pixels of about 512 a side, and in values of alpha, 0 to 255. The first of two numbers is where a colour begins to be
// unknown, or known; the second where it is so completely.

/** Distance from the nearest background, and from the nearest subject. */
const background = [12, 36] as const;
const subject = [36, 60] as const;
/** By how much alpha changes within `steepReach` to each side. */
const steepness = [30, 70] as const;
const steepReach = 3;
/** The mean of that over the soft pixels within `zoneReach` to each side: edges that are one beside another are steep too. */
const narrowness = [70, 110] as const;
const zoneReach = 16;

/**
 * How far the estimated colours of each pixel of a matte are known.
 * @returns the matte's size: 0, unknown, to 255
 */
export function knownColours({ widthPx, heightPx, samples }: Matte): Uint8Array {
  const count = samples.length;
  if (isLost({ widthPx, heightPx, samples })) return new Uint8Array(count);
  const { kernels, arrays } = layOut({
    alpha: bytes(count),
    toBackground: floats(count),
    toSubject: floats(count),
    low: bytes(count),
    high: bytes(count),
    room: bytes(count * 2),
    sums: integers(widthPx * 2),
    means: floats(count),
    known: bytes(count),
  });
  const { alpha, toBackground, toSubject, low, high, room, sums, means, known } = arrays;
  alpha.set(samples);
  const matte = [alpha.byteOffset, widthPx, heightPx] as const;
  kernels.distances(...matte, 0, clearBelow - 1, background[1], toBackground.byteOffset);
  kernels.distances(...matte, opaqueAbove + 1, 255, subject[1], toSubject.byteOffset);
  kernels.extremes(...matte, 1, steepReach, low.byteOffset, high.byteOffset, room.byteOffset);
  kernels.meansOfSoft(
    ...[alpha.byteOffset, low.byteOffset, high.byteOffset, widthPx, heightPx, clearBelow, opaqueAbove],
    ...[zoneReach, sums.byteOffset, means.byteOffset],
  );
  kernels.knownColours(
    ...[toBackground.byteOffset, ...background, toSubject.byteOffset, ...subject],
    ...[low.byteOffset, high.byteOffset, ...steepness, means.byteOffset, ...narrowness],
    ...[count, known.byteOffset],
  );
  return known.slice();
}
