/**
 * Masks grown and opened by squares (Serra, Image Analysis and Mathematical Morphology, 1982), and their connected parts. 0 is
 * outside.
 */
import { bytes, layOut } from '../kernels/memory.ts';
import type { Size } from './region.ts';

/** Opening: the parts of a mask of 0 and 1 into which squares of that odd side fit, at most {@link largestSide}. */
export function opened(mask: Uint8Array, size: Size, side: number): Uint8Array {
  return grown(whereSquares(mask, size, side, { of: 0, with: 0, without: 1 }), size, side);
}

/**
 * A mask of 0 and 1 grown by a square, its middle on each pixel: 1 or 0. Takes as long for any side.
 * @param side odd, at most {@link largestSide}
 */
export function grown(mask: Uint8Array, size: Size, side: number): Uint8Array {
  return whereSquares(mask, size, side, { of: 1, with: 1, without: 0 });
}

/** What the kernel counts in a byte. */
const largestSide = 255;

/** What squares around each pixel become that have a pixel `of` that value in them, and the others. Beyond the border there is none. */
function whereSquares(
  mask: Uint8Array,
  { widthPx, heightPx }: Size,
  side: number,
  become: { readonly of: 0 | 1; readonly with: 0 | 1; readonly without: 0 | 1 },
): Uint8Array {
  if (side > largestSide) throw new RangeError(`${side} pixels are more than ${largestSide}`);
  const { kernels, arrays } = layOut({
    values: bytes(mask.length),
    table: bytes(side * side + 1),
    columns: bytes(widthPx),
    into: bytes(mask.length),
  });
  const { values, table, columns, into } = arrays;
  values.set(mask);
  table.fill(become.with);
  table[0] = become.without;
  kernels.countAround(
    ...[values.byteOffset, widthPx, heightPx],
    ...[become.of - 1, become.of + 1, (side - 1) / 2],
    ...[table.byteOffset, columns.byteOffset, into.byteOffset],
  );
  return into.slice();
}

/** Parts of a mask, connected by sides, that hold a pixel of the seeds: each as a list of its pixels. */
export function partsOf(mask: Uint8Array, seeds: Uint8Array, { widthPx, heightPx }: Size): number[][] {
  const left = mask.slice();
  const parts: number[][] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0 || seeds[start] === 0) continue;
    const part = [start];
    left[start] = 0;
    const take = (at: number): void => {
      if (left[at] === 0) return;
      left[at] = 0;
      part.push(at);
    };
    for (let next = 0; next < part.length; next++) {
      const at = part[next];
      const x = at % widthPx;
      if (x > 0) take(at - 1);
      if (x < widthPx - 1) take(at + 1);
      if (at >= widthPx) take(at - widthPx);
      if (at < widthPx * (heightPx - 1)) take(at + widthPx);
    }
    parts.push(part);
  }
  return parts;
}
