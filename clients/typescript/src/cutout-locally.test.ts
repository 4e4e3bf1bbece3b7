/** The local cutout sends little, and keeps the caller's pixels. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cutoutLocally } from './cutout-locally.ts';
import type { Edgematte } from './edgematte.ts';

const [width, height] = [300, 200];
const original = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
  at % 4 === 3 ? 255 : (at * 7) % 256,
);

/** A service whose matte is white on the left half. */
const sent: Buffer[] = [];
const service: Pick<Edgematte, 'matte'> = {
  async matte(photo) {
    const file = Buffer.from(await new Response(photo as Blob).arrayBuffer());
    sent.push(file);
    const { width: w = 0, height: h = 0 } = await sharp(file).metadata();
    const samples = Buffer.from(Uint8Array.from({ length: w * h }, (_, at) => (at % w < w / 2 ? 255 : 0)));
    const raw = { width: w, height: h, channels: 1 as const };
    const png = await sharp(samples, { raw }).toColourspace('b-w').png().toBuffer();
    return {
      bytes: new Uint8Array(png),
      type: 'image/png',
      requestId: 'x',
      rate: null,
      review: null,
      header: () => null,
    };
  },
};

test('a small picture goes out, and the photo comes back at its size with its colours', async () => {
  const picture = { width, height, data: original.slice() };
  expect(await cutoutLocally(service, picture, { longestSide: 100 })).toBe(picture);
  expect(await sharp(sent[0]).metadata()).toMatchObject({ width: 100, height: 67, channels: 3 });
  const pixel = (x: number) => [...picture.data.subarray((100 * width + x) * 4, (100 * width + x) * 4 + 4)];
  expect(pixel(10)).toEqual([...original.subarray((100 * width + 10) * 4, (100 * width + 10) * 4 + 4)]);
  expect(pixel(290)).toEqual([0, 0, 0, 0]);
});

test('files are made and read by the caller where he wants to', async () => {
  const picture = { width, height, data: original.slice() };
  await cutoutLocally(service, picture, {
    encode: async ({ data }, longestSide) =>
      new Blob([
        new Uint8Array(
          await sharp(data, { raw: { width, height, channels: 4 } })
            .resize(longestSide / 8)
            .jpeg()
            .toBuffer(),
        ),
      ]),
    decode: () => ({ width: 1, height: 1, data: Uint8Array.of(77) }),
  });
  expect(await sharp(sent[1]).metadata()).toMatchObject({ format: 'jpeg', width: 128 });
  expect(picture.data[3]).toBe(77);
});
