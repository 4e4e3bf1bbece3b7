import { expect, test } from 'vitest';
import { progressLine, timeOf } from './progress.ts';

test.each([
  [{ done: 0, failed: 0, total: 10 }, 0, '[------------------------] 0/10'],
  [{ done: 5, failed: 0, total: 10 }, 60, '[############------------] 5/10  5.0/min  60 s left'],
  [{ done: 4, failed: 1, total: 1000 }, 60, '[------------------------] 5/1000  5.0/min  3.3 h left  1 failed'],
  [{ done: 10, failed: 0, total: 10 }, 30, '[########################] 10/10  20.0/min'],
  [{ done: 0, failed: 0, total: 0 }, 0, '[########################] 0/0'],
])('%j after %d s', (count, seconds, line) => {
  expect(progressLine(count, seconds)).toBe(line);
});

test('times are said as a person would', () => {
  expect([0.2, 98, 99, 3600, 6000].map(timeOf)).toEqual(['1 s', '98 s', '2 min', '60 min', '1.7 h']);
});
