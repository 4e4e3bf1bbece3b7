/**
 * A point segmenter for tests: the green of the picture says which part a place is of, 0 for none. It answers with the part that holds the
 * points, as far as it is one piece, and with all of the picture; where there is no part, with nothing. As with a real one, what it answers
 * depends a little on the order of the points.
 */
import type { ByteTensor, Tensor } from '../../networks/networks.ts';
import { framePx } from '../frame.ts';
import { maskPx } from '../segmenter.ts';

const cellPx = framePx / maskPx;
/** What the bars of the square have for green. */
const barGreen = 116;
const [negative, positive] = [0, 1];

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** What it answers to a picture and points, as `points/segmenter.ts` sends them. */
export function segmentByGreen([image, points]: readonly ByteTensor[]): Tensor[] {
  const greens = Uint8Array.from({ length: maskPx * maskPx }, (_, at) =>
    greenAt(image.data, at % maskPx, Math.floor(at / maskPx)),
  );
  const cellsOf = (label: number) =>
    Array.from({ length: points.data.length / 5 }, (_, row) => points.data.subarray(row * 5, row * 5 + 5))
      .filter((row) => row[4] === label)
      .map((row) => ({ x: placeOf(row[0], row[1]), y: placeOf(row[2], row[3]) }));
  const [held, others] = [cellsOf(positive), cellsOf(negative)];
  const part = new Uint8Array(greens.length);
  for (const cell of held) fillPart(greens, cell, part);
  trim(part, (held[0].x + held.length) % 2);
  for (let at = 0; at < part.length; at++) {
    const away = (cells: readonly Cell[]) =>
      Math.min(...cells.map(({ x, y }) => Math.hypot(x - (at % maskPx), y - Math.floor(at / maskPx))));
    if (others.length > 0 && away(others) < away(held)) part[at] = 0;
  }
  const isFound = part.includes(255);
  const all = greens.map((green) => (isFound && green !== barGreen ? 255 : 0));
  const data = new Uint8Array(part.length * 2);
  data.set(all);
  data.set(part, part.length);
  return [{ name: 'masks', datatype: 'UINT8', shape: [1, 2, maskPx, maskPx], data }];
}

/** Which cell a place is in, of two bytes in sixty-fourths of a pixel. */
function placeOf(high: number, low: number): number {
  return Math.floor((high * 256 + low) / 64 / cellPx);
}

function greenAt(samples: Uint8Array, x: number, y: number): number {
  const middle = (cell: number) => cell * cellPx + cellPx / 2;
  return samples[(middle(y) * framePx + middle(x)) * 3 + 1];
}

/** Takes so many columns away at the left of a part. */
function trim(part: Uint8Array, columns: number): void {
  const left = part.reduce((least, value, at) => (value > 0 ? Math.min(least, at % maskPx) : least), maskPx);
  for (let at = 0; at < part.length; at++) if (at % maskPx < left + columns) part[at] = 0;
}

/** Fills what is of about the same green, side by side; of no part nothing. */
function fillPart(greens: Uint8Array, { x, y }: Cell, into: Uint8Array): void {
  const first = y * maskPx + x;
  const isPart = (at: number) => Math.abs(greens[at] - greens[first]) < 16;
  if (greens[first] < 32) return;
  const waiting = [first];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (into[at] === 255 || !isPart(at)) continue;
    into[at] = 255;
    const column = at % maskPx;
    if (column > 0) waiting.push(at - 1);
    if (column < maskPx - 1) waiting.push(at + 1);
    if (at >= maskPx) waiting.push(at - maskPx);
    if (at + maskPx < into.length) waiting.push(at + maskPx);
  }
}
