import { describe, expect, it } from 'vitest';
import { differenceOf, worstOf } from './difference.ts';

describe('the difference of two answers', () => {
  const bytes = (...values: number[]) => ({
    name: 'alpha',
    datatype: 'UINT8' as const,
    shape: [values.length],
    data: Uint8Array.from(values),
  });
  const floats = (...values: number[]) => ({
    name: 'view',
    datatype: 'FP32' as const,
    shape: [values.length],
    data: new Uint8Array(Float32Array.from(values).buffer),
  });

  it('is counted in steps of a byte, over all outputs', () => {
    expect(differenceOf([bytes(0, 255), bytes(7, 9)], [bytes(3, 255), bytes(7, 8)])).toEqual({ largest: 3, mean: 1 });
  });

  it('is that of numbers in their own unit', () => {
    expect(differenceOf([floats(1, 2.5)], [floats(1, 2)])).toEqual({ largest: 0.5, mean: 0.25 });
  });

  it('is not a number where an answer is none', () => {
    expect(differenceOf([floats(Number.NaN, 2)], [floats(1, 2)]).largest).toBeNaN();
  });

  it('of several photos is the largest of all, and the mean of their means', () => {
    expect(
      worstOf([
        { largest: 4, mean: 1 },
        { largest: 2, mean: 3 },
      ]),
    ).toEqual({ largest: 4, mean: 2 });
  });
});
