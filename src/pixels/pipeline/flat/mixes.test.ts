import { expect, test } from 'vitest';
import { Mixer, nearestFirst } from './mixes.ts';

test('the steps around a pixel lead to others within the radius, the nearest first', () => {
  const steps = nearestFirst(2);
  const aways = steps.map(({ x, y }) => Math.hypot(x, y));
  expect(aways).toEqual([...Array(4).fill(1), ...Array(4).fill(Math.SQRT2), ...Array(4).fill(2)]);
  expect(steps.map(({ away }) => away)).toEqual(aways);
  expect(new Set(steps.map(({ x, y }) => `${x}, ${y}`)).size).toBe(12);
});

test('a mix is that of the background and of the other pixel alone, and says what it leaves unexplained', () => {
  const half = Uint8Array.of(60, 110, 35, 110, 210, 60, 255, 0, 255);
  const mixer = new Mixer(half, new Float32Array(9).fill(10));
  const mixOf = (at: number, other: number) => {
    mixer.begin(at, 0);
    mixer.mix(other);
    return { share: mixer.share, rest: mixer.rest };
  };
  expect(mixOf(0, 1)).toEqual({ share: 0.5, rest: 0 });
  // Twice the other pixel's difference cannot be a mix of it: as much again is left.
  expect(mixOf(1, 0)).toEqual({ share: 1, rest: 100 });
  expect(mixOf(0, 0)).toEqual({ share: 1, rest: 0 });
});

test('the least alpha is that of the channel that differs most from what can be before it', () => {
  const mixer = new Mixer(Uint8Array.of(10, 132, 10), Float32Array.of(0, 0, 0, 10, 10, 12));
  mixer.begin(0, 1);
  expect(mixer.leastAlpha()).toBe(Math.round((255 * 122) / 245));
});
