/** Pictures that are stored on their side are turned once in the container, however often they are read. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { nativePictures } from './pictures.ts';

const [width, height] = [60, 40];

/** A noisy picture with an EXIF orientation. */
function stored(orientation: number, format: 'jpeg' | 'png' | 'tiff') {
  const samples = Uint8Array.from({ length: width * height * 3 }, (_, at) => Math.imul(at, 2654435761) >>> 24);
  return sharp(samples, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

test.each([
  [2, 'jpeg'],
  [3, 'jpeg'],
  [4, 'jpeg'],
  [5, 'jpeg'],
  [6, 'jpeg'],
  [7, 'jpeg'],
  [8, 'jpeg'],
  [6, 'png'],
  [6, 'tiff'],
] as const)('orientation %i of a %s', async (orientation, format) => {
  const file = await stored(orientation, format);
  const upright = await sharp(file).autoOrient().removeAlpha().raw().toBuffer();
  const picture = await nativePictures.open(file, probe(file));
  const [first, second] = [picture.rows(), picture.rows()].map((rows) => rows.next(picture.heightPx));
  expect(Buffer.from(first).equals(upright)).toBe(true);
  // The same memory: the second reading has turned nothing.
  expect([second.buffer === first.buffer, second.byteOffset]).toEqual([true, first.byteOffset]);
  picture.close();
});
