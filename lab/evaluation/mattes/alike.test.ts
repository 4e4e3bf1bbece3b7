/** A background that is graded to the subject's edge has its colour, and is sharp, out of focus or lit as its scene is. */
import { expect, test } from 'vitest';
import { generator } from '../../../testing/random.ts';
import { alikeBackground } from './alike.ts';
import type { Truth } from './map.ts';

const sidePx = 120;
const frame = { widthPx: sidePx, heightPx: sidePx };
const brown = [110, 70, 40];

/** A brown subject on the right half, soft over 20 columns; on its left, where nothing of it is, no colour. */
const truth: Truth = {
  alpha: {
    ...frame,
    values: Float32Array.from({ length: sidePx ** 2 }, (_, at) => Math.min(1, Math.max(0, ((at % sidePx) - 50) / 20))),
  },
  colours: Float32Array.from({ length: sidePx ** 2 * 3 }, (_, at) =>
    Math.floor(at / 3) % sidePx > 50 ? brown[at % 3] / 255 : 0,
  ),
};

/** Noise of all colours around a bright blue. */
const random = generator(7);
const blue = Uint8Array.from({ length: sidePx ** 2 * 3 }, (_, at) => [90, 130, 200][at % 3] + 50 * (random() - 0.5));

const alike = (number: number, seed = 5) => alikeBackground(blue, truth, frame, { number, seed });

/** Mean of each channel, and the mean step from one pixel to the next in its row. */
function described(rgb: Uint8Array) {
  const mean = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < rgb.length; at += 3) sum += rgb[at];
    return sum / (rgb.length / 3);
  });
  let steps = 0;
  for (let at = 3; at < rgb.length; at++) steps += Math.abs(rgb[at] - rgb[at - 3]);
  return { away: Math.hypot(...mean.map((value, channel) => value - brown[channel])), step: steps / rgb.length };
}

test('has the colour of the subject at its edge in the mean, sharp or out of focus', async () => {
  expect(described(blue).away).toBeGreaterThan(100);
  const steps: number[] = [];
  for (const number of [0, 1, 2]) {
    const { away, step } = described(await alike(number));
    expect(away).toBeLessThanOrEqual(30);
    steps.push(step);
  }
  expect(steps[0]).toBeGreaterThan(5 * steps[1]);
  expect(steps[1]).toBeGreaterThan(steps[2]);
});

test('has lights in the fourth scene alone, and scenes go round', async () => {
  const [soft, lit] = [await alike(2), await alike(3)];
  expect(Math.max(...soft) - Math.min(...soft)).toBeLessThan(120);
  expect(Math.max(...lit) - Math.min(...lit)).toBeGreaterThan(160);
  expect(await alike(4)).toEqual(await alike(0));
});

test('is the same for the same seed, and another for another', async () => {
  expect(await alike(3)).toEqual(await alike(3));
  expect(await alike(0, 6)).not.toEqual(await alike(0));
});
