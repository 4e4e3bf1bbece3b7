import { expect, test } from 'vitest';
import { nearestFirst } from './mixes.ts';

test('the steps around a pixel lead to others within the radius, the nearest first', () => {
  const steps = nearestFirst(2);
  const aways = steps.map(({ x, y }) => Math.hypot(x, y));
  expect(aways).toEqual([...Array(4).fill(1), ...Array(4).fill(Math.SQRT2), ...Array(4).fill(2)]);
  expect(steps.map(({ away }) => away)).toEqual(aways);
  expect(new Set(steps.map(({ x, y }) => `${x}, ${y}`)).size).toBe(12);
});
