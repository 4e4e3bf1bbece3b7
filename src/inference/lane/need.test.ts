import { expect, it } from 'vitest';
import { readOptions } from '../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../contract/output/options.ts';
import type { ColourSignal } from '../../pixels/pipeline/colour/colour.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { headerWith } from '../../pixels/pipeline/testing/header.ts';
import { backgroundBytes, encodingBytes, neededBytes, pointsBytesOf } from './need.ts';

const million = 1_000_000;
const header = headerWith();
const pq: ColourSignal = {
  kind: 'code points',
  codePoints: { primaries: 9, transfer: 16, matrix: 0, fullRange: true },
};
const perPixel = (changes: Partial<Header>) =>
  (neededBytes({ ...header, ...changes }, 0) - neededBytes({ ...header, ...changes, widthPx: 0 }, 0)) / million;

it.each<[string, Partial<Header>, measured: number]>([
  ['baseline JPEG', {}, 3.63],
  ['baseline JPEG, mirrored', { orientation: 3 }, 3.73],
  ['baseline JPEG on its side', { orientation: 6 }, 6.7],
  ['PNG on its side, RGBA', { format: 'png', hasAlpha: true, orientation: 6 }, 8.58],
  ['progressive JPEG, 4:4:4', { wholeFrame: true }, 9.86],
  ['PNG', { format: 'png' }, 3.52],
  ['PNG, RGBA', { format: 'png', hasAlpha: true }, 4.69],
  ['PNG, interlaced', { format: 'png', wholeFrame: true }, 6.07],
  ['PNG, interlaced RGBA of 16 bits', { format: 'png', wholeFrame: true, hasAlpha: true, bitsPerSample: 16 }, 12.36],
  ['PNG of 16 bits with alpha, PQ', { format: 'png', hasAlpha: true, bitsPerSample: 16, colourSignal: pq }, 9.41],
  ['WebP with alpha', { format: 'webp', hasAlpha: true }, 12.66],
  ['AVIF, 10 bits, 4:4:4', { format: 'avif' }, 25.04],
  ['HEIC, 10 bits', { format: 'heic' }, 17.43],
  ['TIFF, L*a*b* in floats', { format: 'tiff', colour: 'other' }, 5.67],
  ['TIFF, floats', { format: 'tiff', wholeFrame: true }, 18.61],
  ['TIFF, grey floats with alpha', { format: 'tiff', wholeFrame: true, hasAlpha: true }, 22.35],
  ['GIF', { format: 'gif', hasAlpha: true }, 3.71],
  ['BMP', { format: 'bmp' }, 3.03],
])('declares at least what %s takes a pixel', (_, changes, measured) => {
  expect(perPixel(changes)).toBeGreaterThanOrEqual(measured);
});

it('counts a frame a second time that is turned once, unless decoding took more', () => {
  const turned = { orientation: 6 } as const;
  expect(perPixel(turned)).toBe(7);
  expect(perPixel({ ...turned, wholeFrame: true })).toBe(perPixel({ wholeFrame: true }));
  // Too large: it is turned as it is read.
  const large = { widthPx: 10_000, heightPx: 10_000 };
  expect(neededBytes({ ...header, ...large, ...turned }, 0)).toBe(neededBytes({ ...header, ...large }, 0));
});

it('counts the file, a large network and what is always there', () => {
  expect(neededBytes(header, 0, 7 * million) - neededBytes(header, 0)).toBe(7 * million);
  expect(neededBytes(header, 5 * million) - neededBytes(header, 0)).toBe(10 * million);
  expect(neededBytes({ ...header, widthPx: 1, heightPx: 1 }, 0)).toBeGreaterThan(100 * million);
});

it.each<[string, Record<string, string>, measured: number]>([
  ['PNG', { crop: 'subject' }, 0],
  ['JPEG, noise', { output_format: 'jpeg' }, 4 + 7.2],
  ['ZIP, noise', { output_format: 'zip' }, 4 + 15.8],
  ['WebP with alpha', { output_format: 'webp' }, 4 + 31.2],
  ['WebP at half of its size', { output_format: 'webp', max_size: '500' }, (4 + 31.2) / 4],
  ['JPEG at twice its size', { output_format: 'jpeg', scale: '50%' }, (4 + 7.2) * 4],
])('declares at least what encoding a %s takes a pixel', (_, given, measured) => {
  const { output } = cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
  expect(encodingBytes(output, header) / million).toBeGreaterThanOrEqual(measured);
  expect(encodingBytes(output, header) / million).toBeLessThanOrEqual(measured * 1.25);
  expect(encodingBytes(undefined, header)).toBe(0);
});

it('declares for a background what decoding it takes, and what its conversion does', () => {
  const own = headerWith({ format: 'avif', widthPx: 1000, heightPx: 1000 });
  expect(backgroundBytes(own, 500)).toBe(neededBytes(own, 500) - neededBytes(own, 0) + 26 * million);
  // The frame, and twice as many bytes as RGBA has.
  expect(backgroundBytes({ ...own, format: 'jpeg', hasAlpha: false }, 0)).toBe(11 * million);
});

it('counts all samples of a TIFF where some are chosen from them', () => {
  const tiff = { format: 'tiff', wholeFrame: true, hasAlpha: true } as const;
  expect(perPixel({ ...tiff, storedBytesPerPixel: 14 }) - perPixel(tiff)).toBe(14);
});

it('of points is that of a photo, or of a graphic where it is more', () => {
  const task = { kind: 'matte', imageType: true, refine: true } as const;
  const at = (x: number) => ({ x: { value: x, unit: 'px' }, y: { value: 0, unit: 'px' } }) as const;
  const bytes = (count: number) =>
    pointsBytesOf({ ...task, points: { keep: [], drop: Array.from({ length: count }, (_, x) => at(x * 20)) } }, header);
  expect([pointsBytesOf(task, header), bytes(0)]).toEqual([0, 0]);
  expect([bytes(1) / million > 26, bytes(32) > (8 * bytes(1)) / 2]).toEqual([true, true]);
});
