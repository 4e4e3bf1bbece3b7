import { expect, it } from 'vitest';
import { median, percentile } from './percentiles.ts';

it('has the value in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
});

it('has percentiles by the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile(hundred, 1)]).toEqual([50, 95, 100]);
  expect([percentile([7], 0.95), percentile([], 0.5)]).toEqual([7, Number.NaN]);
});
