import { expect, test } from 'vitest';
import { TurnedAway } from './refused-callers.ts';

test('a caller that was turned away may come when it was told to, and others at once', () => {
  let nowMs = 5000;
  const turnedAway = new TurnedAway(() => nowMs);
  turnedAway.note('a', 2);
  expect([turnedAway.secondsLeft('a'), turnedAway.secondsLeft('b')]).toEqual([2, 0]);
  nowMs = 6001;
  expect(turnedAway.secondsLeft('a')).toBe(1);
  nowMs = 7000;
  expect(turnedAway.secondsLeft('a')).toBe(0);
  turnedAway.note('a', 1);
  expect(turnedAway.secondsLeft('a')).toBe(1);
});

test('a thousand callers are remembered', () => {
  const turnedAway = new TurnedAway(() => 0);
  for (let caller = 0; caller <= 1000; caller++) turnedAway.note(String(caller), 1);
  expect([0, 1, 1000].map((caller) => turnedAway.secondsLeft(String(caller)))).toEqual([0, 1, 1]);
});
