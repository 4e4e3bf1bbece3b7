/** A picture in cells: how far the pixels of each are from the background. A cell is a pixel while the picture is not large. */
import { bytes, floats, layOut } from '../../kernels/memory.ts';
import type { Picture } from '../picture/picture.ts';
import type { Size } from '../plane/region.ts';
import type { Background } from './background.ts';
import { FlatRows, rowPixelUs } from './rows.ts';

/** Most cells of a picture, whatever its size. */
const mostCells = 2 ** 21;

/** Differences are the largest of a channel, 0 to 255. */
export interface Cells extends Size {
  /** Pixels to a side of a cell. */
  readonly sidePx: number;
  /** The most that a pixel of each cell differs from the background. */
  readonly most: Uint8Array;
}

/** Pixels to a side of a picture's cells. */
export function cellSide({ widthPx, heightPx }: Size): number {
  return Math.ceil(Math.sqrt((widthPx * heightPx) / mostCells));
}

/** Compares a picture with its background. One pass over its rows, which are its steps. */
export function* cellsOf(picture: Picture, background: Background): Generator<number, Cells, void> {
  const sidePx = cellSide(picture);
  const widthPx = Math.ceil(picture.widthPx / sidePx);
  const heightPx = Math.ceil(picture.heightPx / sidePx);
  const most = new Uint8Array(widthPx * heightPx);
  const rows = new FlatRows(picture);
  yield* rows.begin();
  const behind = new Float32Array(picture.widthPx * 3);
  const away = new Uint8Array(picture.widthPx);
  for (let y = 0; y < picture.heightPx; y++) {
    yield picture.widthPx * rowPixelUs;
    background.row(y, behind);
    differences(rows.next(), behind, away);
    const start = Math.floor(y / sidePx) * widthPx;
    if (sidePx === 1) most.set(away, start);
    else raiseToMost(most.subarray(start, start + widthPx), away, sidePx);
  }
  return { widthPx, heightPx, sidePx, most };
}

/** The largest difference of a channel, pixel by pixel. */
export function differences(rgb: Uint8Array, behind: Float32Array, into: Uint8Array): void {
  const { kernels, arrays } = layOut({
    rgb: bytes(rgb.length),
    behind: floats(behind.length),
    away: bytes(into.length),
  });
  arrays.rgb.set(rgb);
  arrays.behind.set(behind);
  kernels.differences(arrays.rgb.byteOffset, arrays.behind.byteOffset, into.length, arrays.away.byteOffset);
  into.set(arrays.away);
}

/** Makes cells as far from the background as the farthest of their `sidePx` pixels of a row. */
function raiseToMost(cells: Uint8Array, away: Uint8Array, sidePx: number): void {
  const { kernels, arrays } = layOut({ away: bytes(away.length), cells: bytes(cells.length) });
  arrays.away.set(away);
  arrays.cells.set(cells);
  kernels.raiseToMost(arrays.away.byteOffset, away.length, sidePx, arrays.cells.byteOffset);
  cells.set(arrays.cells);
}

/** How dark a smooth shadow may be, in levels. */
const darkestShadow = 160;

/**
 * 1 for cells that differ little from all four beside them, as in a shadow or a glow, or in the background itself; else 0.
 * @param step most by which they may, in levels
 */
export function smoothCells({ widthPx, heightPx, most }: Cells, step: number): Uint8Array {
  const { kernels, arrays } = layOut({ most: bytes(most.length), smooth: bytes(most.length) });
  arrays.most.set(most);
  kernels.smoothCells(...[arrays.most.byteOffset, widthPx, heightPx, step, darkestShadow, arrays.smooth.byteOffset]);
  return arrays.smooth.slice();
}

/** Cells along all four sides; those of corners come twice. */
export function* borderCells({ widthPx, heightPx }: Size): Generator<number> {
  for (let x = 0; x < widthPx; x++) {
    yield x;
    yield (heightPx - 1) * widthPx + x;
  }
  for (let y = 0; y < heightPx; y++) {
    yield y * widthPx;
    yield (y + 1) * widthPx - 1;
  }
}
