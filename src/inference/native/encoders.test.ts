import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { WholePicture } from '../../pixels/pipeline/output/encoders.ts';
import { wholeFile } from '../../pixels/pipeline/output/testing/whole-file.ts';
import { nativeEncoders } from './encoders.ts';

const [widthPx, heightPx] = [161, 97];
const samples = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) => {
  const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
  if (at % 4 === 3) return Math.max(0, Math.min(255, (60 - Math.hypot(x - 80, y - 48)) * 6));
  return [x, y * 2, 255 - x][at % 4];
});
const picture: WholePicture = { widthPx, heightPx, samples };

const jpegOf = (scans: 'one' | 'many') => wholeFile(nativeEncoders.jpeg(picture, 90, scans), picture);

it('a JPEG is sequential, 4:2:0, and has the colours whatever the alpha', async () => {
  const file = await jpegOf('one');
  expect(await sharp(file).metadata()).toMatchObject({
    format: 'jpeg',
    width: widthPx,
    height: heightPx,
    isProgressive: false,
    chromaSubsampling: '4:2:0',
  });
  const pixels = await sharp(file).ensureAlpha().raw().toBuffer();
  const apart = samples
    .filter((_, at) => at % 4 < 3)
    .map((_, at) => {
      const index = Math.floor(at / 3) * 4 + (at % 3);
      return Math.abs(pixels[index] - samples[index]);
    });
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(2);
});

it('a JPEG of many scans has the same pixels and is smaller', async () => {
  const [one, many] = [await jpegOf('one'), await jpegOf('many')];
  expect(many.length).toBeLessThan(one.length);
  const pixels = (file: Uint8Array) => sharp(file).raw().toBuffer();
  expect((await pixels(many)).equals(await pixels(one))).toBe(true);
});

it('a WebP has the exact alpha', async () => {
  const file = await nativeEncoders.webp(picture, 50);
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: widthPx, height: heightPx, channels: 4 });
  const alphaOf = (rgba: Uint8Array) => new Uint8Array(rgba).filter((_, at) => at % 4 === 3);
  expect(alphaOf(data)).toEqual(alphaOf(samples));
});
