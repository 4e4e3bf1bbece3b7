import { expect, test } from 'vitest';
import type { TimedCall } from './call.ts';
import { answerTimes, goodput, quantile, statuses } from './figures.ts';

const call = (status: number, endedMs: number, answerMs = 0): TimedCall => ({
  status,
  endedMs,
  answerMs,
  retryAfterSeconds: null,
});

test('goodput counts whole answers between the warm-up and the end of the offer', () => {
  const calls = [
    call(200, 1500),
    call(200, 2500),
    call(503, 3000),
    call(200, 11_000),
    call(200, 11_001),
    call(0, 5000),
  ];
  expect(goodput(calls, 1000, 10)).toBe(1 / 8);
});

test.each([
  [0, 1],
  [0.5, 3],
  [0.99, 4],
  [1, 4],
])('the quantile %d of 1 to 4 is %d', (share, value) => {
  expect(quantile([4, 1, 3, 2], share)).toBe(value);
});

test('nothing has no quantile', () => {
  expect(quantile([], 0.5)).toBeNaN();
});

test('statuses are counted, and times are those of one status', () => {
  const calls = [call(200, 0, 900), call(503, 0, 10.4), call(503, 0, 20.6)];
  expect(statuses(calls)).toEqual({ 200: 1, 503: 2 });
  expect(answerTimes(calls, 503)).toEqual({ median: 21, p99: 21, most: 21 });
});
