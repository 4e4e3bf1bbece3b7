import { describe, expect, test } from 'vitest';
import type { Cells } from './cells.ts';
import { Flood } from './flood.ts';
import { drawn, open, regionsOf, speck } from './regions.ts';
import type { Tolerance } from './tolerance.ts';

const sidePx = 60;
const ringing: Tolerance = { rings: true, least: 2, smooth: 2, at: () => 15, faint: () => 50 };

/** What cells are whose differences from the background are these. */
function regionsWith(levels: (x: number, y: number) => number, tolerance = ringing) {
  const most = Uint8Array.from({ length: sidePx * sidePx }, (_, at) => levels(at % sidePx, Math.floor(at / sidePx)));
  const cells: Cells = { widthPx: sidePx, heightPx: sidePx, sidePx: 1, most };
  const { of, droppedShare } = regionsOf(cells, tolerance, new Flood(cells));
  return { at: (x: number, y: number) => of[y * sidePx + x], droppedShare };
}

const isIn = (x: number, y: number, from: number, to: number) => x >= from && x < to && y >= from && y < to;
/** A frame of a sharp stroke around what is inside. */
const framed = (inside: (x: number, y: number) => number) => (x: number, y: number) =>
  isIn(x, y, 14, 46) ? inside(x, y) : isIn(x, y, 10, 50) ? 200 : 0;

describe('what is as faint as ringing', () => {
  test('is drawn where it never comes back to the background’s colour', () => {
    const { at } = regionsWith(framed(() => 12));
    expect([at(30, 30), at(14, 14), at(45, 45), at(2, 2)]).toEqual([drawn, drawn, drawn, open]);
  });

  test('is drawn with what rings around it, where strokes enclose both', () => {
    const { at } = regionsWith(framed((x, y) => (isIn(x, y, 18, 42) || x % 2 === 0 ? 12 : 0)));
    expect([at(30, 30), at(15, 30), at(45, 44)]).toEqual([drawn, drawn, drawn]);
  });

  test('is drawn outside of strokes too, where it is smooth', () => {
    const area = (x: number, y: number) => (isIn(x, y, 20, 36) ? 12 : 0);
    expect(regionsWith(area).at(28, 28)).toBe(drawn);
    const rough = (x: number, y: number) => (area(x, y) === 0 ? 0 : 8 + ((x * 3 + y) % 6));
    expect(regionsWith(rough).at(28, 28)).toBe(open);
  });

  test('is background where it comes and goes', () => {
    const { at } = regionsWith(framed((x) => (x % 4 < 2 ? 12 : 0)));
    expect([at(30, 30), at(32, 30)]).toEqual([open, open]);
  });
});

test('specks are background, and their share is reported', () => {
  const isSpeck = (x: number, y: number) => isIn(x, y, 28, 32);
  const { at, droppedShare } = regionsWith(framed((x, y) => (isSpeck(x, y) ? 40 : 0)));
  expect([at(30, 30), at(20, 20)]).toEqual([speck, open]);
  expect(droppedShare).toBeCloseTo(16 / (16 + 40 * 40 - 32 * 32));
});

test('a few cells of the background’s colour within strokes are drawn where the picture rings', () => {
  const plate = (x: number, y: number) => (isIn(x, y, 10, 50) && !isIn(x, y, 29, 31) ? 200 : 0);
  expect(regionsWith(plate).at(30, 30)).toBe(drawn);
  expect(regionsWith(plate, { ...ringing, rings: false, at: () => 2 }).at(30, 30)).toBe(open);
});

test('a shadow comes from nothing, and the soft edge of a stroke does not', () => {
  const shade = (start: number) => (x: number) => (x < 20 ? 0 : Math.min(80, start + 3 * (x - 20)));
  const tolerance = { ...ringing, at: () => 2 };
  expect(regionsWith(shade(3), tolerance).at(40, 30)).toBe(open);
  expect(regionsWith(shade(18), { ...ringing, at: (x: number) => (x < 20 ? 15 : 2) }).at(40, 30)).toBe(drawn);
});
