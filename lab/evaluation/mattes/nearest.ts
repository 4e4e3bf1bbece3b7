/** The nearest pixel of a mask: exact Euclidean distances (Felzenszwalb and Huttenlocher, Theory of Computing 2012). */

export interface Nearest {
  /** Squared distance in pixels to the nearest pixel of the mask, row-major. */
  readonly squared: Float64Array;
  /** Where in the map that pixel is. */
  readonly pixel: Int32Array;
}

/** @param mask 1 in the mask, 0 elsewhere, row-major; at least one pixel of it is 1 */
export function nearestOf(mask: Uint8Array, widthPx: number): Nearest {
  const heightPx = mask.length / widthPx;
  const nearestRow = nearestInColumns(mask, widthPx, heightPx);
  const squared = new Float64Array(mask.length);
  const pixel = new Int32Array(mask.length);
  // Lower envelope of the parabolas (x - column)² + height.
  const columns = new Int32Array(widthPx);
  const borders = new Float64Array(widthPx + 1);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    const height = (x: number) => (nearestRow[row + x] - y) ** 2;
    let count = 0;
    for (let x = 0; x < widthPx; x++) {
      if (nearestRow[row + x] < 0) continue;
      let border = Number.NEGATIVE_INFINITY;
      while (count > 0) {
        const before = columns[count - 1];
        border = (height(x) + x * x - height(before) - before * before) / (2 * (x - before));
        if (border > borders[count - 1]) break;
        count--;
      }
      columns[count] = x;
      borders[count] = border;
      count++;
    }
    for (let x = 0, at = 0; x < widthPx; x++) {
      while (at + 1 < count && borders[at + 1] < x) at++;
      const column = columns[at];
      squared[row + x] = (x - column) ** 2 + height(column);
      pixel[row + x] = nearestRow[row + column] * widthPx + column;
    }
  }
  return { squared, pixel };
}

/** Row of the mask's nearest pixel in the same column; -1 where the column has none. */
function nearestInColumns(mask: Uint8Array, widthPx: number, heightPx: number): Int32Array {
  const nearest = new Int32Array(mask.length).fill(-1);
  const last = new Int32Array(widthPx).fill(-1);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (mask[at] === 1) last[x] = y;
      nearest[at] = last[x];
    }
  }
  last.fill(-1);
  for (let y = heightPx - 1; y >= 0; y--) {
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      if (mask[at] === 1) last[x] = y;
      if (last[x] >= 0 && (nearest[at] < 0 || last[x] - y < y - nearest[at])) nearest[at] = last[x];
    }
  }
  return nearest;
}
