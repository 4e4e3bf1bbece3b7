/** Rows of a picture that are looked at again: kept from the first pass, for to read them once more is to decode all above them. */
import type { Picture, RowSource } from '../picture/picture.ts';

/** Most bytes of kept rows: of a picture that has more, none is kept. */
export const mostKeptBytes = 1024 * 1024;

/** A picture, and its rows that have been kept so far, by their number. */
export interface PictureWithKeptRows {
  readonly picture: Picture;
  /** `width × channels` bytes each. */
  readonly kept: ReadonlyMap<number, Uint8Array>;
}

/**
 * Keeps rows as they are read.
 * @param wanted numbers of rows, in any order
 */
export function keepingRows(picture: Picture, wanted: readonly number[]): PictureWithKeptRows {
  const missing = new Set(wanted);
  const kept = new Map<number, Uint8Array>();
  const rowBytes = picture.widthPx * picture.channels;
  if (missing.size * rowBytes > mostKeptBytes) return { picture, kept };
  const keep = (first: number, rows: Uint8Array) => {
    for (let from = 0, y = first; from < rows.length; from += rowBytes, y++) {
      if (missing.delete(y)) kept.set(y, rows.slice(from, from + rowBytes));
    }
  };
  const rows = () => (missing.size > 0 ? watched(picture.rows(), keep) : picture.rows());
  return { picture: { ...picture, rows }, kept };
}

/** A pass that shows what it reads. @param see gets the number of the first row, and rows */
function watched(source: RowSource, see: (first: number, rows: Uint8Array) => void): RowSource {
  let y = 0;
  return {
    ...(source.begin && { begin: source.begin }),
    next(count) {
      const rows = source.next(count);
      see(y, rows);
      y += count;
      return rows;
    },
    skip(count) {
      source.skip(count);
      y += count;
    },
  };
}
