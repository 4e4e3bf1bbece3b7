/**
 * The reduced picture that networks see, made in one pass over the rows.
 *
 * Shrinking is an area average, growing is bilinear, both on gamma-encoded values; transparent input lies over mid-grey.
 * Each side is scaled on its own: networks here were trained on stretched squares.
 */
import type { Picture, RowSource } from './picture.ts';
import { type Region, wholeOf } from './region.ts';
import { axisTaps, type Taps } from './taps.ts';

const midGrey = 128;

/**
 * @param picture upright picture; one pass over its rows is taken
 * @param region what of it is seen; all of it when left out
 * @returns RGB, height × width × 3, 0 to 255
 */
export function proxy(picture: Picture, widthPx: number, heightPx: number, region = wholeOf(picture)): Uint8Array {
  const columns = axisTaps(picture.widthPx, widthPx, columnsOf(region));
  const lines = axisTaps(picture.heightPx, heightPx, linesOf(region));
  const reduced = new ReducedRows(picture, columns, widthPx);
  const out = new Uint8Array(widthPx * heightPx * 3);
  const sum = new Float32Array(widthPx * 3);
  for (let y = 0; y < heightPx; y++) {
    sum.fill(0.5); // Rounds to nearest when the sum is cut to an integer.
    for (let tap = 0; tap < lines.count[y]; tap++) {
      const row = reduced.at(lines.first[y] + tap);
      const weight = lines.weights[y * lines.stride + tap];
      for (let i = 0; i < sum.length; i++) sum[i] += row[i] * weight;
    }
    out.set(sum, y * sum.length);
  }
  return out;
}

function columnsOf({ leftPx, widthPx }: Region) {
  return { from: leftPx, to: leftPx + widthPx };
}

function linesOf({ topPx, heightPx }: Region) {
  return { from: topPx, to: topPx + heightPx };
}

/** Input rows reduced to the output width, read on demand; the two newest are kept, which is all that taps share. */
class ReducedRows {
  private readonly source: RowSource;
  private readonly channels: number;
  private readonly columns: Taps;
  private readonly opaque: Uint8Array;
  private readonly kept: [Float32Array, Float32Array];
  private newest = -1;

  constructor(picture: Picture, columns: Taps, widthPx: number) {
    this.source = picture.rows();
    this.channels = picture.channels;
    this.columns = columns;
    this.opaque = new Uint8Array(picture.channels === 4 ? picture.widthPx * 3 : 0);
    this.kept = [new Float32Array(widthPx * 3), new Float32Array(widthPx * 3)];
  }

  at(row: number): Float32Array {
    // Rows that no tap ever asks for are not reduced.
    if (this.newest < row - 2) {
      this.source.skip(row - 2 - this.newest);
      this.newest = row - 2;
    }
    while (this.newest < row) {
      this.newest++;
      const bytes = this.source.next(1);
      this.reduce(this.channels === 4 ? this.overGrey(bytes) : bytes, this.kept[this.newest & 1]);
    }
    return this.kept[row & 1];
  }

  private overGrey(rgba: Uint8Array): Uint8Array {
    const { opaque } = this;
    for (let from = 0, to = 0; to < opaque.length; from += 4, to += 3) {
      const alpha = rgba[from + 3];
      const rest = (255 - alpha) * midGrey + 127;
      opaque[to] = (rgba[from] * alpha + rest) / 255;
      opaque[to + 1] = (rgba[from + 1] * alpha + rest) / 255;
      opaque[to + 2] = (rgba[from + 2] * alpha + rest) / 255;
    }
    return opaque;
  }

  private reduce(rgb: Uint8Array, into: Float32Array): void {
    const { first, count, weights, stride } = this.columns;
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
