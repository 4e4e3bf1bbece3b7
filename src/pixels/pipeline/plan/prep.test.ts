/** Sizes of the prep downscale. */
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { prepare } from './prep.ts';

describe('prep downscale', () => {
  test.each([
    [5000, 5000, 5000, 5000, false],
    [5001, 100, 5000, 100, true],
    [6000, 4000, 5000, 3333, true],
    [5000, 5010, 4990, 5000, true],
    [10_000, 10_000, 5000, 5000, true],
    [65_535, 1, 5000, 1, true],
    [1, 1, 1, 1, false],
  ])('%ix%i becomes %ix%i', (width, height, toWidth, toHeight, wasDownscaled) => {
    expect(prepare(width, height, defaultLimits)).toEqual({
      inputPx: [width, height],
      processedPx: [toWidth, toHeight],
      wasDownscaled,
    });
  });
});
