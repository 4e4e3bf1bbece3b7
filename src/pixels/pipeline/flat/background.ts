/**
 * The one colour in front of which a graphic is drawn, as the border of the picture shows it. It may drift: a surface of the
 * second degree is fitted to the border by least squares.
 */
import { sameShare, withinLevels } from '../colour/one-colour.ts';
import type { Picture } from '../picture/picture.ts';
import type { Size } from '../plane/region.ts';
import { FlatRows, rowPixelUs } from './rows.ts';

/** Rows and columns that count as border, on each side. */
const borderPx = 2;
/** Border pixels that a surface is fitted to, at most about so many. */
const mostSamples = 8192;
/** Levels from the middle outwards from which on a background drifts. */
export const leastDrift = 1.5;
/** Levels from the middle outwards that are none: what remains of sums that cancel. */
const leastSlope = 1e-6;
/** Numbers of the surface: 1, x, y, x², y², xy. */
const terms = 6;

/** What a picture's border says of its background. */
export interface Background {
  /** Root mean square of the border's differences from the surface, in levels. */
  readonly noise: number;
  /** The difference that 199 of 200 border pixels stay below, in levels of the worst channel. */
  readonly mostNoise: number;
  /** Whether it changes across the picture by more than noise. */
  readonly drifts: boolean;
  /** Writes red, green and blue of row `y` into `into`: width × 3 numbers. */
  row(y: number, into: Float32Array): void;
}

/**
 * Reads the border of a picture. One pass over its rows, which are its steps.
 * @returns null where the border is not of one colour
 */
export function* backgroundOf(picture: Picture): Generator<number, Background | null, void> {
  const border = yield* borderOf(picture);
  if (!border) return null;
  const { places, colours } = border;
  const count = colours.length / 3;
  const median = [0, 1, 2].map((channel) => medianOf(colours, channel));
  const same = sameAs(median, colours);
  if (same.length < sameShare * count) return null;
  const sums = sumsOf(same, places, colours);
  const surfaces = [0, 1, 2].map((channel) => surfaceThrough(sums, channel) ?? [median[channel], 0, 0, 0, 0, 0]);
  return {
    ...noiseAround(surfaces, same, border),
    drifts: surfaces.some(([, ...rest]) => rest.reduce((sum, value) => sum + Math.abs(value), 0) > leastDrift),
    row: rowsOf(surfaces, picture),
  };
}

interface Border {
  /** Two numbers of -1 to 1 for each pixel. */
  readonly places: Float32Array;
  /** Red, green, blue. */
  readonly colours: Uint8Array;
}

/** Pixels of the border, evenly spread; null where the picture is too small to have one, or the border is not opaque. */
function* borderOf(picture: Picture): Generator<number, Border | null, void> {
  const { widthPx, heightPx } = picture;
  if (widthPx < 4 * borderPx || heightPx < 4 * borderPx) return null;
  const step = Math.max(1, Math.floor((4 * borderPx * (widthPx + heightPx)) / 2 / mostSamples));
  const places: number[] = [];
  const colours: number[] = [];
  const rows = new FlatRows(picture);
  yield* rows.begin();
  for (let y = 0; y < heightPx; y++) {
    yield widthPx * rowPixelUs;
    const row = rows.next();
    const isEdge = y < borderPx || y >= heightPx - borderPx;
    if (!isEdge && y % step > 0) continue;
    for (let x = 0; x < widthPx; x += isEdge ? step : 1) {
      if (!isEdge && x === borderPx) x = widthPx - borderPx;
      if (rows.isClear(x)) return null;
      places.push(placeOf(x, widthPx), placeOf(y, heightPx));
      colours.push(row[x * 3], row[x * 3 + 1], row[x * 3 + 2]);
    }
  }
  return { places: Float32Array.from(places), colours: Uint8Array.from(colours) };
}

/** Pixels of the border that differ little from a colour. */
function sameAs([red, green, blue]: readonly number[], colours: Uint8Array): number[] {
  const same: number[] = [];
  for (let at = 0; at * 3 < colours.length; at++) {
    if (Math.abs(colours[at * 3] - red) > withinLevels) continue;
    if (Math.abs(colours[at * 3 + 1] - green) > withinLevels) continue;
    if (Math.abs(colours[at * 3 + 2] - blue) <= withinLevels) same.push(at);
  }
  return same;
}

/** How far pixels of the border are from surfaces, one for each channel. */
function noiseAround(
  surfaces: readonly (readonly number[])[],
  pixels: readonly number[],
  { places, colours }: Border,
): Pick<Background, 'noise' | 'mostNoise'> {
  const sorted = new Float32Array(pixels.length);
  let squares = 0;
  for (let index = 0; index < pixels.length; index++) {
    const at = pixels[index];
    let ofPixel = 0;
    for (let channel = 0; channel < 3; channel++) {
      const behind = clamped(surfaceAt(surfaces[channel], places[at * 2], places[at * 2 + 1]));
      const difference = Math.abs(colours[at * 3 + channel] - behind);
      sorted[index] = Math.max(sorted[index], difference);
      ofPixel += difference * difference;
    }
    squares += ofPixel / 3;
  }
  sorted.sort();
  return { noise: Math.sqrt(squares / pixels.length), mostNoise: sorted[Math.floor(sorted.length * 0.995)] };
}

/** -1 to 1 across a side. */
function placeOf(at: number, length: number): number {
  return (2 * at) / (length - 1) - 1;
}

function medianOf(colours: Uint8Array, channel: number): number {
  const counts = new Uint32Array(256);
  for (let at = channel; at < colours.length; at += 3) counts[colours[at]]++;
  let [value, passed] = [0, counts[0]];
  while (passed * 6 < colours.length) passed += counts[++value];
  return value;
}

function surfaceAt(surface: readonly number[], x: number, y: number): number {
  const [one, ofX, ofY, ofXx, ofYy, ofXy] = surface;
  return one + ofX * x + ofY * y + ofXx * x * x + ofYy * y * y + ofXy * x * y;
}

function clamped(value: number): number {
  return Math.min(255, Math.max(0, value));
}

/** Writes rows of surfaces; of one that changes nowhere the first row is all of them. */
function rowsOf(surfaces: readonly (readonly number[])[], { widthPx, heightPx }: Size): Background['row'] {
  const columns = Float64Array.from({ length: widthPx }, (_, x) => placeOf(x, widthPx));
  if (surfaces.some(([, ...rest]) => rest.some((value) => Math.abs(value) > leastSlope))) {
    return (y, into) => surfaceRow(surfaces, columns, placeOf(y, heightPx), into);
  }
  const first = new Float32Array(widthPx * 3);
  surfaceRow(surfaces, columns, 0, first);
  return (_, into) => into.set(first);
}

function surfaceRow(
  surfaces: readonly (readonly number[])[],
  columns: Float64Array,
  y: number,
  into: Float32Array,
): void {
  for (const [channel, [one, ofX, ofY, ofXx, ofYy, ofXy]] of surfaces.entries()) {
    const start = one + ofY * y + ofYy * y * y;
    const slope = ofX + ofXy * y;
    for (let x = 0, at = channel; x < columns.length; x++, at += 3) {
      const place = columns[x];
      into[at] = clamped(start + (slope + ofXx * place) * place);
    }
  }
}

/**
 * The sums of squares' normal equations: a row for each term of the surface, in it the terms, then the three channels.
 * @param chosen pixels of the border that count
 */
function sumsOf(chosen: readonly number[], places: Float32Array, colours: Uint8Array): readonly Float64Array[] {
  const sums = Array.from({ length: terms }, () => new Float64Array(terms + 3));
  const values = new Float64Array(terms + 3);
  for (const at of chosen) {
    const [x, y] = [places[at * 2], places[at * 2 + 1]];
    values[0] = 1;
    values[1] = x;
    values[2] = y;
    values[3] = x * x;
    values[4] = y * y;
    values[5] = x * y;
    for (let channel = 0; channel < 3; channel++) values[terms + channel] = colours[at * 3 + channel];
    for (let row = 0; row < terms; row++) {
      const sum = sums[row];
      for (let column = 0; column < values.length; column++) sum[column] += values[row] * values[column];
    }
  }
  return sums;
}

/** A channel's surface with the least sum of squares; null where the pixels do not determine one. */
function surfaceThrough(sums: readonly Float64Array[], channel: number): readonly number[] | null {
  return solved(sums.map((row) => Float64Array.of(...row.subarray(0, terms), row[terms + channel])));
}

/** Gauss-Jordan with the largest pivot. */
function solved(rows: Float64Array[]): readonly number[] | null {
  for (let pivot = 0; pivot < terms; pivot++) {
    let largest = pivot;
    for (let row = pivot + 1; row < terms; row++) {
      if (Math.abs(rows[row][pivot]) > Math.abs(rows[largest][pivot])) largest = row;
    }
    [rows[pivot], rows[largest]] = [rows[largest], rows[pivot]];
    const most = rows[pivot][pivot];
    if (Math.abs(most) < 1e-6) return null;
    for (let row = 0; row < terms; row++) {
      if (row === pivot) continue;
      const factor = rows[row][pivot] / most;
      for (let column = pivot; column <= terms; column++) rows[row][column] -= factor * rows[pivot][column];
    }
  }
  return rows.map((row, at) => row[terms] / row[at]);
}
