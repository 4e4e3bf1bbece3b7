import { expect, test } from 'vitest';
import { RefusedCallers } from './refused-callers.ts';

test('a refused caller may come after its Retry-After, and others at once', () => {
  let nowMs = 5000;
  const refused = new RefusedCallers(() => nowMs);
  refused.note('a', 2);
  expect([refused.secondsLeft('a'), refused.secondsLeft('b')]).toEqual([2, 0]);
  nowMs = 6001;
  expect(refused.secondsLeft('a')).toBe(1);
  nowMs = 7000;
  expect(refused.secondsLeft('a')).toBe(0);
  refused.note('a', 1);
  expect(refused.secondsLeft('a')).toBe(1);
});

test('a thousand callers are remembered', () => {
  const refused = new RefusedCallers(() => 0);
  for (let caller = 0; caller <= 1000; caller++) refused.note(String(caller), 1);
  expect([0, 1, 1000].map((caller) => refused.secondsLeft(String(caller)))).toEqual([0, 1, 1]);
});
