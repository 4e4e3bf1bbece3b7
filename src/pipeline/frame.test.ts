import sharp from 'sharp';
import { expect, test } from 'vitest';
import { framePicture } from './frame.ts';
import type { Orientation } from './header.ts';

const [width, height] = [5, 3];
const samples = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 53) & 255);

test.each([1, 2, 3, 4, 5, 6, 7, 8] as Orientation[])(
  'orientation %i turns upright as libvips does',
  async (orientation) => {
    const tagged = await sharp(samples, { raw: { width, height, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const { data, info } = await sharp(tagged).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const picture = framePicture({ widthPx: width, heightPx: height, channels: 3, samples, orientation, icc: null });
    expect([picture.widthPx, picture.heightPx]).toEqual([info.width, info.height]);

    const whole = picture.rows().next(100);
    expect(Buffer.from(whole).equals(data)).toBe(true);

    const source = picture.rows();
    const rows = Array.from({ length: info.height }, () => [...source.next(1)]).flat();
    expect(rows).toEqual([...data]);
    expect(source.next(1).length).toBe(0);
  },
);

test('a closed picture gives no rows', () => {
  const picture = framePicture({ widthPx: width, heightPx: height, channels: 3, samples, orientation: 1, icc: null });
  picture.close();
  expect(() => picture.rows()).toThrow('closed');
});
