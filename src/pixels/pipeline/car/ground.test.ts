/** Shadows on the ground, and layers that end softly. */
import { expect, test } from 'vitest';
import { endSoftly } from './fade.ts';
import { lieOnGround } from './ground.ts';

test('a shadow has nothing above the ground and all of its depth below the car', () => {
  const shadow = { widthPx: 1, heightPx: 10, samples: new Uint8Array(10).fill(255) };
  const { samples } = lieOnGround(shadow, 0, 0.8);
  expect([...samples.subarray(0, 3)]).toEqual([0, 0, 0]);
  expect([...samples.subarray(6)]).toEqual([255, 255, 255, 255]);
  expect([...samples]).toEqual([...samples].sort((a, b) => a - b));
});

test('faint shade is no shadow', () => {
  const shadow = { widthPx: 4, heightPx: 1, samples: Uint8Array.of(0, 12, 13, 255) };
  expect([...lieOnGround(shadow, -2, -1).samples]).toEqual([0, 0, 1, 255]);
});

test('a layer runs out towards the sides that are not the frame', () => {
  const side = 100;
  const layer = { widthPx: side, heightPx: side, samples: new Uint8Array(side * side).fill(255) };
  const region = { leftPx: 0, topPx: 50, widthPx: 100, heightPx: 100 };
  const faded = endSoftly(layer, region, { widthPx: 200, heightPx: 150 }, { inside: 0.06, atFrame: 0 }).samples;
  expect(faded[50 * side]).toBe(255);
  expect(faded[50 * side + 99]).toBeLessThan(20);
  expect(faded[50]).toBeLessThan(20);
  expect(faded[99 * side + 50]).toBe(255);
  expect(faded[50 * side + 50]).toBe(255);

  const everywhere = endSoftly(layer, region, { widthPx: 200, heightPx: 150 }, { inside: 0.18, atFrame: 0.06 }).samples;
  expect(everywhere[50 * side]).toBeLessThan(20);
  expect(everywhere[99 * side + 50]).toBeLessThan(20);
});
