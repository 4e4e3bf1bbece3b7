import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Shade } from '../shadow/shade.ts';
import { onShadow } from './on-shadow.ts';
import { rowsOf, samplesOf } from './testing/rows.ts';

const [wide, high] = [17, 11];
const whole = { widthPx: wide, heightPx: high, boxLeftPx: 0, boxTopPx: 0, boxWidthPx: wide, boxHeightPx: high };
const raw = { width: wide, height: high, channels: 4 } as const;

/** One value to a pixel. */
const shadeOf = (values: readonly number[], fromPx = Number.NEGATIVE_INFINITY): Shade => ({
  cells: { widthPx: wide, heightPx: high, values: Float32Array.from(values) },
  ...{ cellPx: 1, leftPx: 0, topPx: 0, fromPx },
});

const laid = (rgba: Uint8Array, shade: Shade, opacity: number, framing = whole) =>
  samplesOf(onShadow(rowsOf(framing.widthPx, framing.heightPx, 4, rgba), framing, shade, opacity), 2);

it('is under straight alpha as libvips composes it', async () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: wide * high * 4, maxLength: wide * high * 4 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 0, max: 100 }), async (given, opacity) => {
      // Without alpha there is no colour.
      const rgba = Uint8Array.from(given, (value, at) => (given[at - (at % 4) + 3] === 0 ? 0 : value));
      const values = Array.from({ length: wide * high }, (_, at) => given[at] / 255);
      const black = Uint8Array.from({ length: wide * high * 4 }, (_, at) =>
        at % 4 === 3 ? (values[at >> 2] * opacity * 255) / 100 + 0.5 : 0,
      );
      const expected = await sharp(black, { raw })
        .composite([{ input: Buffer.from(rgba), raw }])
        .raw()
        .toBuffer();
      const found = laid(rgba, shadeOf(values), opacity / 100);
      const apart = (at: number) =>
        Math.abs(
          found[at] * (at % 4 === 3 ? 1 : found[at - (at % 4) + 3] / 255) -
            expected[at] * (at % 4 === 3 ? 1 : expected[at - (at % 4) + 3] / 255),
        );
      expect(Math.max(...Array.from(found.keys(), apart))).toBeLessThanOrEqual(2);
    }),
    { numRuns: 30 },
  );
});

it('leaves what is opaque, and what is beyond the shadow or above its beginning', () => {
  const rgba = Uint8Array.from({ length: wide * high * 4 }, (_, at) =>
    at % 8 === 3 ? 255 : at % 8 < 3 ? at & 255 : 0,
  );
  const values = Array.from({ length: wide * high }, () => 1);
  const found = laid(rgba, shadeOf(values, 5), 0.4);
  const expected = rgba.map((value, at) => (at % 8 === 7 && at >= wide * 4 * 5 ? 102 : value));
  expect(found).toEqual(expected);
  const beside = { ...whole, boxLeftPx: wide, boxTopPx: 0 };
  expect(laid(rgba, shadeOf(values), 1, beside)).toEqual(rgba);
  const below = { ...whole, boxTopPx: high };
  expect(laid(rgba, shadeOf(values), 1, below)).toEqual(rgba);
});
