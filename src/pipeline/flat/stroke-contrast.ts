/** How sharp strokes are around each pixel. */
import type { Cells } from './cells.ts';

/** Pixels to a side of the blocks in which that is known, and by how many bits their places are smaller. */
const blockPx = 4;
const blockShift = 2;

/** The sharpest difference around each pixel, block by block. */
export class StrokeContrast {
  readonly #across: number;
  readonly #sharpest: Uint8Array;

  private constructor(across: number, sharpest: Uint8Array) {
    this.#across = across;
    this.#sharpest = sharpest;
  }

  /** In the block of each pixel. */
  static of({ widthPx, heightPx, sidePx, most }: Cells): StrokeContrast {
    const across = Math.ceil((widthPx * sidePx) / blockPx);
    const sharpest = new Uint8Array(across * Math.ceil((heightPx * sidePx) / blockPx));
    for (let y = 0, cell = 0; y < heightPx; y++) {
      const row = ((y * sidePx) >> blockShift) * across;
      for (let x = 0; x < widthPx; x++, cell++) {
        const block = row + ((x * sidePx) >> blockShift);
        if (most[cell] > sharpest[block]) sharpest[block] = most[cell];
      }
    }
    return new StrokeContrast(across, sharpest);
  }

  /** The same with the strokes of so many blocks around. */
  within(blocks: number): StrokeContrast {
    const across = this.#across;
    const down = this.#sharpest.length / across;
    const sharpest = this.#sharpest;
    const beside = new Uint8Array(sharpest.length);
    const around = new Uint8Array(sharpest.length);
    for (let y = 0, block = 0; y < down; y++) {
      for (let x = 0; x < across; x++, block++) {
        let most = 0;
        const last = block + Math.min(across - 1 - x, blocks);
        for (let other = block - Math.min(x, blocks); other <= last; other++) {
          if (sharpest[other] > most) most = sharpest[other];
        }
        beside[block] = most;
      }
    }
    for (let y = 0, block = 0; y < down; y++) {
      const first = -Math.min(y, blocks) * across;
      const last = Math.min(down - 1 - y, blocks) * across;
      for (let x = 0; x < across; x++, block++) {
        let most = 0;
        for (let other = block + first; other <= block + last; other += across) {
          if (beside[other] > most) most = beside[other];
        }
        around[block] = most;
      }
    }
    return new StrokeContrast(across, around);
  }

  /** At a pixel, in levels of the largest channel. */
  at(x: number, y: number): number {
    return this.#sharpest[(y >> blockShift) * this.#across + (x >> blockShift)];
  }
}
