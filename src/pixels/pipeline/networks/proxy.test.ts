/** The reduced picture that networks see. */
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { randomBytes, randomly } from '../../kernels/testing/random.ts';
import { framePicture } from '../picture/frame.ts';
import type { Channels } from '../picture/picture.ts';
import { wholeOf } from '../plane/region.ts';
import { proxies, proxy, proxyAtOnce } from './proxy.ts';

function picture(widthPx: number, heightPx: number, channels: Channels, samples: Uint8Array) {
  return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: null });
}

/** Smooth waves of several lengths: no aliasing where two good filters could differ. */
function waves(widthPx: number, heightPx: number): Uint8Array {
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 3) {
      samples[at] = 128 + 100 * Math.sin((x / widthPx) * 20 + (y / heightPx) * 9);
      samples[at + 1] = 128 + 90 * Math.cos((y / heightPx) * 25);
      samples[at + 2] = (255 * x) / widthPx;
    }
  }
  return samples;
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length;
}

test('a whole-number reduction is the mean of each block', async () => {
  const samples = waves(12, 8);
  const reduced = await proxy(picture(12, 8, 3, samples), 4, 4);
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = 0; dy < 2; dy++) {
          for (let dx = 0; dx < 3; dx++) sum += samples[((y * 2 + dy) * 12 + x * 3 + dx) * 3 + channel];
        }
        expect(Math.abs(reduced[(y * 4 + x) * 3 + channel] - sum / 6)).toBeLessThanOrEqual(0.501);
      }
    }
  }
});

test('a reduction agrees with libvips', async () => {
  const [width, height] = [1500, 1111];
  const samples = waves(width, height);
  const expected = await sharp(samples, { raw: { width, height, channels: 3 } })
    .resize(256, 256, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  expect(meanDifference(await proxy(picture(width, height, 3, samples), 256, 256), expected)).toBeLessThan(1);
});

/** One sample by definition: area average where the axis shrinks, bilinear with half-pixel centres where it grows. */
function reference(
  samples: Uint8Array,
  [width, height]: number[],
  [toWidth, toHeight]: number[],
  x: number,
  y: number,
) {
  const weights = (at: number, from: number, to: number): [number, number][] => {
    if (to < from) {
      const [start, end] = [(at * from) / to, ((at + 1) * from) / to];
      return Array.from({ length: from }, (_, i): [number, number] => [
        i,
        Math.max(0, Math.min(end, i + 1) - Math.max(start, i)) / (end - start),
      ]).filter(([, weight]) => weight > 0);
    }
    const position = Math.min(Math.max(((at + 0.5) * from) / to - 0.5, 0), from - 1);
    const first = Math.floor(position);
    return [
      [first, 1 - (position - first)],
      [Math.min(first + 1, from - 1), position - first],
    ];
  };
  let sum = 0;
  for (const [row, rowWeight] of weights(y, height, toHeight)) {
    for (const [column, weight] of weights(x, width, toWidth))
      sum += samples[(row * width + column) * 3] * weight * rowWeight;
  }
  return sum;
}

test.each([
  [300, 200],
  [97, 61],
  [700, 40],
  [64, 64],
  [65, 127],
])('%ix%i to 64x64 agrees with the definition', async (width, height) => {
  const samples = waves(width, height);
  const reduced = await proxy(picture(width, height, 3, samples), 64, 64);
  for (let y = 0; y < 64; y += 3) {
    for (let x = 0; x < 64; x++) {
      const expected = reference(samples, [width, height], [64, 64], x, y);
      expect(Math.abs(reduced[(y * 64 + x) * 3] - expected)).toBeLessThanOrEqual(0.51);
    }
  }
});

test('transparent pixels are over mid-grey', async () => {
  const rgba = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 128, 0, 0, 0, 0);
  const seen = await proxy(picture(2, 2, 4, rgba), 2, 2);
  expect([...seen]).toEqual([128, 128, 128, 255, 0, 0, 192, 64, 64, 128, 128, 128]);
});

test('a picture of one pixel fills the proxy', async () => {
  expect(new Set(await proxy(picture(1, 1, 3, Uint8Array.of(9, 9, 9)), 8, 8))).toEqual(new Set([9]));
});

test.each([3, 4] as const)('several regions in one pass are what each is alone, %i channels', async (channels) => {
  const samples = Uint8Array.from({ length: 90 * 70 * channels }, (_, at) => (at * 2654435761) >>> 13);
  const photo = picture(90, 70, channels, samples);
  const shots = [
    { leftPx: 0, topPx: 40, widthPx: 90, heightPx: 30 },
    { leftPx: 7, topPx: 3, widthPx: 20, heightPx: 20 },
    { leftPx: 11, topPx: 5, widthPx: 9, heightPx: 50 },
    { leftPx: 0, topPx: 0, widthPx: 90, heightPx: 70 },
  ].map((region, at) => ({ region, widthPx: at % 2 ? 20 : 27, heightPx: at % 2 ? 20 : 15 + at }));
  const alone = shots.map(({ region, ...size }) => proxyAtOnce(photo, size.widthPx, size.heightPx, region));
  expect(await proxies(photo, shots)).toEqual(alone);
  const pixel = (5 * 90 + 9) * channels;
  const at = (2 * 20 + 2) * 3;
  if (channels === 3) expect(alone[1].subarray(at, at + 3)).toEqual(samples.subarray(pixel, pixel + 3));
});

test('so they are where they see the same columns, whatever rows they see', async () => {
  const photo = picture(40, 60, 3, randomBytes(40 * 60 * 3, randomly(3)));
  const columns = fc.constantFrom({ leftPx: 0, of: 40, widthPx: 16 }, { leftPx: 3, of: 8, widthPx: 16 });
  const shot = fc
    .tuple(columns, fc.integer({ min: 0, max: 59 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 70 }))
    .map(([{ leftPx, of, widthPx }, topPx, length, heightPx]) => {
      const region = { leftPx, topPx, widthPx: of, heightPx: Math.min(length, 60 - topPx) };
      return { widthPx, heightPx, region };
    });
  await fc.assert(
    fc.asyncProperty(fc.array(shot, { minLength: 2, maxLength: 5 }), async (shots) => {
      const alone = shots.map(({ region, ...size }) => proxyAtOnce(photo, size.widthPx, size.heightPx, region));
      expect(await proxies(photo, shots)).toEqual(alone);
    }),
    { numRuns: 200, seed: 4 },
  );
});

test('others have turns in the pass over a large picture, and may use the kernels in them', async () => {
  const photo = picture(4000, 2500, 3, new Uint8Array(4000 * 2500 * 3).fill(77));
  let turns = 0;
  const thread = new SharedThread(async () => {
    turns++;
    expect(new Set(await proxy(picture(1, 1, 3, Uint8Array.of(9, 9, 9)), 300, 8))).toEqual(new Set([9]));
  });
  const region = { leftPx: 0, topPx: 2000, widthPx: 4000, heightPx: 500 };
  const [all, part] = await proxies(
    photo,
    [
      { widthPx: 64, heightPx: 64, region: wholeOf(photo) },
      { widthPx: 9, heightPx: 9, region },
    ],
    thread,
  );
  expect([new Set(all), new Set(part)]).toEqual([new Set([77]), new Set([77])]);
  expect(turns).toBeGreaterThanOrEqual(2);
  turns = 0;
  // Rows that no region asks for are gone over as well.
  await proxies(photo, [{ widthPx: 9, heightPx: 9, region }], thread);
  expect(turns).toBeGreaterThanOrEqual(2);
});
