/**
 * Alpha as a linear function of colour, in windows of 3 × 3 pixels of the matte: what a guided filter fits
 * (He, Sun and Tang, "Guided image filtering", 2013), with its smallest window and without its second mean. Larger
 * windows and a grey guide measured worse than no guide at all (docs/quality.md).
 */
import type { Matte } from '../matte.ts';

/** Numbers to a pixel of a row: slopes along red, green and blue, offset, blend weight. */
export const modelStride = 5;

/** Keeps slopes finite where colours hardly differ: 1e-5 on colours of 0 to 1, here of 0 to 255. */
const ridge = 0.65;
/** The part of the explained variance that bicubic alpha would have got wrong: only this speaks for the model. */
const gain = 0.3;
/** Variance that noise and compression add to a colour, 0 to 255 squared: a camera's noise at daylight and JPEG. */
const noiseVariance = 16;

/** Rows of local models, fitted when they are asked for; the two newest are kept. */
export class LocalModels {
  readonly #matte: Matte;
  readonly #guide: Uint8Array;
  readonly #kept: readonly [Float32Array, Float32Array];
  readonly #keptRow: [number, number] = [-1, -1];
  /** Sums of three alphas above one another, with one more at either end. */
  readonly #columns: Uint16Array;

  /** @param guide RGB at the size of the matte */
  constructor(matte: Matte, guide: Uint8Array) {
    this.#matte = matte;
    this.#guide = guide;
    this.#kept = [new Float32Array(matte.widthPx * modelStride), new Float32Array(matte.widthPx * modelStride)];
    this.#columns = new Uint16Array(matte.widthPx + 2);
  }

  /**
   * Models of a row of the matte, `modelStride` numbers to a pixel: `alpha = red × slope + green × slope + blue × slope +
   * offset` in values of 0 to 255, and a blend weight from 0 (colour says nothing about alpha here) to 1 (colour explains
   * alpha, and far better than noise could). Valid until another even, or odd, row is asked for.
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
    const columns = this.#columns;
    const { widthPx, heightPx, samples: alpha } = this.#matte;
    const rows = [Math.max(0, row - 1) * widthPx, row * widthPx, Math.min(heightPx - 1, row + 1) * widthPx];
    for (let x = 0; x < widthPx; x++) columns[x + 1] = alpha[rows[0] + x] + alpha[rows[1] + x] + alpha[rows[2] + x];
    columns[0] = columns[1];
    columns[widthPx + 1] = columns[widthPx];
    for (let x = 0, to = 0; x < widthPx; x++, to += modelStride) {
      const sum = columns[x] + columns[x + 1] + columns[x + 2];
      if (sum === 0 || sum === 9 * 255) {
        into.fill(0, to, to + modelStride);
        into[to + 3] = sum / 9;
      } else {
        this.#fit(rows, x, into, to);
      }
    }
  }

  /** Least squares with a ridge over the window around column `x`. */
  #fit(rows: readonly number[], x: number, into: Float32Array, to: number): void {
    const { samples: alpha, widthPx } = this.#matte;
    const guide = this.#guide;
    let [p, pp, r, g, b, rp, gp, bp] = [0, 0, 0, 0, 0, 0, 0, 0];
    let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
    for (const start of rows) {
      for (let offset = -1; offset <= 1; offset++) {
        const at = start + Math.min(widthPx - 1, Math.max(0, x + offset));
        const value = alpha[at];
        const red = guide[at * 3];
        const green = guide[at * 3 + 1];
        const blue = guide[at * 3 + 2];
        p += value;
        pp += value * value;
        r += red;
        g += green;
        b += blue;
        rp += red * value;
        gp += green * value;
        bp += blue * value;
        rr += red * red;
        rg += red * green;
        rb += red * blue;
        gg += green * green;
        gb += green * blue;
        bb += blue * blue;
      }
    }
    const ninth = 1 / 9;
    p *= ninth;
    r *= ninth;
    g *= ninth;
    b *= ninth;
    const variance = pp * ninth - p * p;
    const [crp, cgp, cbp] = [rp * ninth - r * p, gp * ninth - g * p, bp * ninth - b * p];
    const [crr, crg, crb] = [rr * ninth - r * r, rg * ninth - r * g, rb * ninth - r * b];
    const [cgg, cgb, cbb] = [gg * ninth - g * g, gb * ninth - g * b, bb * ninth - b * b];
    // Inverse of a symmetric 3 × 3 matrix by cofactors.
    const [mrr, mgg, mbb] = [crr + ridge, cgg + ridge, cbb + ridge];
    const irr = mgg * mbb - cgb * cgb;
    const irg = crb * cgb - crg * mbb;
    const irb = crg * cgb - crb * mgg;
    const determinant = mrr * irr + crg * irg + crb * irb;
    const igg = mrr * mbb - crb * crb;
    const igb = crg * crb - mrr * cgb;
    const ibb = mrr * mgg - crg * crg;
    const slopeRed = (irr * crp + irg * cgp + irb * cbp) / determinant;
    const slopeGreen = (irg * crp + igg * cgp + igb * cbp) / determinant;
    const slopeBlue = (irb * crp + igb * cgp + ibb * cbp) / determinant;
    const ofColours =
      slopeRed * (slopeRed * crr + 2 * (slopeGreen * crg + slopeBlue * crb)) +
      slopeGreen * (slopeGreen * cgg + 2 * slopeBlue * cgb) +
      slopeBlue * slopeBlue * cbb;
    const explained = 2 * (slopeRed * crp + slopeGreen * cgp + slopeBlue * cbp) - ofColours;
    const ofNoise = (slopeRed * slopeRed + slopeGreen * slopeGreen + slopeBlue * slopeBlue) * noiseVariance;
    into[to] = slopeRed;
    into[to + 1] = slopeGreen;
    into[to + 2] = slopeBlue;
    into[to + 3] = p - slopeRed * r - slopeGreen * g - slopeBlue * b;
    const won = gain * explained;
    into[to + 4] = won > 0 ? won / (won + variance - explained + ofNoise) : 0;
  }
}
