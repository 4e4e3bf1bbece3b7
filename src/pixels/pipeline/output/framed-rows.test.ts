/** Framed rows against sums that are made pixel by pixel, and against libvips. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { framedRows } from './framed-rows.ts';
import type { Framing } from './framing.ts';
import { rowsOf, samplesOf } from './testing/rows.ts';

/** Noise with a soft disc as its alpha. */
function cutout(widthPx: number, heightPx: number): Uint8Array {
  return Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) => {
    const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
    const apart = Math.hypot((x + 0.5) / widthPx - 0.5, (y + 0.5) / heightPx - 0.5);
    if (at % 4 === 3) return Math.max(0, Math.min(255, (0.45 - apart) * 1500));
    return apart > 0.5 ? 0 : (Math.imul(at + 7, 2654435761) >>> 24) & 255;
  });
}

const alphaOf = (rgba: Uint8Array) => new Uint8Array(rgba).filter((_, at) => at % 4 === 3);

function framing(
  box: readonly [number, number, number, number],
  size: readonly [number, number] = [box[2], box[3]],
): Framing {
  const [boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx] = box;
  return { widthPx: size[0], heightPx: size[1], boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx };
}

/** Mean over the area of one pixel, sample by sample. */
function meanAt(rgba: Uint8Array, [wide, high]: readonly [number, number], made: Framing, x: number, y: number) {
  const [across, down] = [made.boxWidthPx / made.widthPx, made.boxHeightPx / made.heightPx];
  const part = (from: number, to: number, at: number) => Math.max(0, Math.min(to, at + 1) - Math.max(from, at));
  const sums = [0, 0, 0, 0];
  for (let row = 0; row < high; row++) {
    const rowShare = part(made.boxTopPx + y * down, made.boxTopPx + (y + 1) * down, row) / down;
    if (rowShare === 0) continue;
    for (let column = 0; column < wide; column++) {
      const share = (rowShare * part(made.boxLeftPx + x * across, made.boxLeftPx + (x + 1) * across, column)) / across;
      const at = (row * wide + column) * 4;
      for (let channel = 0; channel < 3; channel++) sums[channel] += share * rgba[at + channel] * rgba[at + 3];
      sums[3] += share * rgba[at + 3];
    }
  }
  return [...sums.slice(0, 3).map((sum) => (sums[3] >= 0.5 ? sum / sums[3] : 0)), sums[3]];
}

describe('rows that are scaled down', () => {
  const sides = fc.integer({ min: 1, max: 40 });

  it('are means of very many rows too', () => {
    const size = [700, 150] as const;
    const made = framing([0, 0, ...size], [14, 3]);
    const rgba = cutout(...size);
    const scaled = samplesOf(framedRows(rowsOf(...size, 4, rgba), made));
    for (let at = 0; at < scaled.length; at += 4) {
      const mean = meanAt(rgba, size, made, (at / 4) % 14, Math.floor(at / 4 / 14));
      for (let channel = 0; channel < 4; channel++) {
        expect(Math.abs(scaled[at + channel] - mean[channel])).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }
  });

  it('are means over areas, inside the picture and beyond it', () => {
    const cases = fc.record({
      size: fc.tuple(sides, sides),
      corner: fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })),
      box: fc.tuple(sides, sides),
      parts: fc.tuple(fc.double({ min: 0.05, max: 1, noNaN: true }), fc.double({ min: 0.05, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(cases, ({ size, corner, box, parts }) => {
        const to = [Math.ceil(box[0] * parts[0]), Math.ceil(box[1] * parts[1])] as const;
        fc.pre(to[0] < box[0] || to[1] < box[1]);
        const made = framing([...corner, ...box], to);
        const rgba = cutout(...size);
        const scaled = samplesOf(framedRows(rowsOf(...size, 4, rgba), made));
        for (let at = 0; at < scaled.length; at += 4) {
          const mean = meanAt(rgba, size, made, (at / 4) % to[0], Math.floor(at / 4 / to[0]));
          for (let channel = 0; channel < 4; channel++) {
            expect(Math.abs(scaled[at + channel] - mean[channel])).toBeLessThanOrEqual(0.5 + 1e-9);
          }
        }
        const grey = samplesOf(framedRows(rowsOf(...size, 1, alphaOf(rgba)), made), 2);
        expect(grey).toEqual(alphaOf(scaled));
      }),
    );
  });

  it('are what libvips makes of a mean over whole pixels', async () => {
    const [wide, high, factor] = [150, 90, 3];
    const rgba = cutout(wide, high);
    const box = { width: factor, height: factor, kernel: new Array(factor * factor).fill(1) };
    const means = await sharp(rgba, { raw: { width: wide, height: high, channels: 4 } })
      .convolve(box)
      .raw()
      .toBuffer();
    const scaled = samplesOf(
      framedRows(rowsOf(wide, high, 4, rgba), framing([0, 0, wide, high], [wide / 3, high / 3])),
    );
    for (let y = 0; y < high / 3; y++) {
      for (let x = 0; x < wide / 3; x++) {
        const [at, middle] = [(y * (wide / 3) + x) * 4, ((y * 3 + 1) * wide + x * 3 + 1) * 4];
        expect(Math.abs(scaled[at + 3] - means[middle + 3])).toBeLessThanOrEqual(1);
        // Libvips sums whole numbers of colour times alpha, so a faint pixel's colour is less exact there.
        const opacity = means[middle + 3] / 255;
        for (let channel = 0; channel < 3; channel++) {
          expect(Math.abs(scaled[at + channel] - means[middle + channel]) * opacity).toBeLessThanOrEqual(2);
        }
      }
    }
  });

  it('keep one colour, however far they are scaled', () => {
    const [wide, high] = [1000, 7];
    const plain = Uint8Array.from({ length: wide * high * 4 }, (_, at) => [12, 99, 255, 255][at % 4]);
    const scaled = samplesOf(framedRows(rowsOf(wide, high, 4, plain), framing([0, 0, wide, high], [16, 1])));
    expect([...scaled]).toEqual(new Array(16).fill([12, 99, 255, 255]).flat());
  });
});

describe('rows that are cut', () => {
  const [wide, high] = [50, 40];
  const rgba = cutout(wide, high);
  const input = { raw: { width: wide, height: high, channels: 4 } } as const;

  it('are the very same where all is shown', () => {
    const rows = rowsOf(wide, high, 4, rgba);
    expect(framedRows(rows, framing([0, 0, wide, high]))).toBe(rows);
  });

  it.each<[number, number, number, number]>([
    [10, 5, 20, 30],
    [0, 0, 50, 39],
    [49, 39, 1, 1],
  ])('inside the picture are what libvips extracts (%i, %i, %i, %i)', async (...box) => {
    const [left, top, width, height] = box;
    const expected = await sharp(rgba, input).extract({ left, top, width, height }).raw().toBuffer();
    expect(Buffer.from(samplesOf(framedRows(rowsOf(wide, high, 4, rgba), framing(box)))).equals(expected)).toBe(true);
    const grey = samplesOf(framedRows(rowsOf(wide, high, 1, alphaOf(rgba)), framing(box)));
    expect(grey).toEqual(alphaOf(expected));
  });

  it('beyond the picture are what libvips extends', async () => {
    const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
    const expected = await sharp(rgba, input)
      .extend({ left: 7, top: 3, right: 11, bottom: 60, background: transparent })
      .raw()
      .toBuffer();
    const cut = samplesOf(framedRows(rowsOf(wide, high, 4, rgba), framing([-7, -3, wide + 18, high + 63])));
    expect(Buffer.from(cut).equals(expected)).toBe(true);
  });

  it.each<[number, number, number, number]>([
    [-60, 0, 10, 10],
    [50, 40, 5, 5],
    [0, -12, 50, 12],
  ])('beside the picture are empty (%i, %i, %i, %i)', (...box) => {
    expect(samplesOf(framedRows(rowsOf(wide, high, 4, rgba), framing(box))).every((sample) => sample === 0)).toBe(true);
  });
});
