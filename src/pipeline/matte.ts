/** The matte a network gave, and how it is read at the size of the picture. */
import { type Region, type Size, wholeOf } from './region.ts';
import { axisTaps } from './taps.ts';

export interface Matte {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major opacity, 0 (background) to 255 (subject). */
  readonly alpha: Uint8Array;
}

/** Half opacity: on pictures without a subject the network's haze stays below it. */
const subjectThreshold = 128;

/** Up to this share of the pixels is specks and no subject: 209 of 1024 × 1024, a spot of 14 × 14. */
const speckShare = 0.0002;

/** True where more than specks of the matte is more subject than background. */
export function hasSubject({ alpha }: Matte): boolean {
  let count = 0;
  for (const value of alpha) if (value >= subjectThreshold) count++;
  return count > alpha.length * speckShare;
}

/**
 * Intersection over union of what is more subject than background in two rows of alpha of one length, 0 to 1. Two that
 * have no subject are alike.
 */
export function overlap(first: Uint8Array, second: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < first.length; at++) {
    const [inFirst, inSecond] = [first[at] >= subjectThreshold, second[at] >= subjectThreshold];
    if (inFirst && inSecond) both++;
    if (inFirst || inSecond) either++;
  }
  return either === 0 ? 1 : both / either;
}

/** A matte of a part of a picture. */
export interface Layer {
  readonly matte: Matte;
  /** What the matte covers. */
  readonly region: Region;
  /** What holds beyond the region, 0 to 255. */
  readonly outside: number;
}

/** A matte of the whole picture. */
export function layerOver(matte: Matte, picture: Size): Layer {
  return { matte, region: wholeOf(picture), outside: 0 };
}

/** Reads a layer at the size of its picture, row by row: bilinear with half-pixel centres, rounded to nearest. */
export class LayerSampler {
  readonly #layer: Layer;
  /** Left neighbour and weight of the right one, for each column of the region. */
  readonly #left: Int32Array;
  readonly #weight: Float32Array;
  /** One matte row between two, a column longer so that the right neighbour always exists. */
  readonly #blended: Float32Array;

  constructor(layer: Layer) {
    const { matte, region } = layer;
    this.#layer = layer;
    this.#left = new Int32Array(region.widthPx);
    this.#weight = new Float32Array(region.widthPx);
    this.#blended = new Float32Array(matte.widthPx + 1);
    for (let x = 0; x < region.widthPx; x++) {
      const position = sourcePosition(x, region.widthPx, matte.widthPx);
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
    const { region, matte, outside } = layer;
    if (region.widthPx < widthPx) into.fill(outside, 0, widthPx);
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) {
      into.fill(outside, 0, widthPx);
      return;
    }
    this.#blendRows(sourcePosition(inside, region.heightPx, matte.heightPx));
    for (let x = 0, to = region.leftPx; x < left.length; x++, to++) {
      const at = left[x];
      const value = blended[at];
      into[to] = value + (blended[at + 1] - value) * weight[x] + 0.5;
    }
  }

  #blendRows(position: number): void {
    const { alpha, widthPx, heightPx } = this.#layer.matte;
    const upper = Math.floor(position);
    const share = position - upper;
    const upperAt = upper * widthPx;
    const lowerAt = Math.min(upper + 1, heightPx - 1) * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const value = alpha[upperAt + x];
      this.#blended[x] = value + (alpha[lowerAt + x] - value) * share;
    }
    this.#blended[widthPx] = this.#blended[widthPx - 1];
  }
}

/**
 * A layer as a network sees it: a region of its picture at `widthPx` × `heightPx`, 0 where the layer ends. For layers
 * that are 0 outside.
 */
export function reducedLayer({ matte, region }: Layer, seen: Region, widthPx: number, heightPx: number): Uint8Array {
  const across = matte.widthPx / region.widthPx;
  const down = matte.heightPx / region.heightPx;
  const leftmost = (seen.leftPx - region.leftPx) * across;
  const topmost = (seen.topPx - region.topPx) * down;
  const columns = axisTaps(matte.widthPx, widthPx, { from: leftmost, to: leftmost + seen.widthPx * across });
  const lines = axisTaps(matte.heightPx, heightPx, { from: topmost, to: topmost + seen.heightPx * down });
  // Only the rows that are seen, one more on either side for what lies between two.
  const above = Math.max(0, Math.floor(topmost) - 1);
  const below = Math.min(matte.heightPx, Math.ceil(topmost + seen.heightPx * down) + 1);
  const narrowed = new Float32Array(Math.max(0, below - above) * widthPx);
  for (let y = above, to = 0; y < below; y++) {
    for (let x = 0; x < widthPx; x++, to++) {
      let sum = 0;
      for (let tap = 0, at = x * columns.stride; tap < columns.count[x]; tap++, at++) {
        sum += matte.alpha[y * matte.widthPx + columns.first[x] + tap] * columns.weights[at];
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

/** Where sample `at` of `size` lies among `sourceSize` samples that cover the same span: half-pixel centres, kept inside. */
export function sourcePosition(at: number, size: number, sourceSize: number): number {
  return Math.min(Math.max(((at + 0.5) * sourceSize) / size - 0.5, 0), sourceSize - 1);
}
