/** Run lengths of BMP: BI_RLE8 and BI_RLE4. */
import type { BmpHeader } from './bmp-header.ts';
import { runLength4 } from './bmp-header.ts';

const endOfLine = 0;
const endOfBitmap = 1;
const delta = 2;

/**
 * Palette indices, row-major from the top of the picture.
 * @returns null when the data leave a pixel out: they end early, or pass over some. There the
 * screen would keep its old content, so decoders invent it.
 */
export function expandRunLengths(file: Uint8Array, header: BmpHeader): Uint8Array | null {
  const { widthPx, heightPx, topDown, pixelsAt } = header;
  const packed = header.compression === runLength4;
  const indices = new Uint8Array(widthPx * heightPx);
  let x = 0;
  let line = 0;
  // Codes only ever go on, so no pixel is counted twice.
  let missing = indices.length;
  const put = (index: number) => {
    if (x < widthPx) {
      indices[(topDown ? line : heightPx - 1 - line) * widthPx + x] = index;
      missing--;
    }
    x++;
  };
  // Four-bit runs alternate between the two halves of a byte.
  const half = (byte: number, step: number) => (packed ? (step % 2 === 0 ? byte >> 4 : byte & 15) : byte);
  let at = pixelsAt;
  while (missing > 0 && line < heightPx && at + 2 <= file.length) {
    const count = file[at++];
    const value = file[at++];
    if (count > 0) {
      for (let step = 0; step < count; step++) put(half(value, step));
    } else if (value === endOfLine) {
      x = 0;
      line++;
    } else if (value === endOfBitmap) {
      break;
    } else if (value === delta) {
      if (at + 2 > file.length) break;
      x += file[at++];
      line += file[at++];
    } else {
      const bytes = packed ? (value + 1) >> 1 : value;
      if (at + bytes > file.length) break;
      for (let step = 0; step < value; step++) put(half(file[at + (packed ? step >> 1 : step)], step));
      // Literals fill whole 16-bit words.
      at += bytes + (bytes & 1);
    }
  }
  return missing > 0 ? null : indices;
}
