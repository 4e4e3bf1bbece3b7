/** A plane that lies over a part of the picture, and how it is read at the size of the picture or of a network. */
import type { Plane } from './plane.ts';
import { type Region, type Size, wholeOf } from './region.ts';
import { axisTaps, sourcePosition } from './taps.ts';

/** A plane over a region of a picture. */
export interface Layer {
  readonly plane: Plane;
  /** What of the picture the plane covers. */
  readonly region: Region;
  /** The value of the picture's pixels beyond the region, 0 to 255. */
  readonly outside: number;
}

/** A plane over the whole picture. */
export function layerOver(plane: Plane, picture: Size): Layer {
  return { plane, region: wholeOf(picture), outside: 0 };
}

/** Reads a layer at the size of its picture, row by row: bilinear with half-pixel centres, rounded to nearest. */
export class LayerSampler {
  readonly #layer: Layer;
  /** Left neighbour and weight of the right one, for each column of the region. */
  readonly #left: Int32Array;
  readonly #weight: Float32Array;
  /** One row of the plane between two, a column longer so that the right neighbour always exists. */
  readonly #blended: Float32Array;

  constructor(layer: Layer) {
    const { plane, region } = layer;
    this.#layer = layer;
    this.#left = new Int32Array(region.widthPx);
    this.#weight = new Float32Array(region.widthPx);
    this.#blended = new Float32Array(plane.widthPx + 1);
    for (let x = 0; x < region.widthPx; x++) {
      const position = sourcePosition(x, region.widthPx, plane.widthPx);
      this.#left[x] = Math.floor(position);
      this.#weight[x] = position - this.#left[x];
    }
  }

  /** Writes the values of row `y` of the picture, 0 to 255, into the first `widthPx` bytes of `into`. */
  row(y: number, widthPx: number, into: Uint8Array): void {
    const left = this.#left;
    const weight = this.#weight;
    const blended = this.#blended;
    const layer = this.#layer;
    const { region, plane, outside } = layer;
    if (region.widthPx < widthPx) into.fill(outside, 0, widthPx);
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) {
      into.fill(outside, 0, widthPx);
      return;
    }
    this.#blendRows(sourcePosition(inside, region.heightPx, plane.heightPx));
    for (let x = 0, to = region.leftPx; x < left.length; x++, to++) {
      const at = left[x];
      const value = blended[at];
      into[to] = value + (blended[at + 1] - value) * weight[x] + 0.5;
    }
  }

  #blendRows(position: number): void {
    const { samples, widthPx, heightPx } = this.#layer.plane;
    const upper = Math.floor(position);
    const weight = position - upper;
    const upperAt = upper * widthPx;
    const lowerAt = Math.min(upper + 1, heightPx - 1) * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const value = samples[upperAt + x];
      this.#blended[x] = value + (samples[lowerAt + x] - value) * weight;
    }
    this.#blended[widthPx] = this.#blended[widthPx - 1];
  }
}

/**
 * A layer as a network sees it. Shrinking is an area average, growing is bilinear. For layers that are 0 outside.
 * @param seen region of the picture; where the layer does not reach, the result is 0
 * @returns `widthPx` × `heightPx` values, 0 to 255
 */
export function reducedLayer({ plane, region }: Layer, seen: Region, widthPx: number, heightPx: number): Uint8Array {
  const across = plane.widthPx / region.widthPx;
  const down = plane.heightPx / region.heightPx;
  const leftmost = (seen.leftPx - region.leftPx) * across;
  const topmost = (seen.topPx - region.topPx) * down;
  const columns = axisTaps(plane.widthPx, widthPx, { from: leftmost, to: leftmost + seen.widthPx * across });
  const lines = axisTaps(plane.heightPx, heightPx, { from: topmost, to: topmost + seen.heightPx * down });
  // Only the rows that are seen, and one more on either side: bilinear taps reach there.
  const above = Math.max(0, Math.floor(topmost) - 1);
  const below = Math.min(plane.heightPx, Math.ceil(topmost + seen.heightPx * down) + 1);
  const narrowed = new Float32Array(Math.max(0, below - above) * widthPx);
  for (let y = above, to = 0; y < below; y++) {
    for (let x = 0; x < widthPx; x++, to++) {
      let sum = 0;
      for (let tap = 0, at = x * columns.stride; tap < columns.count[x]; tap++, at++) {
        sum += plane.samples[y * plane.widthPx + columns.first[x] + tap] * columns.weights[at];
      }
      narrowed[to] = sum;
    }
  }
  const reduced = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      let sum = 0.5;
      for (let tap = 0, at = y * lines.stride; tap < lines.count[y]; tap++, at++) {
        sum += narrowed[(lines.first[y] - above + tap) * widthPx + x] * lines.weights[at];
      }
      reduced[y * widthPx + x] = sum;
    }
  }
  return reduced;
}
