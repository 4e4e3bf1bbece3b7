import sharp from 'sharp';
import { expect, it } from 'vitest';
import { onColour } from './on-colour.ts';
import { rowsOf, samplesOf } from './testing/rows.ts';

/** Every alpha over some colours. */
const rgba = Uint8Array.from({ length: 256 * 8 * 4 }, (_, at) => {
  const pixel = Math.floor(at / 4);
  return at % 4 === 3 ? pixel % 256 : (pixel * 37 + at * 91) & 255;
});
const cutout = () => rowsOf(256, 8, 4, rgba);
const input = { raw: { width: 256, height: 8, channels: 4 } } as const;

it.each([
  ['#ffffff', { red: 255, green: 255, blue: 255, alpha: 255 }],
  ['#1060c0', { red: 16, green: 96, blue: 192, alpha: 255 }],
])('an opaque background is what libvips flattens on, %s', async (background, colour) => {
  const expected = await sharp(rgba, input).flatten({ background }).raw().toBuffer();
  const made = samplesOf(onColour(cutout(), colour));
  for (let pixel = 0; pixel < 256 * 8; pixel++) {
    expect(made[pixel * 4 + 3]).toBe(255);
    for (let channel = 0; channel < 3; channel++) {
      expect(Math.abs(made[pixel * 4 + channel] - expected[pixel * 3 + channel])).toBeLessThanOrEqual(1);
    }
  }
});

it('a translucent background is what libvips lays under it', async () => {
  const background = { r: 200, g: 100, b: 50, alpha: 128 / 255 };
  const under = { create: { width: 256, height: 8, channels: 4, background } } as const;
  const expected = await sharp(under)
    .composite([{ input: Buffer.from(rgba), ...input }])
    .raw()
    .toBuffer();
  const made = samplesOf(onColour(cutout(), { red: 200, green: 100, blue: 50, alpha: 128 }));
  for (let at = 0; at < made.length; at++) expect(Math.abs(made[at] - expected[at])).toBeLessThanOrEqual(1);
});

it('opaque pixels stay as they are', () => {
  const made = samplesOf(onColour(cutout(), { red: 1, green: 2, blue: 3, alpha: 40 }));
  for (let pixel = 255; pixel < 256 * 8; pixel += 256) {
    expect(made.subarray(pixel * 4, pixel * 4 + 4)).toEqual(rgba.subarray(pixel * 4, pixel * 4 + 4));
  }
});
