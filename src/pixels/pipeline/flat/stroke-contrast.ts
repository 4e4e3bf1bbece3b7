/** How sharp strokes are around each pixel. */
import { bytes, layOut } from '../../kernels/memory.ts';
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
    const count = this.#sharpest.length;
    const { kernels, arrays } = layOut({
      ...{ sharpest: bytes(count), low: bytes(count), high: bytes(count), room: bytes(2 * count) },
    });
    const { sharpest, low, high, room } = arrays;
    sharpest.set(this.#sharpest);
    kernels.extremes(
      ...[sharpest.byteOffset, across, count / across, 1, blocks, low.byteOffset, high.byteOffset, room.byteOffset],
    );
    return new StrokeContrast(across, high.slice());
  }

  /** At a pixel, in levels of the largest channel. */
  at(x: number, y: number): number {
    return this.#sharpest[(y >> blockShift) * this.#across + (x >> blockShift)];
  }
}
