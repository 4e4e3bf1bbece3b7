import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

const from = 1_800_000_000_000;

test('before the rate is known nothing waits', () => {
  const pace = new Pace();
  expect(Array.from({ length: 100 }, () => pace.take(from))).toEqual(Array(100).fill(0));
});

test('no more calls begin in any minute than the key may make', () => {
  const pace = new Pace();
  pace.learn({ limit: 3, remaining: 3, reset: from / 1000 }, from);
  expect([pace.take(from), pace.take(from + 1000), pace.take(from + 2000)]).toEqual([0, 0, 0]);
  expect(pace.take(from + 3000)).toBe(57_250);
  expect(pace.take(from + 60_249)).toBe(1);
  expect([pace.take(from + 60_250), pace.take(from + 60_250)]).toEqual([0, 1000]);
});

test('what others have used counts: a full window is waited for, and never longer than a minute', () => {
  const pace = new Pace();
  pace.learn({ limit: 30, remaining: 0, reset: from / 1000 + 20 }, from);
  expect(pace.take(from)).toBe(20_000);
  pace.learn({ limit: 30, remaining: 0, reset: from / 1000 + 9999 }, from);
  expect(pace.take(from)).toBe(60_250);
});

test('a limit over many minutes is kept: 7 calls a minute are 7', () => {
  const pace = new Pace();
  pace.learn({ limit: 7, remaining: 7, reset: from / 1000 }, from);
  const begun: number[] = [];
  for (let now = from; begun.length < 40; ) {
    const waitMs = pace.take(now);
    if (waitMs === 0) begun.push(now);
    now += waitMs || 10;
  }
  for (let at = 7; at < begun.length; at++) expect(begun[at] - begun[at - 7]).toBeGreaterThanOrEqual(60_000);
  expect(begun[35] - begun[0]).toBeLessThan(5 * 61_000);
});

test.each([
  [0, 0],
  [1, 0],
  [30, 0],
  [31, 60.25],
  [60, 60.25],
  [3000, 99 * 60.25],
])('at 30 calls a minute the last of %i begins after %d s', (calls, seconds) => {
  const pace = new Pace();
  expect([pace.limit, pace.secondsFor(calls)]).toEqual([Number.POSITIVE_INFINITY, null]);
  pace.learn({ limit: 30, remaining: 29, reset: from / 1000 }, from);
  expect([pace.limit, pace.secondsFor(calls)]).toEqual([30, seconds]);
});
