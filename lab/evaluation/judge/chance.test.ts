import { expect, it } from 'vitest';
import { shareInterval, signTest } from './chance.ts';

// Sums of binomial coefficients over powers of two, by hand.
it.each([
  [0, 0, 1],
  [1, 0, 1],
  [5, 0, 2 / 2 ** 5],
  [9, 1, (2 * (1 + 10)) / 2 ** 10],
  [1, 9, (2 * (1 + 10)) / 2 ** 10],
  [6, 4, (2 * (1 + 10 + 45 + 120 + 210)) / 2 ** 10],
  [5, 5, 1],
])('%i wins and %i losses happen to a fair coin with p = %f', (wins, losses, p) => {
  expect(signTest(wins, losses)).toBeCloseTo(p, 12);
});

it('holds for counts whose powers no number can hold', () => {
  expect(signTest(1100, 1100)).toBe(1);
  // The sum in whole numbers of any length, divided at the end.
  expect(signTest(1199, 1001)).toBeCloseTo(2.6373933125147897e-5, 12);
});

// Wilson's intervals as R's prop.test(correct = FALSE) prints them.
it.each([
  [0, 10, 0, 0.2775328],
  [5, 10, 0.2365931, 0.7634069],
  [10, 10, 0.7224672, 1],
  [37, 93, 0.3043, 0.4994],
])('%i of %i is between %f and %f', (hits, of, from, to) => {
  const interval = shareInterval(hits, of);
  expect(interval.from).toBeCloseTo(from, 3);
  expect(interval.to).toBeCloseTo(to, 3);
});

it('knows nothing of nothing', () => {
  expect(shareInterval(0, 0)).toEqual({ from: 0, to: 1 });
});
