import { expect, test } from 'vitest';
import { besideRight, leftOf, medianOf, type Row, tableOf } from './table.ts';

const errors = (sum: number, pixels = 100) => ({ sum, pixels });
const row = (kind: Row['kind'], before: number, after: number, edges: number, right: number): Row => ({
  ...{ name: 'one beside another', kind },
  ...{ insideBefore: errors(before), insideAfter: errors(after), partEdges: errors(edges), rightEdges: errors(right) },
});

test('what is left is a share of the error before', () => {
  expect(leftOf(row('keep', 80, 20, 1, 1))).toBe(0.25);
  expect(leftOf(row('keep', 0, 20, 1, 1))).toBe(0);
});

test('edges are compared by their mean errors', () => {
  expect(besideRight({ partEdges: errors(6, 50), rightEdges: errors(10, 100) })).toBeCloseTo(1.2);
  expect(besideRight({ partEdges: errors(6, 50), rightEdges: errors(0, 0) })).toBeNull();
});

test('the median is the middle one', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 2, 3])).toBe(2);
});

test('the table has a line for each kind of click, and one for both', () => {
  const lines = tableOf([row('keep', 100, 10, 4, 5), row('drop', 50, 40, 8, 5), row('drop', 50, 0, 6, 5)]).split('\n');
  expect(lines.slice(2)).toEqual([
    '| keep | 1 | 0.100 | 0.100 | 1 | 0.0400 | 0.0500 | 0.80 | 0.80 |',
    '| drop | 2 | 0.400 | 0.000 | 1 | 0.0700 | 0.0500 | 1.40 | 1.20 |',
    '| both | 3 | 0.250 | 0.100 | 2 | 0.0600 | 0.0500 | 1.20 | 1.20 |',
  ]);
});
