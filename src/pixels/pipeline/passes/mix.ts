/** Blends two passes over one picture, place by place (docs/decisions/0031-chooser-of-looks.md). */
import type { Matte } from '../plane/matte.ts';
import { type Plane, rowOf } from '../plane/plane.ts';
import { sourcePosition } from '../plane/taps.ts';

/** Weights of each place, 0 to 255. All planes have one size; the full pass has the rest. */
export interface Shares {
  /** Of the low pass. */
  readonly low: Plane;
  /** Of no subject at all. */
  readonly nothing: Plane;
  /** Of nothing but subject. */
  readonly everything: Plane;
}

/**
 * Mixes two passes. Shares and the low pass are read between their samples, bilinearly with half-pixel centres.
 * @param first the pass whose size the result has
 * @param low the other pass, over all that the first shows, at any size
 * @param shares over the same; they sum to 255 at most, but for rounding
 * @returns `first` itself if nothing else is blended
 */
export function mixPasses(first: Matte, low: Matte, { low: ofLow, nothing, everything }: Shares): Matte {
  const { widthPx, heightPx } = first;
  if ([ofLow, nothing, everything].every(({ samples }) => samples.every((share) => share === 0))) return first;
  const places = columnsOf(widthPx, ofLow.widthPx);
  const lowPlaces = columnsOf(widthPx, low.widthPx);
  // Clamped, for shares are rounded: their sum may be 256.
  const samples = new Uint8ClampedArray(first.samples);
  for (let y = 0; y < heightPx; y++) {
    const second = rowBetween(ofLow, y, heightPx);
    const none = rowBetween(nothing, y, heightPx);
    const all = rowBetween(everything, y, heightPx);
    const isTaken = (_: number, place: number) => second[place] + none[place] + all[place] > 0;
    const from = second.findIndex(isTaken);
    if (from < 0) continue;
    const to = second.findLastIndex(isTaken);
    const lowRow = rowBetween(low, y, heightPx);
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      const left = places.left[x];
      if (left + 1 < from || left > to) continue;
      const across = places.across[x];
      const ofSecond = second[left] + (second[left + 1] - second[left]) * across;
      const ofNone = none[left] + (none[left + 1] - none[left]) * across;
      const ofAll = all[left] + (all[left + 1] - all[left]) * across;
      const seen = lowRow[lowPlaces.left[x]];
      const beside = lowRow[lowPlaces.left[x] + 1];
      const alpha = seen + (beside - seen) * lowPlaces.across[x];
      samples[at] = (samples[at] * (255 - ofSecond - ofNone - ofAll) + alpha * ofSecond) / 255 + ofAll;
    }
  }
  return { widthPx, heightPx, samples: new Uint8Array(samples.buffer) };
}

/** For each output column: the input column to its left, and the weight of the one after it. */
interface Columns {
  readonly left: Uint32Array;
  readonly across: Float32Array;
}

function columnsOf(size: number, sourceSize: number): Columns {
  const left = new Uint32Array(size);
  const across = new Float32Array(size);
  for (let x = 0; x < size; x++) {
    const position = sourcePosition(x, size, sourceSize);
    left[x] = Math.min(Math.floor(position), Math.max(0, sourceSize - 2));
    across[x] = position - left[x];
  }
  return { left, across };
}

/** Row `y` of `size` between two rows of a plane. The last value is repeated, for what is right of it. */
function rowBetween(plane: Plane, y: number, size: number): Float32Array {
  const position = sourcePosition(y, size, plane.heightPx);
  const top = Math.floor(position);
  const upper = rowOf(plane, top);
  const lower = rowOf(plane, Math.min(top + 1, plane.heightPx - 1));
  const row = new Float32Array(plane.widthPx + 1);
  for (let x = 0; x < plane.widthPx; x++) row[x] = upper[x] + (lower[x] - upper[x]) * (position - top);
  row[plane.widthPx] = row[plane.widthPx - 1];
  return row;
}
