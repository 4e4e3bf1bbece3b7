/** What the kernels of alpha have to give, as plain JavaScript: sums in 64 bits, what is kept in 32. */

/** One row between two, at another width: position of the left neighbour and weight of the right one for each pixel. */
export function bilinearRow(
  [upper, lower]: readonly [Uint8Array, Uint8Array],
  down: number,
  left: ArrayLike<number>,
  across: Float32Array,
): Uint8Array {
  const blended = Float32Array.from(upper, (value, x) => value + (lower[x] - value) * down);
  const at = (column: number) => blended[Math.min(column, blended.length - 1)];
  return Uint8Array.from(across, (weight, x) => at(left[x]) + (at(left[x] + 1) - at(left[x])) * weight + 0.5);
}

/**
 * Least squares with a ridge over the window around column `x`.
 * @param alpha three rows of a matte, one after the other
 * @param guide RGB of the same pixels
 * @returns slopes along red, green and blue, offset, blend weight
 */
export function fittedModel(alpha: Uint8Array, guide: Uint8Array, widthPx: number, x: number): Float32Array {
  const model = new Float32Array(5);
  const sum = windowSum(alpha, widthPx, x);
  if (sum === 0 || sum === 9 * 255) {
    model[3] = sum / 9;
    return model;
  }
  const { p, r, g, b, variance, withAlpha, withColours } = momentsOf(alpha, guide, widthPx, x);
  const [crp, cgp, cbp] = withAlpha;
  const [crr, crg, crb, cgg, cgb, cbb] = withColours;
  // Inverse of a symmetric 3 × 3 matrix by cofactors.
  const [mrr, mgg, mbb] = [crr + 0.65, cgg + 0.65, cbb + 0.65];
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
  const ofNoise = (slopeRed * slopeRed + slopeGreen * slopeGreen + slopeBlue * slopeBlue) * 16;
  model.set([slopeRed, slopeGreen, slopeBlue, p - slopeRed * r - slopeGreen * g - slopeBlue * b]);
  const won = 0.3 * explained;
  model[4] = won > 0 ? won / (won + variance - explained + ofNoise) : 0;
  return model;
}

/** Means over the window, the variance of alpha, and covariances: of red, green and blue with alpha, and among them. */
function momentsOf(alpha: Uint8Array, guide: Uint8Array, widthPx: number, x: number) {
  let [p, pp, r, g, b, rp, gp, bp] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
  for (let line = 0; line < 3; line++) {
    for (let offset = -1; offset <= 1; offset++) {
      const at = line * widthPx + Math.min(widthPx - 1, Math.max(0, x + offset));
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
  const withAlpha = [rp * ninth - r * p, gp * ninth - g * p, bp * ninth - b * p];
  const ofRed = [rr * ninth - r * r, rg * ninth - r * g, rb * ninth - r * b];
  const withColours = [...ofRed, gg * ninth - g * g, gb * ninth - g * b, bb * ninth - b * b];
  return { p, r, g, b, variance, withAlpha, withColours };
}

function windowSum(alpha: Uint8Array, widthPx: number, x: number): number {
  let sum = 0;
  for (let line = 0; line < 3; line++) {
    for (let offset = -1; offset <= 1; offset++) {
      sum += alpha[line * widthPx + Math.min(widthPx - 1, Math.max(0, x + offset))];
    }
  }
  return sum;
}

/** Keys' cubic convolution at `t` between the second and the third of four samples. */
export function cubicWeights(t: number): Float32Array {
  const [t2, t3] = [t * t, t * t * t];
  return Float32Array.of((-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2);
}

/** What is around one pixel of the picture. */
export interface Around {
  /** Four rows of the matte and their weights, and its column to the left of the pixel. */
  readonly rows: readonly Uint8Array[];
  readonly rowWeights: readonly number[];
  readonly left: number;
  readonly columnWeights: ArrayLike<number>;
  readonly across: number;
  readonly down: number;
  /** Models of the matte's rows above and below, one for each column. */
  readonly above: readonly Float32Array[];
  readonly below: readonly Float32Array[];
  /** The pixel's own colour; null where it is not to be asked. */
  readonly colour: readonly number[] | null;
}

/** Alpha of one soft pixel along the edges of the photo. */
export function guidedAlpha(pixel: Around): number {
  const { rows, rowWeights, left, columnWeights, across, down, above, below, colour } = pixel;
  const last = above.length - 1;
  const [w0, w1, w2, w3] = rowWeights;
  let cubic = 0;
  for (let tap = 0; tap < 4; tap++) {
    const at = Math.min(last, Math.max(0, left + tap - 1));
    cubic += columnWeights[tap] * (w0 * rows[0][at] + w1 * rows[1][at] + w2 * rows[2][at] + w3 * rows[3][at]);
  }
  const right = Math.min(last, left + 1);
  const corners: readonly (readonly [number, Float32Array])[] = [
    [(1 - across) * (1 - down), above[left]],
    [across * (1 - down), above[right]],
    [(1 - across) * down, below[left]],
    [across * down, below[right]],
  ];
  const trust = corners.reduce((sum, [share, model]) => sum + share * model[4], 0);
  let value = cubic;
  if (trust > 0 && colour) {
    const [red, green, blue] = colour;
    const guided = corners.reduce(
      (sum, [share, model]) => sum + share * (model[0] * red + model[1] * green + model[2] * blue + model[3]),
      0,
    );
    value += (Math.min(255, Math.max(0, guided)) - cubic) * trust;
  }
  return Math.trunc(Math.min(255, Math.max(0, value)) + 0.5);
}
