import { expect, it } from 'vitest';
import { availableCores, quotaOf } from './cores.ts';

it.each([
  ['200000 100000\n', 2],
  ['50000 100000\n', 0.5],
  ['max 100000\n', undefined],
  ['', undefined],
  ['0 0', undefined],
])('a quota of %j is %s cores', (text, cores) => {
  expect(quotaOf(text)).toBe(cores);
});

it('there is at least one core', () => {
  expect(availableCores()).toBeGreaterThanOrEqual(1);
});
