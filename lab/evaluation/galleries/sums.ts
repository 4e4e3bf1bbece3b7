/** Sums over rectangles of a grid. */

/** A summed-area table (Crow, 1984). */
export class Sums {
  readonly #columns: number;
  readonly #rows: number;
  readonly #table: Float64Array;

  constructor(values: Float64Array, columns: number, rows: number) {
    const stride = columns + 1;
    this.#columns = columns;
    this.#rows = rows;
    this.#table = new Float64Array(stride * (rows + 1));
    for (let row = 0, from = 0; row < rows; row++) {
      for (let column = 0, at = (row + 1) * stride + 1; column < columns; column++, at++, from++) {
        const table = this.#table;
        table[at] = values[from] + table[at - 1] + table[at - stride] - table[at - stride - 1];
      }
    }
  }

  /** The part of the rectangle that is inside the grid. */
  within(column: number, row: number, columns: number, rows: number): number {
    const table = this.#table;
    const right = Math.min(this.#columns, column + columns);
    const top = row * (this.#columns + 1);
    const bottom = Math.min(this.#rows, row + rows) * (this.#columns + 1);
    return table[bottom + right] - table[bottom + column] - table[top + right] + table[top + column];
  }
}
