/** PNGs are read and written as libvips does. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeGrey, encodeRgb } from './png.ts';

test('RGB comes back bit for bit', async () => {
  const data = Uint8Array.from({ length: 33 * 21 * 3 }, (_, at) => (at * at) % 251);
  const blob = await encodeRgb({ width: 33, height: 21, data });
  const read = await sharp(Buffer.from(await blob.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(read.info).toMatchObject({ width: 33, height: 21, channels: 3 });
  expect(read.data.equals(data)).toBe(true);
});

test.each([true, false])('grey is read, with adaptive filters: %s', async (adaptiveFiltering) => {
  const data = Buffer.from(Uint8Array.from({ length: 97 * 41 }, (_, at) => (at % 97) * 2 + ((at * at) % 9)));
  const raw = { width: 97, height: 41, channels: 1 as const };
  const png = await sharp(data, { raw }).toColourspace('b-w').png({ adaptiveFiltering }).toBuffer();
  const grey = await decodeGrey(new Uint8Array(png));
  expect(grey).toMatchObject({ width: 97, height: 41 });
  expect(data.equals(Buffer.from(grey.data))).toBe(true);
});

test('another kind of PNG is refused', async () => {
  const rgb = await encodeRgb({ width: 3, height: 2, data: new Uint8Array(18) });
  await expect(decodeGrey(new Uint8Array(await rgb.arrayBuffer()))).rejects.toThrow('8-bit grey');
});
