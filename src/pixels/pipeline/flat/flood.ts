/** Filling regions of a plane, cell by cell and side by side. */
import { bytes, layOut, shorts } from '../../kernels/memory.ts';
import type { Size } from '../plane/region.ts';

/** Fills regions of planes of one size. */
export class Flood {
  readonly #widthPx: number;
  readonly #heightPx: number;
  readonly #queue: Uint32Array;

  constructor({ widthPx, heightPx }: Size) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.#queue = new Uint32Array(widthPx * heightPx);
  }

  /**
   * Gives `value` to those of some cells that have the value `part`, and to all such cells that hang together with them.
   * @returns the cells; valid until the next call
   */
  fill(from: Iterable<number>, into: Uint8Array, value: number, part: number): Uint32Array {
    const widthPx = this.#widthPx;
    const queue = this.#queue;
    const last = queue.length - widthPx;
    let end = 0;
    for (const cell of from) if (into[cell] === part) end = this.#takeRun(cell, into, value, part, end);
    // A cell's neighbours to both sides were taken with it.
    for (let taken = 0; taken < end; taken++) {
      const cell = queue[taken];
      if (cell >= widthPx && into[cell - widthPx] === part) end = this.#takeRun(cell - widthPx, into, value, part, end);
      if (cell < last && into[cell + widthPx] === part) end = this.#takeRun(cell + widthPx, into, value, part, end);
    }
    return queue.subarray(0, end);
  }

  /** Takes a cell and those of its row that hang together with it. @returns the new end of the queue */
  #takeRun(cell: number, into: Uint8Array, value: number, part: number, end: number): number {
    const queue = this.#queue;
    const start = cell - (cell % this.#widthPx);
    let first = cell;
    while (first > start && into[first - 1] === part) first--;
    for (let at = first; at < start + this.#widthPx && into[at] === part; at++) {
      into[at] = value;
      queue[end++] = at;
    }
    return end;
  }

  /**
   * How many steps, side by side, every cell is from the nearest one that has a value. Two sweeps, which is exact for such steps.
   * @param most further ones get this
   */
  distances(plane: Uint8Array, value: number, most: number): Uint16Array {
    const { kernels, arrays } = layOut({ plane: bytes(plane.length), away: shorts(plane.length) });
    arrays.plane.set(plane);
    kernels.stepsTo(...[arrays.plane.byteOffset, this.#widthPx, this.#heightPx, value, most, arrays.away.byteOffset]);
    return arrays.away.slice();
  }
}
