/** Profiles as libvips finds them again. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegWithProfile, webpWithProfile } from './profile.ts';

const [widthPx, heightPx] = [33, 20];
const noise = (channels: 3 | 4) => {
  const samples = Uint8Array.from({ length: widthPx * heightPx * channels }, (_, at) => (at * 97) & 255);
  return sharp(samples, { raw: { width: widthPx, height: heightPx, channels } });
};
/** A profile that no reader parses, of an odd and an even length, and one that fills several segments. */
const profiles = [301, 3144, 200_000].map((length) => Uint8Array.from({ length }, (_, at) => (at * 7) & 255));

describe.each(profiles.map((icc) => ({ bytes: icc.length, icc })))('a profile of $bytes bytes', ({ icc }) => {
  it('is found in a JPEG, whose pixels stay', async () => {
    const jpeg = await noise(3).jpeg().toBuffer();
    const with_ = Buffer.from(jpegWithProfile(jpeg, icc));
    expect((await sharp(with_).metadata()).icc?.equals(icc)).toBe(true);
    expect(with_.subarray(-50).equals(jpeg.subarray(-50))).toBe(true);
    expect(with_.length).toBe(jpeg.length + icc.length + 18 * Math.ceil(icc.length / 65_519));
  });

  it.each([3, 4] as const)('is found in a WebP of %i channels, whose pixels stay', async (channels) => {
    const webp = await noise(channels).webp().toBuffer();
    const made = Buffer.from(webpWithProfile(webp, icc, { widthPx, heightPx }));
    const metadata = await sharp(made).metadata();
    expect(metadata).toMatchObject({ width: widthPx, height: heightPx, channels });
    expect(metadata.icc?.equals(icc)).toBe(true);
    const plain = { ignoreIcc: true } as object;
    const [before, after] = [await sharp(webp).raw().toBuffer(), await sharp(made, plain).raw().toBuffer()];
    expect(after.equals(before)).toBe(true);
  });
});

it('without a profile, or with one that is too long for a JPEG, files stay as they are', async () => {
  const [jpeg, webp] = [await noise(3).jpeg().toBuffer(), await noise(4).webp().toBuffer()];
  expect(jpegWithProfile(jpeg, null)).toBe(jpeg);
  expect(jpegWithProfile(jpeg, new Uint8Array(255 * 65_519 + 1))).toBe(jpeg);
  expect(webpWithProfile(webp, null, { widthPx, heightPx })).toBe(webp);
});
