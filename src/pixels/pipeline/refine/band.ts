/** Where a coarse matte leaves the alpha of the picture unknown. */
import { bytes, layOut } from '../../kernels/memory.ts';
import { backgroundUpTo, solidFrom } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import type { Plane } from '../plane/plane.ts';

/**
 * One cell between every four neighbouring centres of the matte's pixels, half a cell more at each border: cell
 * (x, y) spans x − ½ to x + ½ and y − ½ to y + ½ in pixels of the matte. Bilinear alpha in a cell mixes these four alone.
 */
export interface Band {
  /** Cells of a row: one more than the matte has pixels. */
  readonly columns: number;
  readonly rows: number;
  /** 0 where the four are all background or all subject; elsewhere how unknown it is, up to 255: that of the softest. */
  readonly unknown: Uint8Array;
}

/**
 * The pixels of a matte that are more than a smooth outline, the softer the more unknown; null if there are none.
 * @param softness of the matte, of its size
 */
export function findBand({ widthPx, heightPx, samples }: Matte, softness: Plane): Band | null {
  const columns = widthPx + 1;
  const rows = heightPx + 1;
  const { kernels, arrays } = layOut({
    alpha: bytes(samples.length),
    softness: bytes(samples.length),
    unknown: bytes(columns * rows),
  });
  const { alpha, unknown } = arrays;
  alpha.set(samples);
  arrays.softness.set(softness.samples);
  const found = kernels.softCorners(
    ...[alpha.byteOffset, arrays.softness.byteOffset, widthPx, heightPx],
    ...[backgroundUpTo, solidFrom],
    unknown.byteOffset,
  );
  return found > 0 ? { columns, rows, unknown: unknown.slice() } : null;
}
