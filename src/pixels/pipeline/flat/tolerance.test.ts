import { expect, test } from 'vitest';
import type { Background } from './background.ts';
import type { Cells } from './cells.ts';
import { toleranceOf } from './tolerance.ts';

const sidePx = 160;
const still: Background = { noise: 0, mostNoise: 0, drifts: false, row() {} };

type Difference = readonly [x: number, y: number, levels: number];

/** A picture whose pixels differ from the background in these places alone. */
function cellsWith(differences: readonly Difference[]): Cells {
  const most = new Uint8Array(sidePx * sidePx);
  for (const [x, y, levels] of differences) most[y * sidePx + x] = levels;
  return { widthPx: sidePx, heightPx: sidePx, sidePx: 1, most };
}

/** A stroke down the picture, of a pixel's width, and beside it a peak in every other row. */
function strokeWith(contrast: number, peak: number, x = 60): Difference[] {
  const rows = [...Array(sidePx).keys()];
  return [
    ...rows.map((y): Difference => [x, y, contrast]),
    ...rows.filter((y) => y % 2 === 0).map((y): Difference => [x + 4, y, peak]),
  ];
}

test.each([
  [200, 10],
  [200, 40],
  [100, 12],
])('beside strokes of contrast %i what peaks reach is let pass, here %i', (contrast, peak) => {
  const tolerance = toleranceOf(still, cellsWith([[2, 2, 5], ...strokeWith(contrast, peak)]));
  expect(tolerance.rings).toBe(true);
  expect(tolerance.at(64, 80)).toBeGreaterThanOrEqual(peak);
  expect(tolerance.at(64, 80)).toBeLessThan(peak + 0.02 * contrast + 1);
});

test('far from strokes nothing but noise is let pass', () => {
  const tolerance = toleranceOf(still, cellsWith(strokeWith(200, 10)));
  expect([tolerance.at(60 + 12, 80), tolerance.at(60 - 12, 80)]).toEqual([2, 2]);
  expect(tolerance.at(60 + 7, 80)).toBeGreaterThanOrEqual(10);
  const noisy = toleranceOf({ ...still, mostNoise: 3.5 }, cellsWith(strokeWith(200, 10)));
  expect([noisy.at(120, 80), noisy.faint(120, 80)]).toEqual([5, 10]);
});

test('beside strokes of another contrast ringing is another share', () => {
  const tolerance = toleranceOf(still, cellsWith([...strokeWith(200, 8), ...strokeWith(60, 20, 120)]));
  expect(tolerance.at(64, 80)).toBeLessThan(12);
  expect(tolerance.at(124, 80)).toBeGreaterThanOrEqual(20);
});

test('lines farther from a stroke, where colours ring at half their size, are let pass there', () => {
  const line = [...Array(sidePx).keys()].map((y): Difference => [78, y, 9]);
  const tolerance = toleranceOf(still, cellsWith([...strokeWith(200, 10), ...line]));
  expect(tolerance.at(78, 80)).toBeGreaterThanOrEqual(9);
  expect(tolerance.at(78, 80)).toBeLessThan(14);
  expect(tolerance.at(120, 80)).toBe(2);
});

test('a quarter of the contrast of strokes is drawn, beside faint ones more', () => {
  const tolerance = toleranceOf(still, cellsWith([...strokeWith(200, 10), ...strokeWith(60, 10, 120)]));
  expect(tolerance.faint(60 + 18, 80)).toBe(50);
  expect(tolerance.faint(120 + 18, 80)).toBe(24);
});

test('what is drawn faintly beside a stroke is no ringing: no background is within a wave', () => {
  const area = [...Array(sidePx * 20).keys()].map((at): Difference => [61 + (at % 20), Math.floor(at / 20), 30]);
  // Peaks of noise on it.
  const peaks = area.filter(([x, y]) => x % 4 === 0 && y % 4 === 0).map(([x, y]): Difference => [x, y, 36]);
  const tolerance = toleranceOf(
    still,
    cellsWith([...strokeWith(200, 10, 40), ...strokeWith(200, 0), ...area, ...peaks]),
  );
  expect(tolerance.at(66, 80)).toBeLessThan(16);
});

test('a picture rings whose lines go along straight strokes, and one with a shadow does not', () => {
  const down = (x: number, levels: number) => [...Array(sidePx).keys()].map((y): Difference => [x, y, levels]);
  expect(toleranceOf(still, cellsWith([...down(60, 200), ...down(61, 40), ...down(64, 10)])).rings).toBe(true);
  const shadow = [...Array(40).keys()].flatMap((x) => down(62 + x, 60 - Math.floor(1.5 * x)));
  expect(toleranceOf(still, cellsWith([...down(60, 200), ...down(61, 200), ...shadow])).rings).toBe(false);
});

test('a picture without peaks does not ring', () => {
  const tolerance = toleranceOf({ ...still, drifts: true }, cellsWith([[20, 20, 200]]));
  expect([tolerance.rings, tolerance.at(20, 20), tolerance.smooth, tolerance.faint(20, 20)]).toEqual([false, 2, 12, 0]);
});
