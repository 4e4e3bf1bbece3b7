/**
 * Alpha as a linear function of colour, in windows of 3 × 3 pixels of the matte: what a guided filter fits
 * (He, Sun and Tang, "Guided image filtering", 2013), with its smallest window and without its second mean. Larger
 * windows and a grey guide measured worse than no guide at all (docs/decisions/0012-edges.md). The fit itself
 * is `fitRow` of the kernels.
 */
import { bytes, floats, integers, layOut } from '../../kernels/memory.ts';
import type { Matte } from '../plane/matte.ts';
import { rowOf } from '../plane/plane.ts';

/** Rows of numbers that make the models of a row: slopes along red, green and blue, offset, blend weight. */
export const rowsOfModel = 5;
/** Sums that a window needs for its fit. */
const sumsOfWindow = 14;

/** Rows of local models, fitted when they are asked for; the two newest are kept. */
export class LocalModels {
  /** Numbers from one row of a model to the next: one more than the matte is wide, the last one twice. */
  readonly stride: number;
  readonly #matte: Matte;
  /** RGB at the size of the matte, as a plane that is three times as wide. */
  readonly #guide: Matte;
  readonly #kept: readonly [Float32Array, Float32Array];
  readonly #keptRow: [number, number] = [-1, -1];

  /** @param guide RGB at the size of the matte */
  constructor(matte: Matte, guide: Uint8Array) {
    this.#matte = matte;
    this.#guide = { widthPx: matte.widthPx * 3, heightPx: matte.heightPx, samples: guide };
    this.stride = matte.widthPx + 1;
    this.#kept = [new Float32Array(this.stride * rowsOfModel), new Float32Array(this.stride * rowsOfModel)];
  }

  /**
   * Models of a row of the matte, `rowsOfModel` rows of `stride` numbers: `alpha = red × slope + green × slope + blue ×
   * slope + offset` in values of 0 to 255, and a blend weight from 0 (colour says nothing about alpha here) to 1 (colour
   * explains alpha, and far better than noise could). Valid until another even, or odd, row is asked for.
   */
  at(row: number): Float32Array {
    const into = this.#kept[row & 1];
    if (this.#keptRow[row & 1] !== row) {
      this.#fitRow(row, into);
      this.#keptRow[row & 1] = row;
    }
    return into;
  }

  #fitRow(row: number, into: Float32Array): void {
    const { widthPx, heightPx } = this.#matte;
    const { kernels, arrays } = layOut({
      alpha: bytes(widthPx * 3),
      guide: bytes(widthPx * 9),
      sums: integers(sumsOfWindow * (widthPx + 2)),
      models: floats(this.stride * rowsOfModel),
    });
    const { alpha, guide, sums, models } = arrays;
    [Math.max(0, row - 1), row, Math.min(heightPx - 1, row + 1)].forEach((line, at) => {
      alpha.set(rowOf(this.#matte, line), at * widthPx);
      guide.set(rowOf(this.#guide, line), at * widthPx * 3);
    });
    kernels.fitRow(alpha.byteOffset, guide.byteOffset, widthPx, sums.byteOffset, models.byteOffset, this.stride);
    into.set(models);
  }
}
