/** Rows of cutouts and mattes. */
import { describe, expect, test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import { framePicture } from '../picture/frame.ts';
import type { Channels, Picture } from '../picture/picture.ts';
import { layerOver } from '../plane/layer.ts';
import { wholeOf } from '../plane/region.ts';
import { readRows } from '../testing/golden.ts';
import { cutoutRows, matteRows, type RowWriter } from './compose.ts';

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
const over = (photo: Picture, guide: Uint8Array | null = null) =>
  alphaOf(layerOver({ widthPx: 2, heightPx: 2, samples: alpha }, photo), guide);

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

test('alpha is the product of matte and input alpha, rounded to nearest', () => {
  const side = 256;
  const samples = Uint8Array.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? (at >> 2) % side : 90));
  const photo = framePicture({ widthPx: side, heightPx: side, channels: 4, samples, orientation: 1, icc: null });
  const matte = Uint8Array.from({ length: side * side }, (_, at) => Math.floor(at / side));
  const source = alphaOf(layerOver({ widthPx: side, heightPx: side, samples: matte }, photo));
  const expected = matte.map((value, at) => Math.round((value * (at % side)) / 255));
  const wrong = (found: Uint8Array) => found.findIndex((value, at) => value !== expected[at]);
  expect(wrong(readRows(matteRows(photo, source)))).toBe(-1);
  expect(wrong(readRows(cutoutRows(photo, source)).filter((_, at) => at % 4 === 3))).toBe(-1);
});

describe('drawn edges', () => {
  const sidesOf = (photo: Picture) => ({
    region: wholeOf(photo),
    widthPx: 1,
    heightPx: 1,
    foreground: Uint8Array.of(250, 0, 0),
    background: Uint8Array.of(0, 0, 250),
    known: Uint8Array.of(255),
  });

  test('soft pixels get the colour of the subject, opaque ones keep the photo bit for bit', () => {
    const photo = picture(3, 1, 2, 3, 4, 5, 6, 125, 0, 125, 10, 11, 12);
    const out = pixels(cutoutRows(photo, over(photo), sidesOf(photo)), [2]);
    expect(out.slice(0, 8)).toEqual([1, 2, 3, 255, 0, 0, 0, 0]);
    expect(out[8]).toBeGreaterThan(240);
    expect(out[10]).toBeLessThan(10);
    expect(out[11]).toBe(128);
  });

  test('the matte has the same edges as the cutout', () => {
    const photo = picture(3, ...Array.from({ length: 2 * 9 * 3 }, (_, i) => (i * 37) & 255));
    const guide = Uint8Array.from({ length: 12 }, (_, i) => (i * 53) & 255);
    const cutout = pixels(cutoutRows(photo, over(photo, guide), sidesOf(photo)), [4, 5]);
    const matte = pixels(matteRows(photo, over(photo, guide)), [9]);
    expect(matte).toEqual(cutout.filter((_, i) => i % 4 === 3));
    expect(matte).not.toEqual(pixels(matteRows(photo, over(photo)), [9]));
  });
});

test('the matte is always the alpha of the cutout', () => {
  const samples = Array.from({ length: 2 * 9 * 4 }, (_, i) => (i * 37) & 255);
  const photo = picture(4, ...samples);
  const cutout = pixels(cutoutRows(photo, over(photo)), [4, 5]);
  expect(pixels(matteRows(photo, over(photo)), [9])).toEqual(cutout.filter((_, i) => i % 4 === 3));
});
