import { expect, test } from 'vitest';
import { afterEnd, backoffMs, freshHistory, type PartHistory } from './restart-rule.ts';

/** The pauses after these ends. */
function pauses(...ups: (number | null)[]): (number | null)[] {
  let history: PartHistory = freshHistory;
  return ups.map((upMs) => {
    const next = afterEnd(history, upMs);
    history = next.history;
    return next.inMs;
  });
}

test('the pause doubles from 0.2 s to 5 s', () => {
  expect(pauses(1, 1, 1, 1, 1, 1, 1)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('20 s of being up make a part new', () => {
  expect(pauses(1, 1, 19_999, 20_000, 1)).toEqual([200, 400, 800, 200, 400]);
});

test('a part that has not become ready ten times in a row is given up', () => {
  expect(pauses(...Array<null>(10).fill(null)).slice(-2)).toEqual([5000, null]);
});

test('a part that became ready once in between is not', () => {
  expect(pauses(...Array<null>(9).fill(null), 1, ...Array<null>(9).fill(null))).not.toContain(null);
});

test('the pause before a restart doubles, and is bounded', () => {
  expect([1, 2, 3, 7, 8, 9, 1000, 1e9].map((failures) => backoffMs(failures))).toEqual([
    100, 200, 400, 6400, 10_000, 10_000, 10_000, 10_000,
  ]);
});
