import { expect, test } from 'vitest';
import type { Cells } from './cells.ts';
import { Flood } from './flood.ts';
import { specksOf } from './specks.ts';
import type { Tolerance } from './tolerance.ts';

const sidePx = 40;
const drawn = 0;
const background = 4;

type Rectangle = readonly [left: number, top: number, width: number, height: number, levels: number];

/** The pieces of which something is dropped, each by the level that it was drawn with. */
function droppedOf(rectangles: readonly Rectangle[], { rings = true, cellPx = 1 } = {}): number[] {
  const most = new Uint8Array(sidePx * sidePx);
  for (const [left, top, width, height, levels] of rectangles) {
    for (let y = top; y < top + height; y++) most.fill(levels, y * sidePx + left, y * sidePx + left + width);
  }
  const state = most.map((levels) => (levels > 0 ? drawn : background));
  const before = state.slice();
  const cells: Cells = { widthPx: sidePx, heightPx: sidePx, sidePx: cellPx, most };
  const tolerance: Tolerance = { rings, least: 2, smooth: 2, at: () => 2, faint: () => 50 };
  const specks = specksOf(state, drawn, cells, tolerance, new Flood(cells));
  expect(state).toEqual(before);
  return [...new Set(specks.map((cell) => most[cell]))].sort((a, b) => a - b);
}

test('faint pieces below 60 pixels are specks, and no others', () => {
  expect(
    droppedOf([
      [2, 2, 7, 8, 49],
      [20, 2, 6, 10, 48],
      [2, 20, 7, 8, 50],
    ]),
  ).toEqual([49]);
});

test('a faint line along a stroke is none that was drawn, however long', () => {
  expect(
    droppedOf([
      [2, 2, 34, 2, 30],
      [2, 10, 34, 3, 31],
    ]),
  ).toEqual([30]);
});

test('the size of a piece is that in pixels, where cells are larger', () => {
  expect(
    droppedOf(
      [
        [2, 2, 3, 4, 30],
        [20, 2, 4, 4, 31],
      ],
      { cellPx: 2 },
    ),
  ).toEqual([30]);
});

test('a picture that does not ring has none', () => {
  expect(droppedOf([[2, 2, 3, 3, 10]], { rings: false })).toEqual([]);
});
