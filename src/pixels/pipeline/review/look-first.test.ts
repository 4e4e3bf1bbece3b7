import { expect, test } from 'vitest';
import type { Tensor } from '../networks/networks.ts';
import { lookFirst } from './look-first.ts';

const picture = { widthPx: 800, heightPx: 400 };

/** A map of 8 × 4 cells of what is lost, and of what is added. */
function mapOf(lost: Readonly<Record<number, number>>, added: Readonly<Record<number, number>> = {}): Tensor {
  const data = new Uint8Array(64);
  for (const [cell, value] of Object.entries(lost)) data[Number(cell)] = value;
  for (const [cell, value] of Object.entries(added)) data[32 + Number(cell)] = value;
  return { name: 'wrong', datatype: 'UINT8', shape: [1, 2, 4, 8], data };
}

test('is the box of cells that hang together around the worst', () => {
  // Columns 1 and 2 of row 0, and column 2 of row 1.
  const map = mapOf({ 1: 120, 2: 200, 10: 100, 3: 99 });
  expect(lookFirst([map], picture)).toEqual({ leftPx: 100, topPx: 0, widthPx: 200, heightPx: 200 });
});

test('is where most is wrong in all, lost or added', () => {
  const map = mapOf({ 0: 200 }, { 30: 180, 31: 180 });
  expect(lookFirst([map], picture)).toEqual({ leftPx: 600, topPx: 300, widthPx: 200, heightPx: 100 });
});

test.each<[string, Tensor[]]>([
  ['there is no map', []],
  ['nothing is wrong', [mapOf({})]],
  ['the map has another form', [{ name: 'wrong', datatype: 'UINT8', shape: [1, 2, 4], data: new Uint8Array(8) }]],
  ['the map is short', [{ name: 'wrong', datatype: 'UINT8', shape: [1, 2, 4, 8], data: new Uint8Array(9) }]],
])('is nowhere where %s', (_why, outputs) => {
  expect(lookFirst(outputs, picture)).toBeNull();
});
