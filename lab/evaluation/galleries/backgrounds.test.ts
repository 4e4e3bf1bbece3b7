/** Transparent pictures on each background. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { backgrounds, onBackground } from './backgrounds.ts';

/** The left half opaque red, the right half transparent. */
async function halfRed(): Promise<Buffer> {
  const red = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#f00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 80, height: 40, channels: 4, background: '#0000' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

async function pixelsOn(background: (typeof backgrounds)[number]) {
  const laid = await onBackground(await halfRed(), background, { width: 80, height: 80 });
  const { data, info } = await laid.raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
}

describe('a picture on a background', () => {
  it.each(backgrounds)('keeps what is opaque on %s', async (background) => {
    expect((await pixelsOn(background))(5, 5)).toEqual([255, 0, 0]);
  });

  it('shows plain backgrounds where it is transparent', async () => {
    expect((await pixelsOn('white'))(70, 20)).toEqual([255, 255, 255]);
    expect((await pixelsOn('green'))(70, 20)).toEqual([0, 177, 64]);
  });

  it('shows squares of two greys with hard edges', async () => {
    const at = await pixelsOn('checkerboard');
    expect([at(48, 0), at(59, 11), at(60, 0), at(48, 12)]).toEqual(
      [255, 255, 214, 214].map((grey) => [grey, grey, grey]),
    );
  });
});
