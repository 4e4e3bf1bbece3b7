/** The picture without the other subject. */
import { expect, test } from 'vitest';
import { cellsAcross } from './cells.ts';
import { touchingOf, withoutOther } from './other.ts';

const cells = cellsAcross * cellsAcross;
const size = { widthPx: cellsAcross, heightPx: cellsAcross };
const rows = [70, 90];
const cellAt = (x: number, y: number) => y * cellsAcross + x;

/** Cells of some columns, between the same rows. */
function block(fromX: number, endX: number): number[] {
  const found: number[] = [];
  for (let y = rows[0]; y < rows[1]; y++) for (let x = fromX; x < endX; x++) found.push(cellAt(x, y));
  return found;
}

const other = new Uint8Array(cells);
const alpha = new Uint8Array(cells);
const colours = new Uint8Array(cells * 3).fill(128);
/** Blue, and red beside it. */
for (const cell of block(60, 80))
  [other[cell], alpha[cell], colours[cell * 3], colours[cell * 3 + 2]] = [1, 255, 0, 255];
for (const cell of block(80, 100)) [alpha[cell], colours[cell * 3], colours[cell * 3 + 2]] = [255, 255, 0];

test('the other subject is painted over and the one beside it stays as it is', () => {
  const plane = { ...size, samples: alpha };
  const painted = withoutOther(colours, plane, { side: cellsAcross, alpha, colours }, other);
  const colourOf = (cell: number) => [...painted.subarray(cell * 3, cell * 3 + 3)];
  for (const cell of block(81, 100)) expect(colourOf(cell)).toEqual([255, 128, 0]);
  for (const cell of block(60, 78)) expect(colourOf(cell)[2]).toBeLessThan(200);
  // Far from both nothing changes.
  expect(colourOf(cellAt(10, 10))).toEqual([128, 128, 128]);
});

test('cells touch the other subject where they are near it', () => {
  expect(touchingOf([cellAt(82, 80), cellAt(84, 80), cellAt(99, 80)], other)).toBe(2);
});
