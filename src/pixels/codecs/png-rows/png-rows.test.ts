/** PNG files read by rows, against libvips: no sample differs. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { chunk, noise, png } from '../testing/png-files.ts';
import { expectParts, rowsOf } from '../testing/windows.ts';
import { openPngRows } from './png-rows.ts';

const options = { grantedBytes: 2 ** 20 };

/** As 8 bits of RGB or RGBA. */
function byLibvips(file: Buffer): Promise<Buffer> {
  return sharp(file, { ignoreIcc: true }).toColourspace('srgb').raw().toBuffer();
}

const colours = [
  ['grey', 0, 1, [1, 2, 4, 8, 16]],
  ['RGB', 2, 3, [8, 16]],
  ['a palette', 3, 1, [1, 2, 4, 8]],
  ['grey and alpha', 4, 2, [8, 16]],
  ['RGBA', 6, 4, [8, 16]],
] as const;
const kinds = colours.flatMap(([name, type, samples, depths]) =>
  depths.map((bits) => [`${name} of ${bits} bits`, type, samples, bits] as const),
);
/** The last row ends within a byte, and a vector. */
const sizes = [
  [61, 23],
  [1, 1],
  [5, 300],
  [3000, 7],
] as const;

describe.each(kinds)('%s', (_name, colourType, samples, bits) => {
  const palette = noise(3 * 2 ** Math.min(bits, 8), 1).subarray(1);
  /** All five filters in turn, and few values, so that some are the transparent one. */
  const file = (widthPx: number, heightPx: number, mask: number, before: readonly Buffer[] = []) => {
    const raw = noise(Math.ceil((widthPx * samples * bits) / 8), heightPx, mask);
    const chunks = colourType === 3 ? [chunk('PLTE', palette), ...before] : before;
    return png({ widthPx, heightPx, bits, colourType, raw, split: 1000, before: chunks });
  };

  test.each(sizes)('%i x %i', async (widthPx, heightPx) => {
    const opaque = file(widthPx, heightPx, 255);
    const reader = openPngRows(opaque, options);
    expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([
      widthPx,
      heightPx,
      samples === 2 || samples === 4 ? 4 : 3,
    ]);
    expect(rowsOf(reader).equals(await byLibvips(opaque))).toBe(true);
  });

  // What has alpha has no colour that stands for it.
  if (samples % 2 === 1) {
    it('with transparency', async () => {
      const data = colourType === 3 ? Buffer.of(7, 200) : Buffer.alloc(samples * 2);
      const transparent = file(61, 23, bits < 8 ? 255 : 1, [chunk('tRNS', data)]);
      const reader = openPngRows(transparent, options);
      expect(reader.channels).toBe(4);
      const all = rowsOf(reader);
      expect(all.equals(await byLibvips(transparent))).toBe(true);
      expect(all.some((sample, at) => at % 4 === 3 && sample < 255)).toBe(true);
    });
  }

  it('windows are parts of the whole', () => {
    const reader = openPngRows(file(61, 23, 255), options);
    expectParts(reader, rowsOf(reader));
  });
});

test('passes over rows, and goes back', () => {
  const reader = openPngRows(
    png({ widthPx: 300, heightPx: 500, bits: 8, colourType: 2, raw: noise(900, 500) }),
    options,
  );
  const all = rowsOf(reader);
  for (const [skipped, between] of [
    [0, 1],
    [1, 3],
    [77, 101],
  ]) {
    reader.rewind();
    const row = Buffer.alloc(900);
    reader.skip(skipped);
    reader.read(1, row);
    expect(row.equals(all.subarray(skipped * 900, (skipped + 1) * 900))).toBe(true);
    reader.skip(between);
    reader.read(1, row);
    expect(row.equals(all.subarray((skipped + between + 1) * 900, (skipped + between + 2) * 900))).toBe(true);
  }
  reader.skip(1000);
  expect(reader.read(1, Buffer.alloc(900))).toBe(0);
});

test('a photo as libvips writes it', async () => {
  const photo = readFileSync(new URL('../../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url));
  for (const settings of [{}, { adaptiveFiltering: true }, { palette: true }, { compressionLevel: 0 }]) {
    const file = await sharp(photo).ensureAlpha(0.5).png(settings).toBuffer();
    expect(rowsOf(openPngRows(file, options)).equals(await byLibvips(file))).toBe(true);
  }
});

test('an interlaced picture is not for this reader', () => {
  const file = png({ widthPx: 1, heightPx: 1, bits: 8, colourType: 0, interlaced: true, raw: Buffer.alloc(2) });
  expect(() => openPngRows(file, options)).toThrow(BeyondRowDecoder);
});

test.each<[string, Parameters<typeof png>[0]]>([
  ['a depth that its colour does not have', { widthPx: 1, heightPx: 1, bits: 4, colourType: 2, raw: Buffer.alloc(3) }],
  ['no palette', { widthPx: 1, heightPx: 1, bits: 8, colourType: 3, raw: Buffer.alloc(2) }],
  ['no rows', { widthPx: 1, heightPx: 0, bits: 8, colourType: 0, raw: Buffer.alloc(2) }],
])('%s is broken', (_what, fields) => {
  expect(() => openPngRows(png(fields), options)).toThrow(ImageFault);
});

test('what is broken says why to the log', () => {
  const fields = { widthPx: 1, heightPx: 2, bits: 8, colourType: 0, raw: Buffer.of(0, 7, 5, 7) };
  const read = (file: Buffer) => rowsOf(openPngRows(file, options));
  const saying = (message: string) =>
    expect.objectContaining({ kind: 'invalid', cause: expect.objectContaining({ message }) });
  expect(() => read(png(fields))).toThrow(saying('a filter is not known'));
  const short = deflateSync(Buffer.of(0, 7, 0));
  expect(() => read(png({ ...fields, stream: short }))).toThrow(saying('the zlib stream ends before the last row'));
  const wrong = deflateSync(Buffer.of(0, 7, 0, 7));
  wrong[wrong.length - 1] ^= 1;
  expect(() => read(png({ ...fields, stream: wrong }))).toThrow(saying('incorrect data check'));
});

test('48 megapixels of 16 bits take less than 1 MB', async () => {
  const [widthPx, heightPx] = [8000, 6000];
  const raw = Buffer.alloc((1 + widthPx * 8) * 60, 0);
  // The rest of the rows is nowhere: memory is what is looked at.
  const file = png({ widthPx, heightPx, bits: 16, colourType: 6, raw });
  const reader = openPngRows(file, { grantedBytes: 1_000_000 });
  const row = Buffer.alloc(widthPx * 4);
  for (let rows = 0; rows < 50; rows++) expect(reader.read(1, row)).toBe(1);
  expect(reader.heldBytes).toBeLessThan(1_000_000);
});

test('rows beyond the grant are not read', () => {
  const file = png({ widthPx: 1_000_000, heightPx: 1, bits: 16, colourType: 6, raw: Buffer.alloc(8_000_001) });
  expect(() => openPngRows(file, options)).toThrow(BeyondRowDecoder);
});

test('a closed reader holds nothing', () => {
  const reader = openPngRows(png({ widthPx: 1, heightPx: 1, bits: 8, colourType: 0, raw: Buffer.alloc(2) }), options);
  expect(reader.heldBytes).toBeGreaterThan(0);
  reader.close();
  reader.close();
  expect(reader.heldBytes).toBe(0);
  expect(() => reader.skip(1)).toThrow('closed');
});
