/**
 * Masks grown and opened by squares (Serra, Image Analysis and Mathematical Morphology, 1982), and their connected parts. 0 is
 * outside.
 */
import type { Size } from './region.ts';

/** Opening: the parts of a mask into which squares of that odd side fit. */
export function opened(mask: Uint8Array, size: Size, side: number): Uint8Array {
  const outside = grown(
    mask.map((value) => 1 - value),
    size,
    side,
  );
  return grown(
    outside.map((value) => 1 - value),
    size,
    side,
  );
}

/** A mask grown by a square of that odd side, its middle on each pixel: 1 or 0. */
export function grown(mask: Uint8Array, { widthPx, heightPx }: Size, side: number): Uint8Array {
  const reach = (side - 1) / 2;
  const rows = new Uint8Array(mask.length);
  const result = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue;
    const x = at % widthPx;
    rows.fill(1, at - Math.min(reach, x), at + Math.min(reach, widthPx - 1 - x) + 1);
  }
  for (let at = 0; at < mask.length; at++) {
    if (rows[at] === 0) continue;
    const y = Math.floor(at / widthPx);
    for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
      result[row * widthPx + (at % widthPx)] = 1;
    }
  }
  return result;
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
