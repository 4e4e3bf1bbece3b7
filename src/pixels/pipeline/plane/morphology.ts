/**
 * Masks grown and opened (Serra, Image Analysis and Mathematical Morphology, 1982), distances in them, and their connected parts. 0
 * is outside.
 */
import { bytes, floats, layOut } from '../../kernels/memory.ts';
import type { Size } from './region.ts';

/** Opening: the parts of a mask of 0 and 1 into which squares of that odd side fit, at most {@link largestSide}. */
export function opened(mask: Uint8Array, size: Size, side: number): Uint8Array {
  return grown(
    bySquares(mask, size, side, 0, (count) => (count === 0 ? 1 : 0)),
    size,
    side,
  );
}

/**
 * A mask of 0 and 1 grown by a square, its middle on each pixel: 1 or 0. Takes as long for any side.
 * @param side odd, at most {@link largestSide}
 */
export function grown(mask: Uint8Array, size: Size, side: number): Uint8Array {
  return bySquares(mask, size, side, 1, (count) => (count > 0 ? 1 : 0));
}

/**
 * A vote around each pixel of a mask of 0 and 1: 1 where more than half of the pixels in the square around it are 1. Pixels beyond the
 * border do not count.
 * @param side of the square, odd, at most 15
 */
export function mostly(mask: Uint8Array, size: Size, side: number): Uint8Array {
  const { widthPx, heightPx } = size;
  const most = bySquares(mask, size, side, 1, (count) => count);
  const reach = (side - 1) / 2;
  const within = (at: number, sidePx: number) => Math.min(sidePx - 1, at + reach) - Math.max(0, at - reach) + 1;
  const across = Uint8Array.from({ length: widthPx }, (_, x) => within(x, widthPx));
  for (let y = 0, at = 0; y < heightPx; y++) {
    const down = within(y, heightPx);
    for (let x = 0; x < widthPx; x++, at++) most[at] = 2 * most[at] > across[x] * down ? 1 : 0;
  }
  return most;
}

/**
 * The thick parts of a mask of 0 and 1: all pixels of discs that fit into it, and pixels of the mask up to `cornerPx` beside such a disc,
 * so that corners stay. Beyond the border the mask counts as going on.
 */
export function thickParts(mask: Uint8Array, size: Size, radiusPx: number, cornerPx: number): Uint8Array {
  const toOutside = distancesTo(mask, 0, size, radiusPx + 1);
  const reach = radiusPx + cornerPx;
  const thick = new Uint8Array(mask.length);
  for (let at = 0; at < thick.length; at++) thick[at] = toOutside[at] > radiusPx ? 1 : 0;
  const toMiddle = distancesTo(thick, 1, size, reach + 1);
  for (let at = 0; at < thick.length; at++) thick[at] = toMiddle[at] <= reach ? mask[at] : 0;
  return thick;
}

/** How far each pixel of a mask of 0 and 1 is from the nearest one of that value, up to `most`. */
export function distancesTo(mask: Uint8Array, value: 0 | 1, { widthPx, heightPx }: Size, most: number): Float32Array {
  const { kernels, arrays } = layOut({ mask: bytes(mask.length), distances: floats(mask.length) });
  arrays.mask.set(mask);
  kernels.distances(arrays.mask.byteOffset, widthPx, heightPx, value, value, most, arrays.distances.byteOffset);
  return arrays.distances.slice();
}

/** The longest column that the kernel can count in a byte. */
const largestSide = 255;

/**
 * Counts, around each pixel, the pixels of `value` in a square. Those beyond the border do not count.
 * @param become the result for a count, 0 to 255
 */
function bySquares(
  mask: Uint8Array,
  { widthPx, heightPx }: Size,
  side: number,
  value: 0 | 1,
  become: (count: number) => number,
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
  for (let count = 0; count < table.length; count++) table[count] = become(count);
  kernels.countAround(
    ...[values.byteOffset, widthPx, heightPx],
    ...[value - 1, value + 1, (side - 1) / 2],
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

/**
 * The small parts of a mask, connected by sides, that hold a seed and no anchor. No larger part is walked through as a whole.
 * @param most pixels of a small part
 * @returns 1 in them
 */
export function smallParts(
  mask: Uint8Array,
  seeds: Uint8Array,
  anchors: Uint8Array,
  { widthPx, heightPx }: Size,
  most: number,
): Uint8Array {
  const [waiting, large, walked] = [1, 2, 3];
  const state = mask.slice();
  for (let at = 0; at < state.length; at++) if (state[at] === 1 && anchors[at] === 1) state[at] = large;
  const small = new Uint8Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (state[start] !== waiting || seeds[start] === 0) continue;
    const part = [start];
    state[start] = walked;
    let isLarge = false;
    const take = (at: number): void => {
      if (state[at] === large) isLarge = true;
      if (state[at] !== waiting) return;
      state[at] = walked;
      part.push(at);
    };
    for (let next = 0; next < part.length && !isLarge; next++) {
      const at = part[next];
      const x = at % widthPx;
      if (x > 0) take(at - 1);
      if (x < widthPx - 1) take(at + 1);
      if (at >= widthPx) take(at - widthPx);
      if (at < widthPx * (heightPx - 1)) take(at + widthPx);
      isLarge ||= part.length > most;
    }
    for (const at of part) {
      if (isLarge) state[at] = large;
      else small[at] = 1;
    }
  }
  return small;
}
