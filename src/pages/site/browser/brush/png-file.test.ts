/** Files are read and written without loss; libvips is the judge. */
import sharp, { type PngOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Bytes, joinedPng, pngFileOf } from './png-file.ts';
import { compressedPixels, readPixels } from './png-pixels.ts';

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => Math.imul(at, 2654435761) >>> 24));

/** Noise with soft and empty pixels, whose colours a canvas would lose. */
function png(width: number, height: number, options: PngOptions = {}) {
  const data = noise(width * height * 4);
  return { data, made: sharp(data, { raw: { width, height, channels: 4 } }).png(options) };
}

const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer);

async function pixelsOf(file: Bytes): Promise<Buffer> {
  const parts = pngFileOf(file);
  const rows: Buffer[] = [];
  await readPixels(parts, (row, y) => {
    rows[y] = Buffer.from(row);
  });
  return Buffer.concat(rows);
}

describe('what is read', () => {
  test.each([
    [1, 1],
    [3, 700],
    [701, 43],
  ])('of %i × %i pixels is every sample, with every filter', async (width, height) => {
    for (const options of [{ adaptiveFiltering: true }, { adaptiveFiltering: false }]) {
      const { data, made } = png(width, height, options);
      expect((await pixelsOf(bytesOf(await made.toBuffer()))).equals(data)).toBe(true);
    }
  });
});

/** The same pixels, compressed anew. */
async function rewritten(file: Bytes): Promise<Buffer> {
  const parts = pngFileOf(file);
  const stored = await pixelsOf(file);
  const stride = parts.widthPx * 4;
  const compressed = await compressedPixels(parts.widthPx, parts.heightPx, (y, into) =>
    into.set(stored.subarray(y * stride, (y + 1) * stride)),
  );
  return Buffer.from(await joinedPng(parts, compressed).arrayBuffer());
}

test('what is written is read by others as the same picture', async () => {
  const { data, made } = png(70, 30);
  const written = await rewritten(bytesOf(await made.toBuffer()));
  const read = await sharp(written, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  expect([read.info.width, read.info.height, read.info.channels]).toEqual([70, 30, 4]);
  expect(read.data.equals(data)).toBe(true);
});

test('the colour profile stays', async () => {
  const file = await png(70, 30).made.withIccProfile('p3').toBuffer();
  const written = await rewritten(bytesOf(file));
  const [given, kept] = await Promise.all([sharp(file).metadata(), sharp(written).metadata()]);
  expect(given.icc).toBeDefined();
  expect(kept.icc?.equals(given.icc ?? Buffer.alloc(0))).toBe(true);
  expect((await pixelsOf(bytesOf(written))).equals(await pixelsOf(bytesOf(file)))).toBe(true);
});

test('chunks behind the pixels stay behind them', async () => {
  const file = await png(4, 4).made.toBuffer();
  const end = file.length - 12;
  const extra = Buffer.from([0, 0, 0, 1, 0x74, 0x45, 0x58, 0x74, 65, 0, 0, 0, 0]);
  const parts = pngFileOf(bytesOf(Buffer.concat([file.subarray(0, end), extra, file.subarray(end)])));
  expect(parts.after.map((chunk) => Buffer.from(chunk).equals(extra))).toEqual([true]);
  const again = Buffer.from(await joinedPng(parts, parts.compressed).arrayBuffer());
  expect(again.subarray(again.length - 12 - extra.length, again.length - 12).equals(extra)).toBe(true);
});

describe('what is no cutout is refused', () => {
  test.each([
    ['no PNG at all', async () => Buffer.from('GIF89a, which is another format'), 'is no PNG'],
    [
      'grey',
      () =>
        sharp(noise(16), { raw: { width: 4, height: 4, channels: 1 } })
          .toColourspace('b-w')
          .png()
          .toBuffer(),
      '8-bit RGBA',
    ],
    ['cut off', async () => (await png(9, 9).made.toBuffer()).subarray(0, 80), 'ends too early'],
  ])('%s', async (_, make, message) => {
    const file = bytesOf(await make());
    expect(() => pngFileOf(file)).toThrow(message);
  });

  test('with too few rows', async () => {
    const parts = pngFileOf(bytesOf(await png(4, 4).made.toBuffer()));
    await expect(readPixels({ ...parts, heightPx: 9 }, () => {})).rejects.toThrow('ends too early');
  });
});
