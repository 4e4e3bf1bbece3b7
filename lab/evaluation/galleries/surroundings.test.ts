/** What is shown of a picture with much transparency. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { subjectRegion } from './surroundings.ts';

/** A transparent picture of 200 × 100 with a red rectangle. */
async function pictureWith(left: number, top: number, width: number, height: number): Promise<Buffer> {
  const red = await sharp({ create: { width, height, channels: 4, background: '#f00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })
    .composite([{ input: red, left, top }])
    .png()
    .toBuffer();
}

describe('the region of a subject', () => {
  it('has a margin of a twentieth of the larger side', async () => {
    expect(await subjectRegion(await pictureWith(60, 30, 80, 40))).toEqual({
      left: 56,
      top: 26,
      width: 88,
      height: 48,
    });
  });

  it('stays inside the picture, also where the subject fills a corner', async () => {
    expect(await subjectRegion(await pictureWith(0, 0, 40, 100))).toEqual({ left: 0, top: 0, width: 45, height: 100 });
    expect(await subjectRegion(await pictureWith(160, 60, 40, 40))).toEqual({
      left: 158,
      top: 58,
      width: 42,
      height: 42,
    });
  });

  it('is the whole picture where nothing or everything is transparent', async () => {
    const whole = { left: 0, top: 0, width: 200, height: 100 };
    const empty = sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } });
    expect(await subjectRegion(await empty.png().toBuffer())).toEqual(whole);
    expect(await subjectRegion(await pictureWith(0, 0, 200, 100))).toEqual(whole);
  });
});
