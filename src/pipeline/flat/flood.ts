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
   * Gives `value` to those of some cells that have the value `part`, and to all such cells that hang together with them.
   * @returns the cells; valid until the next call
   */
  fill(from: Iterable<number>, into: Uint8Array, value: number, part: number): Uint32Array {
    const widthPx = this.#widthPx;
    const queue = this.#queue;
    const last = queue.length - widthPx;
    let end = 0;
    for (const cell of from) {
      if (into[cell] !== part) continue;
      into[cell] = value;
      queue[end++] = cell;
    }
    for (let taken = 0; taken < end; taken++) {
      const cell = queue[taken];
      const x = cell % widthPx;
      if (x > 0 && into[cell - 1] === part) {
        into[cell - 1] = value;
        queue[end++] = cell - 1;
      }
      if (x < widthPx - 1 && into[cell + 1] === part) {
        into[cell + 1] = value;
        queue[end++] = cell + 1;
      }
      if (cell >= widthPx && into[cell - widthPx] === part) {
        into[cell - widthPx] = value;
        queue[end++] = cell - widthPx;
      }
      if (cell < last && into[cell + widthPx] === part) {
        into[cell + widthPx] = value;
        queue[end++] = cell + widthPx;
      }
    }
    return queue.subarray(0, end);
  }

  /**
   * How many steps, side by side, every cell is from the nearest one that has a value. Two sweeps, which is exact for such steps.
   * @param most further ones get this
   */
  distances(plane: Uint8Array, value: number, most: number): Uint16Array {
    const widthPx = this.#widthPx;
    const away = new Uint16Array(plane.length);
    for (let start = 0; start < plane.length; start += widthPx) {
      for (let cell = start, left = most; cell < start + widthPx; cell++) {
        const above = start > 0 ? away[cell - widthPx] : most;
        left = plane[cell] === value ? 0 : Math.min(most, Math.min(left, above) + 1);
        away[cell] = left;
      }
    }
    const last = plane.length - widthPx;
    for (let start = last; start >= 0; start -= widthPx) {
      for (let cell = start + widthPx - 1, right = most; cell >= start; cell--) {
        const below = start < last ? away[cell + widthPx] : most;
        right = Math.min(away[cell], Math.min(right, below) + 1);
        away[cell] = right;
      }
    }
    return away;
  }
}
