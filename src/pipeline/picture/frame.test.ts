/** Frames read upright, whole and in pieces. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type DecodedFrame, framePicture } from './frame.ts';
import type { Orientation } from './header.ts';

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

function frame(widthPx: number, heightPx: number, orientation: Orientation): DecodedFrame {
  const samples = Uint8Array.from(
    { length: widthPx * heightPx * 3 },
    (_, i) => (Math.imul(i, 2654435761) >>> 24) & 255,
  );
  return { widthPx, heightPx, channels: 3, samples, orientation, icc: null };
}

describe.each([
  [5, 3],
  [70, 41],
])('a picture of %ix%i', (width, height) => {
  test.each(orientations)('with orientation %i turns upright as libvips does', async (orientation) => {
    const stored = frame(width, height, orientation);
    const tagged = await sharp(stored.samples, { raw: { width, height, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const { data, info } = await sharp(tagged).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const picture = framePicture(stored);
    expect([picture.widthPx, picture.heightPx]).toEqual([info.width, info.height]);
    expect(Buffer.from(picture.rows().next(1000)).equals(data)).toBe(true);

    for (const count of [1, 7, 33]) {
      const source = picture.rows();
      const bands: Uint8Array[] = [];
      for (let band = source.next(count); band.length > 0; band = source.next(count)) bands.push(band.slice());
      expect(Buffer.concat(bands).equals(data)).toBe(true);
    }
  });
});

test('a closed picture gives no rows', () => {
  const picture = framePicture(frame(2, 2, 1));
  picture.close();
  expect(() => picture.rows()).toThrow('closed');
});
