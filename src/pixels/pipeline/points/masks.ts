/** Masks of 0 and 1, of one size: what two of them have together, and where one of them is something. */
import type { Region, Size } from '../plane/region.ts';

/** What is in both. */
export function inBoth(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length);
  for (let at = 0; at < both.length; at++) both[at] = one[at] & other[at];
  return both;
}

/** What is in either. */
export function inEither(one: Uint8Array, other: Uint8Array): Uint8Array {
  const either = new Uint8Array(one.length);
  for (let at = 0; at < either.length; at++) either[at] = one[at] | other[at];
  return either;
}

/** What is in a mask, but not in another one. */
export function without(mask: Uint8Array, other: Uint8Array): Uint8Array {
  const left = new Uint8Array(mask.length);
  for (let at = 0; at < left.length; at++) left[at] = mask[at] & (1 - other[at]);
  return left;
}

/** What is not in it. */
export function inverted(mask: Uint8Array): Uint8Array {
  const outside = new Uint8Array(mask.length);
  for (let at = 0; at < outside.length; at++) outside[at] = 1 - mask[at];
  return outside;
}

/** 1 where a value is at least so much. */
export function fromOn(values: Uint8Array, least: number): Uint8Array {
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < mask.length; at++) mask[at] = values[at] >= least ? 1 : 0;
  return mask;
}

/** Pixels in it. */
export function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < mask.length; at++) count += mask[at];
  return count;
}

/**
 * The box around a mask, wider by a margin, inside the picture.
 * @param step its sides are multiples of that; along a side of the picture that is none it is all of it
 * @returns null where nothing is in the mask
 */
export function boxAround(mask: Uint8Array, size: Size, marginPx: number, step = 1): Region | null {
  const { widthPx, heightPx } = size;
  const first = mask.indexOf(1);
  if (first < 0) return null;
  const [top, bottom] = [Math.floor(first / widthPx), Math.floor(mask.lastIndexOf(1) / widthPx) + 1];
  let [left, right] = [widthPx, 0];
  for (let y = top; y < bottom; y++) {
    const row = mask.subarray(y * widthPx, (y + 1) * widthPx);
    const start = row.indexOf(1);
    if (start < 0) continue;
    left = Math.min(left, start);
    right = Math.max(right, row.lastIndexOf(1) + 1);
  }
  const along = (from: number, to: number, sidePx: number): readonly [number, number] => {
    if (sidePx % step !== 0) return [0, sidePx];
    const start = Math.max(0, Math.floor((from - marginPx) / step) * step);
    return [start, Math.min(sidePx, Math.ceil((to + marginPx) / step) * step) - start];
  };
  const [[leftPx, width], [topPx, height]] = [along(left, right, widthPx), along(top, bottom, heightPx)];
  return { leftPx, topPx, widthPx: width, heightPx: height };
}

/** What a box has of a plane. @param channels values of each pixel */
export function cropped(values: Uint8Array, { widthPx }: Size, box: Region, channels = 1): Uint8Array {
  const line = box.widthPx * channels;
  const within = new Uint8Array(line * box.heightPx);
  for (let y = 0; y < box.heightPx; y++) {
    const from = ((box.topPx + y) * widthPx + box.leftPx) * channels;
    within.set(values.subarray(from, from + line), y * line);
  }
  return within;
}

/** Writes what a box has into a plane. */
export function paste(within: Uint8Array, box: Region, into: Uint8Array, { widthPx }: Size): void {
  for (let y = 0; y < box.heightPx; y++) {
    into.set(within.subarray(y * box.widthPx, (y + 1) * box.widthPx), (box.topPx + y) * widthPx + box.leftPx);
  }
}
