/** Where a coarse matte leaves the alpha of the picture in doubt. */
import type { Matte } from '../matte.ts';
import type { Size } from '../region.ts';
import { background, subject } from './softness.ts';

/**
 * One cell between every four neighbouring centres of the matte's pixels, half a cell more at each border: cell
 * (x, y) spans x − ½ to x + ½ and y − ½ to y + ½ in pixels of the matte. What is read from a matte in a cell mixes these
 * four alone.
 */
export interface Band {
  /** Cells of a row: one more than the matte has pixels. */
  readonly columns: number;
  readonly rows: number;
  /** 1 where the four are neither all background nor all subject, else 0. */
  readonly doubt: Uint8Array;
}

/** The band of a matte; null where there is none. */
export function findBand(matte: Matte): Band | null {
  const { alpha } = matte;
  return bandWhere(matte, (a, b, c, d) => {
    const first = sure(alpha[a]);
    return first === 0 || first !== sure(alpha[b]) || first !== sure(alpha[c]) || first !== sure(alpha[d]);
  });
}

/**
 * What of a band is more than a smooth outline; null where nothing is.
 * @param softness of the matte, of its size
 */
export function widePart({ doubt }: Band, softness: Matte): Band | null {
  const { alpha } = softness;
  return bandWhere(softness, (a, b, c, d, cell) => doubt[cell] === 1 && alpha[a] + alpha[b] + alpha[c] + alpha[d] > 0);
}

/** Whether a cell belongs to a band, from the places of its four pixels in the matte and its own. */
type IsInBand = (a: number, b: number, c: number, d: number, cell: number) => boolean;

function bandWhere({ widthPx, heightPx }: Size, isInBand: IsInBand): Band | null {
  const columns = widthPx + 1;
  const rows = heightPx + 1;
  const doubt = new Uint8Array(columns * rows);
  let found = 0;
  for (let y = 0, cell = 0; y < rows; y++) {
    const above = Math.max(0, y - 1) * widthPx;
    const below = Math.min(heightPx - 1, y) * widthPx;
    for (let x = 0; x < columns; x++, cell++) {
      const left = Math.max(0, x - 1);
      const right = Math.min(widthPx - 1, x);
      if (!isInBand(above + left, above + right, below + left, below + right, cell)) continue;
      doubt[cell] = 1;
      found++;
    }
  }
  return found > 0 ? { columns, rows, doubt } : null;
}

/** −1 for background, 1 for subject, 0 between. */
function sure(alpha: number): number {
  return alpha <= background ? -1 : alpha >= subject ? 1 : 0;
}
