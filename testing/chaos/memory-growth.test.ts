/** Memory that grows, and memory that only moves. */
import { expect, test } from 'vitest';
import { growthFaults } from './memory-growth.ts';

function samples(minutes: number, workerdAt: (minute: number) => number) {
  return Array.from({ length: minutes }, (_, minute) => ({
    atMin: minute,
    bytes: { start: 100e6, session: 200e6, lane: 90e6, inference: 120e6, workerd: workerdAt(minute) },
  }));
}

test('a part that stays where it was after five minutes has not grown', () => {
  expect(growthFaults(samples(30, (minute) => (minute < 5 ? 100e6 : 300e6 + (minute % 3) * 30e6)))).toEqual([]);
});

test('one that goes on growing is named', () => {
  expect(growthFaults(samples(30, (minute) => 200e6 + minute * 10e6))).toEqual(['workerd grew from 270 MB to 465 MB']);
});

test('a short run shows no growth', () => {
  expect(growthFaults(samples(14, (minute) => minute * 100e6))).toEqual([]);
});
