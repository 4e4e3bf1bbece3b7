/** Frames read upright, whole and in pieces. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type DecodedFrame, framePicture, mostTurnedBytes, turnedOnce } from './frame.ts';
import type { Orientation } from './header.ts';
import type { Channels, Picture } from './picture.ts';

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

function frame(widthPx: number, heightPx: number, orientation: Orientation, channels: Channels = 3): DecodedFrame {
  const samples = Uint8Array.from(
    { length: widthPx * heightPx * channels },
    (_, i) => (Math.imul(i, 2654435761) >>> 24) & 255,
  );
  return { widthPx, heightPx, channels, samples, orientation, icc: null };
}

/** All rows of a picture. */
const pixelsOf = (picture: Picture) => Buffer.from(picture.rows().next(picture.heightPx));

describe.each([
  [5, 3, 3],
  [70, 41, 3],
  [70, 141, 4],
  // More than is turned at a time.
  [1100, 300, 4],
] as const)('a picture of %ix%i with %i channels', (width, height, channels) => {
  test.each(orientations)('with orientation %i turns upright as libvips does', async (orientation) => {
    const stored = frame(width, height, orientation, channels);
    const tagged = await sharp(stored.samples, { raw: { width, height, channels } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const { data, info } = await sharp(tagged).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const upright = turnedOnce(stored);
    const picture = framePicture(stored);
    expect([picture.widthPx, picture.heightPx]).toEqual([info.width, info.height]);
    expect(pixelsOf(picture).equals(data)).toBe(true);
    // Turned once, where it has to be, or in each reading: the same rows.
    expect(upright.orientation).toBe(orientation >= 5 ? 1 : orientation);
    if (orientation >= 5) expect(pixelsOf(framePicture(upright)).equals(data)).toBe(true);
    else expect(upright).toBe(stored);

    for (const count of [1, 7, 33]) {
      const source = picture.rows();
      const bands: Uint8Array[] = [];
      for (let band = source.next(count); band.length > 0; band = source.next(count)) bands.push(band.slice());
      expect(Buffer.concat(bands).equals(data)).toBe(true);
    }
  });
});

test('rows may be read and passed over as one likes', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.boolean()), { maxLength: 30 });
  const picture = framePicture(frame(700, 1200, 6, 4));
  const stride = picture.widthPx * 4;
  const whole = pixelsOf(picture);
  fc.assert(
    fc.property(steps, (all) => {
      const source = picture.rows();
      let y = 0;
      for (const [count, isRead] of all) {
        if (isRead) expect(whole.subarray(y * stride, (y + count) * stride).equals(source.next(count))).toBe(true);
        else source.skip(count);
        y = Math.min(picture.heightPx, y + count);
      }
    }),
    { numRuns: 100, seed: 22 },
  );
});

test('samples that begin anywhere in their buffer are turned too', () => {
  const aligned = frame(30, 20, 6, 4);
  const samples = new Uint8Array(aligned.samples.length + 1).subarray(1);
  samples.set(aligned.samples);
  for (const orientation of orientations) {
    const [one, other] = [aligned.samples.slice(), samples.slice()].map((each) => ({
      ...aligned,
      orientation,
      samples: each,
    }));
    const shifted = { ...other, samples: new Uint8Array([0, ...other.samples]).subarray(1) };
    expect(pixelsOf(framePicture(shifted)).equals(pixelsOf(framePicture(one)))).toBe(true);
  }
});

test('a frame is turned into memory that is spare, where it fits and is not its own', () => {
  const stored = frame(70, 41, 6, 4);
  const bytes = 70 * 41 * 4;
  const large = new Uint8Array(bytes + 8).fill(9);
  const upright = turnedOnce(stored, large.buffer);
  expect([upright.samples.buffer === large.buffer, [...large.subarray(bytes)]]).toEqual([true, Array(8).fill(9)]);
  expect(pixelsOf(framePicture(upright)).equals(pixelsOf(framePicture(stored)))).toBe(true);
  expect(turnedOnce(stored, new ArrayBuffer(bytes - 1))).toBe(stored);
  expect(turnedOnce(stored, stored.samples.buffer as ArrayBuffer)).toBe(stored);
});

test('a frame too large to be held twice is turned as it is read', () => {
  const heightPx = 1000;
  const huge = (bytes: number) => ({ ...frame(2, 2, 6, 4), widthPx: bytes / 4 / heightPx, heightPx });
  const large = huge(mostTurnedBytes + 4 * heightPx);
  expect(turnedOnce(large)).toBe(large);
});

test('a closed picture gives no rows', () => {
  const picture = framePicture(frame(2, 2, 1));
  picture.close();
  expect(() => picture.rows()).toThrow('closed');
});
