import { expect, it } from 'vitest';
import { markAt, viewText } from './compass.ts';

it.each([
  [0, 0, -40],
  [90, -40, 0],
  [180, 0, 40],
  [270, 40, 0],
])('a camera at %i degrees stands at %i, %i: counterclockwise from the front', (azimuth, x, y) => {
  const [left, top] = markAt(azimuth);
  expect([Math.round(left) + 0, Math.round(top) + 0]).toEqual([x, y]);
});

it.each([
  [0, 0, 'Seen from the front (0°), level with it'],
  [37.5, 6.2, 'Seen from the front left (38°), 6° above it'],
  [350, -3, 'Seen from the front (350°), 3° below it'],
  [181, 0.2, 'Seen from the rear (181°), level with it'],
  [271, 12, 'Seen from the right (271°), 12° above it'],
])('%d and %d are named %s', (azimuth, elevation, text) => {
  expect(viewText({ azimuth, elevation })).toBe(text);
});
