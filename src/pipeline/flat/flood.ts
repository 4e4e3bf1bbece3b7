/** Filling regions of a plane, cell by cell and side by side. */
import type { Size } from '../region.ts';

/** Fills regions of planes of one size. */
export class Flood {
  readonly #widthPx: number;
  readonly #queue: Uint32Array;

  constructor({ widthPx, heightPx }: Size) {
    this.#widthPx = widthPx;
    this.#queue = new Uint32Array(widthPx * heightPx);
  }

  /**
   * Gives `value` to those of some cells that are part of it, and to all that hang together with them.
   * @param isPart asked of cells that have another value
   * @returns the cells in the order in which they were reached; valid until the next call
   */
  fill(from: Iterable<number>, into: Uint8Array, value: number, isPart: (cell: number) => boolean): Uint32Array {
    const [widthPx, queue] = [this.#widthPx, this.#queue];
    let end = 0;
    const visit = (cell: number) => {
      if (into[cell] === value || !isPart(cell)) return;
      into[cell] = value;
      queue[end++] = cell;
    };
    for (const cell of from) visit(cell);
    for (let taken = 0; taken < end; taken++) {
      const cell = queue[taken];
      const x = cell % widthPx;
      if (x > 0) visit(cell - 1);
      if (x < widthPx - 1) visit(cell + 1);
      if (cell >= widthPx) visit(cell - widthPx);
      if (cell + widthPx < queue.length) visit(cell + widthPx);
    }
    return queue.subarray(0, end);
  }

  /**
   * How many steps, side by side, every cell is from the nearest one that is a source.
   * @param most further ones get this
   */
  distances(isSource: (cell: number) => boolean, most: number): Uint16Array {
    const [widthPx, queue] = [this.#widthPx, this.#queue];
    const away = new Uint16Array(queue.length).fill(most);
    let end = 0;
    for (let cell = 0; cell < queue.length; cell++) {
      if (!isSource(cell)) continue;
      away[cell] = 0;
      queue[end++] = cell;
    }
    for (let taken = 0; taken < end; taken++) {
      const cell = queue[taken];
      const next = away[cell] + 1;
      const x = cell % widthPx;
      const visit = (other: number) => {
        if (away[other] <= next) return;
        away[other] = next;
        queue[end++] = other;
      };
      if (x > 0) visit(cell - 1);
      if (x < widthPx - 1) visit(cell + 1);
      if (cell >= widthPx) visit(cell - widthPx);
      if (cell + widthPx < queue.length) visit(cell + widthPx);
    }
    return away;
  }
}
