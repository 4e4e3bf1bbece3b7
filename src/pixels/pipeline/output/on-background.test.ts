import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { framePicture } from '../picture/frame.ts';
import type { Channels } from '../picture/picture.ts';
import { onBackground } from './on-background.ts';
import { rowsOf, samplesOf } from './testing/rows.ts';

interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  readonly samples: Uint8Array;
}

const rawOf = ({ widthPx, heightPx, channels }: Samples) => ({ width: widthPx, height: heightPx, channels });
const pictureOf = (frame: Samples) => framePicture({ ...frame, orientation: 1, icc: null });

/** Rows of `over` on `under`, a few at a time. */
const laid = (over: Samples, under: Samples) =>
  samplesOf(onBackground(rowsOf(over.widthPx, over.heightPx, 4, over.samples), pictureOf(under)), 3);

const empty = (widthPx: number, heightPx: number): Samples => ({
  ...{ widthPx, heightPx, channels: 4 },
  samples: new Uint8Array(widthPx * heightPx * 4),
});

/** Long waves in each colour, so that two ways of resampling agree. */
function waves(widthPx: number, heightPx: number, channels: Channels = 3): Samples {
  const samples = Uint8Array.from({ length: widthPx * heightPx * channels }, (_, at) => {
    const channel = at % channels;
    if (channel === 3) return 255;
    const [x, y] = [Math.floor(at / channels) % widthPx, Math.floor(at / channels / widthPx)];
    return 128 + 100 * Math.sin((x / widthPx) * (3 + channel) + (y / heightPx) * (5 - channel));
  });
  return { widthPx, heightPx, channels, samples };
}

it('is under straight alpha as libvips composes it', async () => {
  const [widthPx, heightPx] = [17, 11];
  const length = widthPx * heightPx * 4;
  const bytes = fc.uint8Array({ minLength: length, maxLength: length });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, fc.constantFrom<Channels[]>(3, 4), async (samples, given, channels) => {
      const over: Samples = { widthPx, heightPx, channels: 4, samples };
      const under = { widthPx, heightPx, channels, samples: given.subarray(0, widthPx * heightPx * channels) };
      const expected = await sharp(
        await sharp(under.samples, { raw: rawOf(under) })
          .flatten({ background: '#fff' })
          .png()
          .toBuffer(),
      )
        .composite([{ input: Buffer.from(samples), raw: rawOf(over) }])
        .ensureAlpha()
        .raw()
        .toBuffer();
      const found = laid(over, under);
      expect(Math.max(...Array.from(found, (value, at) => Math.abs(value - expected[at])))).toBeLessThanOrEqual(2);
    }),
    { numRuns: 30 },
  );
});

it.each([
  { from: [120, 80], to: [50, 50] },
  { from: [80, 120], to: [60, 31] },
  { from: [40, 30], to: [130, 90] },
  { from: [40, 30], to: [70, 200] },
  { from: [64, 64], to: [64, 20] },
  { from: [1, 1], to: [9, 5] },
  { from: [300, 50], to: [41, 43] },
])('covers a canvas of $to with $from, centred, as libvips does', async ({ from: [width, height], to }) => {
  const under = waves(width, height);
  const expected = await sharp(under.samples, { raw: rawOf(under) })
    .resize(to[0], to[1], { fit: 'cover', kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const apart = Array.from(laid(empty(to[0], to[1]), under), (value, at) => Math.abs(value - expected[at]));
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(1.5);
});

it('is the very picture where it has the size of the canvas', () => {
  const under = waves(31, 23, 4);
  expect(laid(empty(31, 23), under)).toEqual(under.samples);
});

it('leaves what is opaque, and is opaque itself', () => {
  const over = waves(31, 23, 4);
  expect(laid(over, waves(9, 9))).toEqual(over.samples);
  const white: Samples = { widthPx: 2, heightPx: 2, channels: 4, samples: new Uint8Array(16) };
  expect(new Set(laid(empty(5, 4), white))).toEqual(new Set([255]));
});
