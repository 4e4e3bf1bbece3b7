/** Drop shadows against libvips moving and blurring the same alpha. */

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { subjectBox } from '../output/subject-box.ts';
import { rowsOf } from '../output/testing/rows.ts';
import type { Plane } from '../plane/plane.ts';
import { shadowed, whole } from './testing/shadowed.ts';
import { drawn, solids } from './testing/solids.ts';

/** Shares of the subject's size. */
const [down, deviation] = [0.02, 0.03];

/** The blurred alpha, each row taken from between two rows above it. */
async function byLibvips({ widthPx, heightPx, samples }: Plane, size: number): Promise<Float64Array> {
  const raw = { width: widthPx, height: heightPx, channels: 1 } as const;
  const blurred = await sharp(samples, { raw })
    .blur({ sigma: size * deviation, precision: 'float', minAmplitude: 0.001 })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const whole = Math.floor(size * down);
  const rest = size * down - whole;
  const above = (at: number, rows: number) => blurred[at - rows * widthPx] ?? 0;
  return Float64Array.from(blurred, (_, at) => above(at, whole) * (1 - rest) + above(at, whole + 1) * rest);
}

/** What is seen of a shadow beside its thing: the most that it is apart from what libvips makes. */
async function apart(alpha: Plane, opacityPercent: number): Promise<number> {
  const box = atOnce(subjectBox(rowsOf(alpha.widthPx, alpha.heightPx, 1, alpha.samples)));
  if (!box) throw new Error('There is nothing');
  const expected = await byLibvips(alpha, Math.sqrt(box.widthPx * box.heightPx));
  const rgba = shadowed(alpha, { kind: 'drop', opacityPercent });
  let [most, colours] = [0, 0];
  for (let at = 0; at < expected.length; at++) {
    if (alpha.samples[at] > 0) continue;
    colours += rgba[at * 4] + rgba[at * 4 + 1] + rgba[at * 4 + 2];
    most = Math.max(most, Math.abs(rgba[at * 4 + 3] - (expected[at] * opacityPercent) / 100));
  }
  expect(colours).toBe(0);
  return most;
}

it.each(Object.keys(solids))('of %s is what libvips makes', async (name) => {
  const alpha = drawn(solids[name], 300, 300);
  expect(await apart(alpha, 100)).toBeLessThanOrEqual(3);
  expect(await apart(alpha, 40)).toBeLessThanOrEqual(2);
});

it.each([
  [100, 400],
  [900, 400],
  [1100, 900],
  [50, 50],
])('of a shoe of %i × %i pixels is what libvips makes', async (wide, high) => {
  expect(await apart(drawn(solids['a shoe'], wide, high), 100)).toBeLessThanOrEqual(3);
});

it.each([
  [1, 1],
  [1, 700],
  [3000, 1],
])('has numbers under a thing of %i × %i pixels', (wide, high) => {
  const rgba = shadowed(
    drawn(() => true, wide, high),
    { kind: 'drop', opacityPercent: 100 },
  );
  expect(rgba.some((value, at) => at % 4 === 3 && value > 0)).toBe(true);
});

it('scaled down is the mean of what it was, beside its thing', () => {
  const alpha = drawn(solids['a cup with a handle'], 380, 280);
  const { widthPx, heightPx, samples } = alpha;
  const small = { ...whole(alpha), widthPx: widthPx / 4, heightPx: heightPx / 4 };
  const shadow = { kind: 'drop', opacityPercent: 80 } as const;
  const large = shadowed(alpha, shadow);
  const found = shadowed(alpha, shadow, small);
  let most = 0;
  for (let pixel = 0; pixel < small.widthPx * small.heightPx; pixel++) {
    const [x, y] = [pixel % small.widthPx, Math.floor(pixel / small.widthPx)];
    const joined = Array.from({ length: 16 }, (_, at) => (y * 4 + (at >> 2)) * widthPx + x * 4 + (at & 3));
    if (joined.some((at) => samples[at] > 0)) continue;
    const mean = joined.reduce((sum, at) => sum + large[at * 4 + 3], 0) / 16;
    most = Math.max(most, Math.abs(found[pixel * 4 + 3] - mean));
  }
  expect(most).toBeLessThanOrEqual(1.5);
});
