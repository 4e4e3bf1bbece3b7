import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketOf, lastBucket, percentile } from './latency.ts';

test.each([
  [0, 0],
  [1, 0],
  [1.1, 1],
  [2, 3],
  [2.1, 4],
  [1024, 30],
  [2 ** 20, lastBucket],
  [2 ** 30, lastBucket],
])('%d ms fall into bucket %i', (milliseconds, bucket) => {
  expect(bucketOf(milliseconds)).toBe(bucket);
});

test('of no calls there is no percentile', () => {
  expect(percentile(new Map(), 0.5)).toBeNull();
  expect(percentile(new Map([[3, 0]]), 0.5)).toBeNull();
});

test('a percentile is right to within a bucket', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 1), (given, share) => {
      const calls = new Map<number, number>();
      for (const each of given) calls.set(bucketOf(each), (calls.get(bucketOf(each)) ?? 0) + 1);
      const exact = [...given].sort((one, other) => one - other)[Math.ceil(share * given.length) - 1];
      const estimate = percentile(calls, share) ?? Number.NaN;
      expect(bucketOf(estimate)).toBeGreaterThanOrEqual(bucketOf(exact) - 1);
      expect(bucketOf(estimate)).toBeLessThanOrEqual(bucketOf(exact));
    }),
  );
});

describe('calls within a bucket count as spread evenly by ratio', () => {
  test.each([
    ['all', new Map([[30, 10]]), 1, 2 ** 10],
    ['half', new Map([[30, 10]]), 0.5, 2 ** (29.5 / 3)],
    [
      'the last of a bucket, not the first of the next',
      new Map([
        [3, 5],
        [30, 5],
      ]),
      0.5,
      2,
    ],
    [
      'a part of the second',
      new Map([
        [3, 5],
        [30, 5],
      ]),
      0.75,
      2 ** (29.5 / 3),
    ],
    [
      'buckets in any order',
      new Map([
        [30, 5],
        [3, 5],
      ]),
      0.75,
      2 ** (29.5 / 3),
    ],
    [
      'one without calls between',
      new Map([
        [3, 5],
        [9, 0],
        [30, 5],
      ]),
      0.75,
      2 ** (29.5 / 3),
    ],
  ])('%s', (_, calls, share, milliseconds) => {
    expect(percentile(calls, share)).toBeCloseTo(milliseconds, 9);
  });
});
