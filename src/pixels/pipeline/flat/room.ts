/** The memory that a cut by colour takes, which is asked for once a picture has a flat background. */
import type { Size } from '../plane/region.ts';
import { cellSide } from './cells.ts';
import { windowRows } from './sampler.ts';

/** Of a cell: differences before and after the background is known, a queue, regions, and distances. */
const bytesPerCell = 14;
/** Of a pixel in the window of rows, and of one that a kernel looks at. */
const bytesInWindow = 12;
/** What every picture has for the tensors of networks, which a cut does without. */
const tensorBytes = 8 * 1024 * 1024;
const mostWindowBytes = 10 * 1024 * 1024;

/** Whether rows are short enough, some 10,900 pixels, for a window of them. */
export function fitsWindow({ widthPx }: Pick<Size, 'widthPx'>): boolean {
  return windowBytes(widthPx) <= mostWindowBytes;
}

/** Bytes that a cut adds to a picture: at most 30 MiB, and nothing where it is not made. */
export function cutBytes({ widthPx, heightPx }: Size): number {
  if (!fitsWindow({ widthPx })) return 0;
  return Math.max(0, cellsOf({ widthPx, heightPx }) * bytesPerCell + windowBytes(widthPx) - tensorBytes);
}

/** Of a cell of a part that was clicked: differences from its colour, and what it is. */
const bytesPerClickedCell = 2;

/** Bytes that so many points add to a cut, two windows of rows each: alpha, and the colours of its soft pixels. */
export function clickedBytes(size: Size, points: number): number {
  if (!fitsWindow(size)) return 0;
  return points * (cellsOf(size) * bytesPerClickedCell + 2 * windowBytes(size.widthPx));
}

function cellsOf({ widthPx, heightPx }: Size): number {
  const sidePx = cellSide({ widthPx, heightPx });
  return Math.ceil(widthPx / sidePx) * Math.ceil(heightPx / sidePx);
}

function windowBytes(widthPx: number): number {
  return widthPx * windowRows * bytesInWindow;
}
