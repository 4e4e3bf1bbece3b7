/**
 * The reduced picture that networks see, made in one pass over the rows.
 *
 * Shrinking is an area average, growing is bilinear, both on gamma-encoded values; transparent input lies over mid-grey.
 * Each side is scaled on its own: networks here were trained on stretched squares.
 */
import type { Picture } from './picture/picture.ts';
import { type Region, wholeOf } from './region.ts';
import { axisTaps, type Taps } from './taps.ts';

const midGrey = 128;

/**
 * A region of a picture at the size that a network takes.
 * @param picture one pass over its rows is taken
 * @param region what of it is seen; all of it when left out
 * @returns RGB, height × width × 3, 0 to 255
 */
export function proxy(picture: Picture, widthPx: number, heightPx: number, region = wholeOf(picture)): Uint8Array {
  return proxies(picture, widthPx, heightPx, [region])[0];
}

/**
 * What `proxy` makes of each of several regions, which may overlap; still one pass over the rows.
 * @returns one RGB picture of `widthPx` × `heightPx` for each region, in their order
 */
export function proxies(
  picture: Picture,
  widthPx: number,
  heightPx: number,
  regions: readonly Region[],
): readonly Uint8Array[] {
  const reductions = regions.map((region) => new Reduction(picture, widthPx, heightPx, region));
  const source = picture.rows();
  const opaque = new Uint8Array(picture.channels === 4 ? picture.widthPx * 3 : 0);
  for (let passed = 0; ; ) {
    // Rows that no region asks for are neither read nor reduced.
    const row = Math.min(...reductions.map(({ wanted }) => wanted));
    if (row >= picture.heightPx) return reductions.map(({ out }) => out);
    if (row > passed) source.skip(row - passed);
    const bytes = source.next(1);
    passed = row + 1;
    const rgb = picture.channels === 4 ? overGrey(bytes, opaque) : bytes;
    for (const reduction of reductions) {
      if (reduction.wanted === row) reduction.take(rgb);
    }
  }
}

function overGrey(rgba: Uint8Array, opaque: Uint8Array): Uint8Array {
  for (let from = 0, to = 0; to < opaque.length; from += 4, to += 3) {
    const alpha = rgba[from + 3];
    const rest = (255 - alpha) * midGrey + 127;
    opaque[to] = (rgba[from] * alpha + rest) / 255;
    opaque[to + 1] = (rgba[from + 1] * alpha + rest) / 255;
    opaque[to + 2] = (rgba[from + 2] * alpha + rest) / 255;
  }
  return opaque;
}

/** One region on its way to its reduced size: takes the picture's rows that it wants, in order. */
class Reduction {
  /** RGB, complete when nothing is wanted any more. */
  readonly out: Uint8Array;
  /** The next row of the picture to take; infinite at the end. */
  wanted: number;
  readonly #columns: Taps;
  readonly #lines: Taps;
  /** Rows at the output width; the two newest are kept, because two output lines share at most so many. */
  readonly #kept: readonly [Float32Array, Float32Array];
  /** The output line that is being summed up, and its next tap. */
  readonly #sum: Float32Array;
  #line = 0;
  #tap = 0;

  constructor(picture: Picture, widthPx: number, heightPx: number, region: Region) {
    this.out = new Uint8Array(widthPx * heightPx * 3);
    this.#columns = axisTaps(picture.widthPx, widthPx, { from: region.leftPx, to: region.leftPx + region.widthPx });
    this.#lines = axisTaps(picture.heightPx, heightPx, { from: region.topPx, to: region.topPx + region.heightPx });
    this.#kept = [new Float32Array(widthPx * 3), new Float32Array(widthPx * 3)];
    this.#sum = new Float32Array(widthPx * 3).fill(0.5); // Rounds to nearest when the sum is cut to an integer.
    this.wanted = this.#lines.first[0];
  }

  /** Takes the row that is wanted, at the full width of the picture. */
  take(rgb: Uint8Array): void {
    const { out, wanted: row } = this;
    const lines = this.#lines;
    const sum = this.#sum;
    const kept = this.#kept;
    this.#reduce(rgb, kept[row & 1]);
    while (this.#line < lines.first.length) {
      const first = lines.first[this.#line];
      const count = lines.count[this.#line];
      for (; this.#tap < count && first + this.#tap <= row; this.#tap++) {
        const values = kept[(first + this.#tap) & 1];
        const weight = lines.weights[this.#line * lines.stride + this.#tap];
        for (let i = 0; i < sum.length; i++) sum[i] += values[i] * weight;
      }
      if (this.#tap < count) {
        this.wanted = Math.max(row + 1, first);
        return;
      }
      out.set(sum, this.#line * sum.length);
      sum.fill(0.5);
      this.#line++;
      this.#tap = 0;
    }
    this.wanted = Number.POSITIVE_INFINITY;
  }

  #reduce(rgb: Uint8Array, into: Float32Array): void {
    const { first, count, weights, stride } = this.#columns;
    for (let x = 0, to = 0; x < first.length; x++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let from = first[x] * 3;
      const end = x * stride + count[x];
      for (let tap = x * stride; tap < end; tap++, from += 3) {
        const weight = weights[tap];
        red += rgb[from] * weight;
        green += rgb[from + 1] * weight;
        blue += rgb[from + 2] * weight;
      }
      into[to] = red;
      into[to + 1] = green;
      into[to + 2] = blue;
    }
  }
}
