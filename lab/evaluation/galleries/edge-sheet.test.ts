/** The layout of a sheet of edges. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { edgeSheet } from './edge-sheet.ts';

const crop = { left: 100, top: 40, width: 200, height: 200 };
/** Of the sheet: words above, then the overview, then a crop for each background. */
const firstCrop = { left: 276, top: 22 };
const pitchPx = 208;

/** A photo of 600 × 400, transparent but for one opaque pixel at (110, 60). */
async function cutoutWith(colour: { r: number; g: number; b: number }): Promise<Buffer> {
  const pixel = { create: { width: 1, height: 1, channels: 4 as const, background: { ...colour, alpha: 1 } } };
  return sharp({ create: { width: 600, height: 400, channels: 4, background: '#0000' } })
    .composite([{ input: pixel, left: 110, top: 60 }])
    .png()
    .toBuffer();
}

describe('a sheet of edges', () => {
  let pixels: Buffer;
  let widthPx = 0;
  beforeAll(async () => {
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const plain = await cutoutWith({ r: 10, g: 20, b: 30 });
    const refined = await cutoutWith({ r: 40, g: 50, b: 60 });
    const laid = await edgeSheet({ photo, plain, refined, crop });
    const { data, info } = await sharp(await laid.png().toBuffer())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    pixels = data;
    widthPx = info.width;
  });

  /** A pixel of the crop in that column of backgrounds and that row. */
  function at(column: number, row: number, x: number, y: number): number[] {
    const left = firstCrop.left + column * pitchPx + x;
    const top = firstCrop.top + row * pitchPx + y;
    return [...pixels.subarray((top * widthPx + left) * 3, (top * widthPx + left) * 3 + 3)];
  }

  it('shows the crop pixel for pixel, plain above and refined below, on each background', () => {
    for (const column of [0, 1, 2, 3]) {
      expect(at(column, 0, 10, 20)).toEqual([10, 20, 30]);
      expect(at(column, 1, 10, 20)).toEqual([40, 50, 60]);
    }
  });

  it('has white, black, red and a checkerboard from left to right', () => {
    const seen = [0, 1, 2, 3].map((column) => at(column, 1, 12, 0));
    expect(seen).toEqual([
      [255, 255, 255],
      [0, 0, 0],
      [224, 0, 0],
      [214, 214, 214],
    ]);
    expect(at(3, 1, 0, 0)).toEqual([255, 255, 255]);
  });

  it('marks the crop on the photo', () => {
    const across = 260 / 600;
    const x = Math.round(8 + (crop.left + crop.width / 2) * across);
    const y = Math.round(22 + crop.top * across);
    const [red, green] = pixels.subarray((y * widthPx + x) * 3);
    expect(red - green).toBeGreaterThan(60);
  });
});
