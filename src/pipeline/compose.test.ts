import { describe, expect, test } from 'vitest';
import { cutoutRows, matteRows, type RowWriter } from './compose.ts';
import { framePicture } from './frame.ts';
import { layerOver } from './matte.ts';
import type { Channels, Picture } from './picture.ts';

function pixels(rows: RowWriter, bands: readonly number[]): number[] {
  const out: number[] = [];
  for (const count of bands) {
    const into = new Uint8Array(count * rows.widthPx * rows.channels);
    rows.write(count, into);
    out.push(...into);
  }
  return out;
}

function picture(channels: Channels, ...samples: number[]) {
  const heightPx = samples.length / channels / 2;
  return framePicture({ widthPx: 2, heightPx, channels, samples: Uint8Array.from(samples), orientation: 1, icc: null });
}

const alpha = Uint8Array.of(255, 0, 128, 1);
const over = (photo: Picture) => layerOver({ widthPx: 2, heightPx: 2, alpha }, photo);

describe('cutout', () => {
  test('keeps the photo under the matte, and nothing where the matte is zero', () => {
    const photo = picture(3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const expected = [1, 2, 3, 255, 0, 0, 0, 0, 7, 8, 9, 128, 10, 11, 12, 1];
    expect(pixels(cutoutRows(photo, over(photo)), [2])).toEqual(expected);
    expect(pixels(cutoutRows(photo, over(photo)), [1, 1])).toEqual(expected);
  });

  test('multiplies with the transparency that the photo already had', () => {
    const photo = picture(4, 1, 2, 3, 128, 4, 5, 6, 255, 7, 8, 9, 0, 10, 11, 12, 255);
    expect(pixels(cutoutRows(photo, over(photo)), [2])).toEqual([1, 2, 3, 128, 0, 0, 0, 0, 0, 0, 0, 0, 10, 11, 12, 1]);
  });
});

test('the matte is always the alpha of the cutout', () => {
  const samples = Array.from({ length: 2 * 9 * 4 }, (_, i) => (i * 37) & 255);
  const photo = picture(4, ...samples);
  const cutout = pixels(cutoutRows(photo, over(photo)), [4, 5]);
  expect(pixels(matteRows(photo, over(photo)), [9])).toEqual(cutout.filter((_, i) => i % 4 === 3));
});
