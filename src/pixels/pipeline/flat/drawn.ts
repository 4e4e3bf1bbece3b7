/** Whether what is before a flat background was drawn: then most of it is of one colour, pixel beside pixel. */
import type { Picture } from '../picture/picture.ts';
import type { Background } from './background.ts';
import { differences } from './cells.ts';
import { FlatRows, rowPixelUs } from './rows.ts';

/** Side of the examined windows, in pixels. */
const windowPx = 5;
/** Pixels in windows of a picture, at most about so many. */
const mostPixels = 2 ** 21;
/** Differences from the background from which on a pixel is of the subject. */
const subjectFrom = 25;
/** Levels within which a window has no edge, and within which it is of one colour. */
const edgeFrom = 41;
const oneColour = 2;
/** Fewest windows that say something. */
const leastWindows = 200;

/**
 * Of the subject's windows without an edge the share that is of one colour. Drawings have nearly all of them, fewer where they were
 * compressed with loss; photographs of things have a sixth at most. One pass over the rows, which are its steps.
 * @returns 0 to 1; 0 where the subject has next to nothing but edges
 */
export function* flatShare(picture: Picture, background: Background): Generator<number, number, void> {
  const { widthPx, heightPx } = picture;
  const step = windowPx * Math.max(1, Math.ceil((widthPx * heightPx) / mostPixels));
  const rows = new FlatRows(picture);
  yield* rows.begin();
  const behind = new Float32Array(widthPx * 3);
  const away = new Uint8Array(widthPx);
  const low = new Uint8Array(widthPx * 3);
  const high = new Uint8Array(widthPx * 3);
  let [plain, flat] = [0, 0];
  for (let y = 0; y < heightPx; y++) {
    yield widthPx * rowPixelUs;
    const row = rows.next();
    const line = y % step;
    if (line >= windowPx) continue;
    if (line === 0) {
      low.set(row);
      high.set(row);
    }
    for (let at = 0; at < low.length; at++) {
      if (row[at] < low[at]) low[at] = row[at];
      if (row[at] > high[at]) high[at] = row[at];
    }
    if (line === windowPx >> 1) {
      background.row(y, behind);
      differences(row, behind, away);
    }
    if (line !== windowPx - 1) continue;
    for (let x = windowPx >> 1; x + (windowPx >> 1) < widthPx; x++) {
      if (away[x] < subjectFrom) continue;
      const range = rangeAt(low, high, x);
      if (range >= edgeFrom) continue;
      plain++;
      if (range <= oneColour) flat++;
    }
  }
  return plain < leastWindows ? 0 : flat / plain;
}

/** By how much a window's colours differ, in the channel in which they do most; of an edge only that it is one. */
function rangeAt(low: Uint8Array, high: Uint8Array, x: number): number {
  const first = (x - (windowPx >> 1)) * 3;
  let most = 0;
  for (let channel = first; channel < first + 3; channel++) {
    const least = Math.min(low[channel], low[channel + 3], low[channel + 6], low[channel + 9], low[channel + 12]);
    const largest = Math.max(
      high[channel],
      high[channel + 3],
      high[channel + 6],
      high[channel + 9],
      high[channel + 12],
    );
    if (largest - least > most) most = largest - least;
    if (most >= edgeFrom) return most;
  }
  return most;
}
