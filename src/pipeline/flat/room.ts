/** The memory that a cut by colour takes, which is asked for once a picture has a flat background. */
import type { Size } from '../region.ts';
import { cellSide } from './cells.ts';
import { windowRows } from './sampler.ts';

/** Of a cell: differences before and after the background is known, a queue, regions, and distances. */
const bytesPerCell = 14;
/** Of a pixel in the window of rows. */
const bytesInWindow = 18;
/** What every picture has for the tensors of networks, which a cut does without. */
const tensorBytes = 8 * 1024 * 1024;
const mostWindowBytes = 16 * 1024 * 1024;

/** Whether rows are short enough, some 11,000 pixels, for a window of them. */
export function fitsWindow({ widthPx }: Pick<Size, 'widthPx'>): boolean {
  return windowBytes(widthPx) <= mostWindowBytes;
}

/** Bytes that a cut adds to a picture: at most 36 MiB, and nothing where it is not made. */
export function cutBytes({ widthPx, heightPx }: Size): number {
  if (!fitsWindow({ widthPx })) return 0;
  const sidePx = cellSide({ widthPx, heightPx });
  const cells = Math.ceil(widthPx / sidePx) * Math.ceil(heightPx / sidePx);
  return Math.max(0, cells * bytesPerCell + windowBytes(widthPx) - tensorBytes);
}

function windowBytes(widthPx: number): number {
  return widthPx * windowRows * bytesInWindow;
}
