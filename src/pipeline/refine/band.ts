/** Where a coarse matte leaves the alpha of the picture unknown. */
import { backgroundUpTo, solidFrom } from '../alpha.ts';
import type { Matte } from '../matte.ts';
import type { Plane } from '../plane.ts';
import type { Size } from '../region.ts';

/**
 * One cell between every four neighbouring centres of the matte's pixels, half a cell more at each border: cell
 * (x, y) spans x − ½ to x + ½ and y − ½ to y + ½ in pixels of the matte. Bilinear alpha in a cell mixes these four alone.
 */
export interface Band {
  /** Cells of a row: one more than the matte has pixels. */
  readonly columns: number;
  readonly rows: number;
  /** 0 where the four are all background or all subject; elsewhere how much is in doubt, up to 255. */
  readonly unknown: Uint8Array;
}

/** The band of a matte, all of it in doubt alike; null where nothing is unknown. */
export function findBand(matte: Matte): Band | null {
  const { samples: alpha } = matte;
  return bandWhere(matte, (a, b, c, d) => {
    const first = sideOf(alpha[a]);
    const isOneSide = first === sideOf(alpha[b]) && first === sideOf(alpha[c]) && first === sideOf(alpha[d]);
    return first !== 0 && isOneSide ? 0 : 1;
  });
}

/**
 * What of a band is more than a smooth outline, in doubt as it is soft; null where nothing is.
 * @param softness of the matte, of its size
 */
export function widePart({ unknown }: Band, softness: Plane): Band | null {
  const { samples } = softness;
  return bandWhere(softness, (a, b, c, d, cell) =>
    unknown[cell] === 0 ? 0 : Math.max(samples[a], samples[b], samples[c], samples[d]),
  );
}

/** Doubt in a cell, from the places of its four pixels in the matte and its own. */
type Doubt = (a: number, b: number, c: number, d: number, cell: number) => number;

function bandWhere({ widthPx, heightPx }: Size, doubt: Doubt): Band | null {
  const columns = widthPx + 1;
  const rows = heightPx + 1;
  const unknown = new Uint8Array(columns * rows);
  let found = 0;
  for (let y = 0, cell = 0; y < rows; y++) {
    const above = Math.max(0, y - 1) * widthPx;
    const below = Math.min(heightPx - 1, y) * widthPx;
    for (let x = 0; x < columns; x++, cell++) {
      const left = Math.max(0, x - 1);
      const right = Math.min(widthPx - 1, x);
      unknown[cell] = doubt(above + left, above + right, below + left, below + right, cell);
      if (unknown[cell] > 0) found++;
    }
  }
  return found > 0 ? { columns, rows, unknown } : null;
}

/** −1 for background, 1 for subject, 0 for unknown. */
function sideOf(alpha: number): number {
  return alpha <= backgroundUpTo ? -1 : alpha >= solidFrom ? 1 : 0;
}
