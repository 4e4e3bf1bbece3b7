/**
 * Masks grown and opened by squares (Serra, Image Analysis and Mathematical Morphology, 1982), and their connected parts. 0 is
 * outside.
 */
import type { Size } from './region.ts';

/** Opening: the parts of a mask of 0 and 1 into which squares of that odd side fit. */
export function opened(mask: Uint8Array, size: Size, side: number): Uint8Array {
  const outside = grown(inverted(mask), size, side);
  return grown(inverted(outside), size, side);
}

function inverted(mask: Uint8Array): Uint8Array {
  const other = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at++) other[at] = 1 - mask[at];
  return other;
}

/** A mask of 0 and 1 grown by a square of that odd side, its middle on each pixel: 1 or 0. Takes as long for any side. */
export function grown(mask: Uint8Array, { widthPx, heightPx }: Size, side: number): Uint8Array {
  const reach = (side - 1) / 2;
  const result = new Uint8Array(mask.length);
  // Of each column, how many pixels are set in the rows that reach the current one.
  const inColumn = new Uint16Array(widthPx);
  for (let row = 0; row < Math.min(reach, heightPx); row++) addRow(row * widthPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    if (y + reach < heightPx) addRow((y + reach) * widthPx);
    if (y > reach) takeRow((y - reach - 1) * widthPx);
    let set = 0;
    for (let x = 0; x < Math.min(reach, widthPx); x++) set += inColumn[x];
    for (let x = 0; x < widthPx; x++, at++) {
      if (x + reach < widthPx) set += inColumn[x + reach];
      if (x > reach) set -= inColumn[x - reach - 1];
      result[at] = set > 0 ? 1 : 0;
    }
  }
  return result;

  function addRow(first: number): void {
    for (let x = 0; x < widthPx; x++) inColumn[x] += mask[first + x];
  }

  function takeRow(first: number): void {
    for (let x = 0; x < widthPx; x++) inColumn[x] -= mask[first + x];
  }
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
