/** Stored pixels turned upright, as EXIF 2.32, tag 274 says which stored corner is the upright top left. */
import type { Orientation } from './header.ts';
import type { Channels } from './picture.ts';

/** Pixels as they are stored: row-major, interleaved, without padding. */
export interface Stored {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  readonly samples: Uint8Array;
}

/** Orientations whose upright rows are stored rows, from either side. */
export type SidesKept = 2 | 3 | 4;
/** Orientations whose upright rows are stored columns. */
export type SidesSwapped = Exclude<Orientation, 1 | SidesKept>;

/** Whether sides stay and pixels do not. */
export function movesPixels(orientation: Orientation): orientation is SidesKept {
  return orientation >= 2 && orientation <= 4;
}

/** Whether the width of an upright picture is the stored height. */
export function swapsSides(orientation: Orientation): orientation is SidesSwapped {
  return orientation >= 5;
}

/** Turns a frame upright where it is. */
export function turnInPlace({ widthPx, heightPx, channels, samples }: Stored, orientation: SidesKept): void {
  const stride = widthPx * channels;
  if (orientation !== 4) {
    for (let y = 0; y < heightPx; y++) reversePixels(samples.subarray(y * stride, (y + 1) * stride), channels);
  }
  if (orientation === 2) return;
  const upper = new Uint8Array(stride);
  for (let top = 0, bottom = heightPx - 1; top < bottom; top++, bottom--) {
    upper.set(samples.subarray(top * stride, (top + 1) * stride));
    samples.copyWithin(top * stride, bottom * stride, (bottom + 1) * stride);
    samples.set(upper, bottom * stride);
  }
}

function reversePixels(row: Uint8Array, channels: Channels): void {
  if (channels === 4) {
    wordsOf(row).reverse();
    return;
  }
  for (let left = 0, right = row.length - 3; left < right; left += 3, right -= 3) {
    for (let channel = 0; channel < 3; channel++) {
      const value = row[left + channel];
      row[left + channel] = row[right + channel];
      row[right + channel] = value;
    }
  }
}

/** Side of the squares that are turned at a time: what they read and write then stays in the cache. */
const squareSide = 64;

/**
 * Turns some rows of a frame with swapped sides upright.
 * @param top the first of the upright rows
 * @param into gets `rows` × stored height × channels bytes; at a multiple of 4 bytes in its buffer
 */
export function turnRows(stored: Stored, orientation: SidesSwapped, top: number, rows: number, into: Uint8Array): void {
  const { widthPx, heightPx, channels, samples } = stored;
  const whole = walkOf(orientation, widthPx, heightPx);
  const walk = { ...whole, start: whole.start + top * whole.down };
  const rgba = channels === 4 ? { from: wordsOf(samples), into: wordsOf(into) } : null;
  for (let row = 0; row < rows; row += squareSide) {
    for (let x = 0; x < heightPx; x += squareSide) {
      const square = { x, endX: Math.min(heightPx, x + squareSide), row, endRow: Math.min(rows, row + squareSide) };
      if (rgba) turnWords(rgba.from, walk, square, heightPx, rgba.into);
      else turnTriples(samples, walk, square, heightPx, into);
    }
  }
}

/**
 * Puts stored rows where they are in the upright frame.
 * @param rows some stored rows; of RGBA, at a multiple of 4 bytes in their buffer, as the frame
 * @param stored what the frame is of
 * @param top the first of the rows
 * @param upright the whole frame: `stored.widthPx` rows of `stored.heightPx` pixels
 */
export function placeTurned(
  rows: Uint8Array,
  stored: Omit<Stored, 'samples'>,
  orientation: SidesSwapped,
  top: number,
  upright: Uint8Array,
): void {
  const { widthPx, heightPx, channels } = stored;
  const { start, across, down } = placesOf(orientation, widthPx, heightPx);
  const count = rows.length / (widthPx * channels);
  const place =
    channels === 4 ? placerOfWords(wordsOf(rows), wordsOf(upright), across) : placerOfTriples(rows, upright, across);
  for (let left = 0; left < widthPx; left += squareSide) {
    const right = Math.min(widthPx, left + squareSide);
    for (let row = 0; row < count; row++) {
      const from = row * widthPx + left;
      const to = start + (top + row) * down + left * across;
      place(from, right - left, to);
    }
  }
}

/** Puts `count` pixels from `from` on to `to`, and each next one `across` further. All in pixels. */
type Placer = (from: number, count: number, to: number) => void;

function placerOfWords(rows: Uint32Array, upright: Uint32Array, across: number): Placer {
  return (from, count, to) => {
    for (let each = 0; each < count; each++) upright[to + each * across] = rows[from + each];
  };
}

function placerOfTriples(rows: Uint8Array, upright: Uint8Array, across: number): Placer {
  return (from, count, to) => {
    for (let at = from * 3, end = at + count * 3, into = to * 3; at < end; at += 3, into += across * 3) {
      upright[into] = rows[at];
      upright[into + 1] = rows[at + 1];
      upright[into + 2] = rows[at + 2];
    }
  };
}

/** Where the first stored pixel is in the upright frame, and what a step to the right or down in the stored one is there. In pixels. */
export function placesOf(orientation: SidesSwapped, width: number, height: number) {
  const lastColumn = height - 1;
  const lastRow = (width - 1) * height;
  switch (orientation) {
    case 5:
      return { start: 0, across: height, down: 1 };
    case 6:
      return { start: lastColumn, across: height, down: -1 };
    case 7:
      return { start: lastRow + lastColumn, across: -height, down: -1 };
    case 8:
      return { start: lastRow, across: -height, down: 1 };
  }
}

/** How the stored pixels are read as upright rows: the first one, the step to the right, the step down. In pixels. */
interface Walk {
  readonly start: number;
  readonly right: number;
  readonly down: number;
}

function walkOf(orientation: SidesSwapped, width: number, height: number): Walk {
  const lastColumn = width - 1;
  const lastRow = (height - 1) * width;
  switch (orientation) {
    case 5:
      return { start: 0, right: width, down: 1 };
    case 6:
      return { start: lastRow, right: -width, down: 1 };
    case 7:
      return { start: lastRow + lastColumn, right: -width, down: -1 };
    case 8:
      return { start: lastColumn, right: width, down: -1 };
  }
}

/** A part of the rows that are turned: upright columns, and rows from the first one on. */
interface Square {
  readonly x: number;
  readonly endX: number;
  readonly row: number;
  readonly endRow: number;
}

/** The row loop is innermost in both: neighbours there are neighbours in memory. */
function turnWords(
  samples: Uint32Array,
  { start, right, down }: Walk,
  { x: firstX, endX, row: firstRow, endRow }: Square,
  widthPx: number,
  into: Uint32Array,
): void {
  for (let x = firstX; x < endX; x++) {
    let from = start + firstRow * down + x * right;
    let to = firstRow * widthPx + x;
    for (let row = firstRow; row < endRow; row++, from += down, to += widthPx) into[to] = samples[from];
  }
}

function turnTriples(
  samples: Uint8Array,
  { start, right, down }: Walk,
  { x: firstX, endX, row: firstRow, endRow }: Square,
  widthPx: number,
  into: Uint8Array,
): void {
  const step = down * 3;
  const stride = widthPx * 3;
  for (let x = firstX; x < endX; x++) {
    let from = (start + firstRow * down + x * right) * 3;
    let to = firstRow * stride + x * 3;
    for (let row = firstRow; row < endRow; row++, from += step, to += stride) {
      into[to] = samples[from];
      into[to + 1] = samples[from + 1];
      into[to + 2] = samples[from + 2];
    }
  }
}

/** Pixels of four bytes as one number each. The bytes begin at a multiple of 4 in their buffer. */
function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
