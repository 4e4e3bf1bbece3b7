import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('the pause before a restart doubles, and is bounded', () => {
  expect([1, 2, 3, 7, 8, 9, 1000, 1e9].map((failures) => backoffMs(failures))).toEqual([
    100, 200, 400, 6400, 10_000, 10_000, 10_000, 10_000,
  ]);
});
