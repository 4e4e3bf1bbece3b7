/**
 * Where the colours of both sides of an edge are known. Soft pixels near the background are edges, and the background's
 * colour is seen beside them. A nearly opaque pixel far from any background is rather subject that the network was not
 * sure of: a colour behind it would be a guess, and taking it out would do harm.
 */
import { bytes, floats, layOut } from '../../kernels/memory.ts';
import { clearBelow, coveredFrom, translucentUpTo } from '../alpha.ts';
import type { Matte } from '../matte.ts';

/** Pixels from the background up to which its colour is known, and beyond which it is not; of about 512 a side. */
const knownToPx = 12;
const unknownFromPx = 36;

/**
 * How far the estimated colours of each pixel of a matte are known.
 * @returns the matte's size: 0, unknown, to 255
 */
export function knownColours({ widthPx, heightPx, samples }: Matte): Uint8Array {
  const { kernels, arrays } = layOut({
    alpha: bytes(samples.length),
    distance: floats(samples.length),
    known: bytes(samples.length),
  });
  const { alpha, distance, known } = arrays;
  alpha.set(samples);
  kernels.knownColours(
    ...[alpha.byteOffset, widthPx, heightPx, clearBelow, translucentUpTo, coveredFrom, knownToPx, unknownFromPx],
    ...[distance.byteOffset, known.byteOffset],
  );
  return known.slice();
}
