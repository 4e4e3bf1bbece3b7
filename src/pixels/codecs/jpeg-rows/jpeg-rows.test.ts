/** JPEG files read by rows, against libvips, whose decoder calculates alike: no sample differs. */
import { readFileSync } from 'node:fs';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { halfColumns } from '../testing/half-columns.ts';
import { cut, expectParts, rowsOf } from '../testing/windows.ts';
import { type JpegRowsOptions, openJpegRows } from './jpeg-rows.ts';

const options = { eighths: 8, grantedBytes: 32 * 2 ** 20, maxScans: 100 } as const satisfies JpegRowsOptions;
const photo = readFileSync(new URL('../../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url));
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));

/** What libvips makes of a file as it is stored: grey as its one channel. */
function byLibvips(file: Buffer, channels: number): Promise<Buffer> {
  const picture = sharp(file, { ignoreIcc: true });
  return (channels === 1 ? picture.extractChannel(0) : picture).raw().toBuffer();
}

const codings: Record<string, JpegOptions> = {
  'baseline 4:2:0': {},
  'baseline 4:4:4': { chromaSubsampling: '4:4:4' },
  progressive: { progressive: true },
  'progressive 4:4:4': { progressive: true, chromaSubsampling: '4:4:4' },
  'progressive with optimised scans': { mozjpeg: true },
};

describe.each(Object.entries(codings))('%s', (_what, coding) => {
  const make = (widthPx: number, heightPx: number) =>
    sharp(photo).resize(widthPx, heightPx, { fit: 'fill' }).jpeg(coding).toBuffer();

  // Odd sides: the last blocks are partly outside the picture.
  test.each([
    [501, 333],
    [512, 256],
    [17, 9],
    [1, 1],
    [3, 700],
  ])('%i x %i, in colour and in grey', async (widthPx, heightPx) => {
    const file = await make(widthPx, heightPx);
    const reader = openJpegRows(file, options);
    expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([widthPx, heightPx, 3]);
    expect(rowsOf(reader).equals(await byLibvips(file, 3))).toBe(true);
    expect(reader.damage).toEqual({ warnings: 0, endedEarly: false });
    const grey = await sharp(file).toColourspace('b-w').jpeg(coding).toBuffer();
    const greyReader = openJpegRows(grey, options);
    expect(greyReader.channels).toBe(1);
    expect(rowsOf(greyReader).equals(await byLibvips(grey, 1))).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('windows at %i eighths are parts of the whole', async (eighths) => {
    const file = await make(301, 203);
    const reader = openJpegRows(file, { ...options, eighths });
    const { widthPx, heightPx } = reader;
    expect([widthPx, heightPx]).toEqual([Math.ceil((301 * eighths) / 8), Math.ceil((203 * eighths) / 8)]);
    expectParts(reader, rowsOf(reader));
  });

  it('passes over rows, and goes back', async () => {
    const reader = openJpegRows(await make(301, 203), options);
    const all = rowsOf(reader);
    const rowBytes = reader.widthPx * reader.channels;
    for (const [skipped, between] of [
      [0, 1],
      [1, 3],
      [16, 20],
      [77, 101],
    ]) {
      reader.rewind();
      const row = Buffer.alloc(rowBytes);
      reader.skip(skipped);
      reader.read(1, row);
      expect(row.equals(all.subarray(skipped * rowBytes, (skipped + 1) * rowBytes))).toBe(true);
      reader.skip(between);
      reader.read(1, row);
      expect(row.equals(all.subarray((skipped + between + 1) * rowBytes, (skipped + between + 2) * rowBytes))).toBe(
        true,
      );
    }
    reader.skip(1000);
    expect(reader.read(1, Buffer.alloc(rowBytes))).toBe(0);
  });

  test.each([0.2, 0.5, 0.9, 0.99])('a file cut at %d of its length ends early, or is broken', async (share) => {
    const file = await make(501, 333);
    const reader = openJpegRows(file.subarray(0, Math.floor(file.length * share)), options);
    try {
      expect(rowsOf(reader)).toHaveLength(501 * 333 * 3);
      expect(reader.damage.endedEarly).toBe(true);
      expect(reader.damage.warnings).toBeGreaterThan(0);
    } catch (fault) {
      // Cut inside a table.
      expect(fault).toBeInstanceOf(ImageFault);
    }
  });
});

test.each([
  'jpeg-arithmetic.jpg',
  'jpeg-baseline.jpg',
  'jpeg-grey.jpg',
  'jpeg-orientation-6.jpg',
  'jpeg-progressive.jpg',
  'jpeg-restart.jpg',
  'jpeg-rgb-icc.jpg',
])('%s', async (name) => {
  const file = fixture(name);
  const reader = openJpegRows(file, options);
  const all = rowsOf(reader);
  expect(all.equals(await byLibvips(file, reader.channels))).toBe(true);
  expect(reader.damage).toEqual({ warnings: 0, endedEarly: false });
});

test('chroma of half the columns', async () => {
  const decoder = openJpegRows(halfColumns, options);
  const all = rowsOf(decoder);
  expect(all.equals(await byLibvips(halfColumns, 3))).toBe(true);
  const window = { leftPx: 19, topPx: 7, widthPx: 9, heightPx: 13 };
  expect(rowsOf(decoder, window).equals(cut(all, 45, 3, window))).toBe(true);
  expect(decoder.damage.warnings).toBe(0);
});

test('CMYK is not for this reader', () => {
  expect(() => openJpegRows(fixture('jpeg-cmyk.jpg'), options)).toThrow(BeyondRowDecoder);
});

test('several scans of arithmetic coding are not for this reader', () => {
  const file = fixture('jpeg-arithmetic.jpg');
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  const firstComponent = file[scan + 5];
  const shorter = Buffer.from([0xff, 0xda, 0, 8, 1, firstComponent, 0, 0, 63, 0]);
  const parts = [file.subarray(0, scan), shorter, file.subarray(scan + 14)];
  expect(() => openJpegRows(Buffer.concat(parts), options)).toThrow(
    expect.objectContaining({ name: 'BeyondRowDecoder', cause: expect.objectContaining({ reason: 3 }) }),
  );
});

test('what is no JPEG is broken, and says why to the log', () => {
  expect(() => openJpegRows(Buffer.from('nothing of the kind'), options)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      message: 'The JPEG data is broken or incomplete; please send the original file',
      cause: expect.objectContaining({ message: 'Not a JPEG file: starts with 0x6e 0x6f' }),
    }),
  );
  expect(() => openJpegRows(Buffer.alloc(0), options)).toThrow(ImageFault);
});

test('scans are counted', () => {
  const reader = openJpegRows(fixture('jpeg-progressive.jpg'), { ...options, maxScans: 2 });
  expect(() => rowsOf(reader)).toThrow('The JPEG file has more than 2 scans; please save it again');
});

test('a progressive picture beyond the grant is not read', async () => {
  const file = await sharp(photo).resize(1600, 1600, { fit: 'fill' }).jpeg({ progressive: true }).toBuffer();
  const reader = openJpegRows(file, { ...options, grantedBytes: 4 * 2 ** 20 });
  expect(reader.holdsWhole).toBe(true);
  expect(() => rowsOf(reader)).toThrow(BeyondRowDecoder);
  expect(reader.heldBytes).toBe(0);
  expect(() => reader.read(1, Buffer.alloc(4800))).toThrow('closed');
});

test('48 megapixels of baseline take less than 2 MB', async () => {
  const grey = { width: 8000, height: 6000, channels: 3, background: '#808080' } as const;
  const file = await sharp({ create: grey }).jpeg().toBuffer();
  const reader = openJpegRows(file, { ...options, grantedBytes: 2_000_000 });
  const row = Buffer.alloc(8000 * 3);
  expect(reader.holdsWhole).toBe(false);
  reader.skip(2000);
  for (let rows = 0; rows < 100; rows++) expect(reader.read(1, row)).toBe(1);
  expect(reader.heldBytes).toBeLessThan(2_000_000);
});

test('a window lies in the picture', () => {
  const reader = openJpegRows(fixture('jpeg-baseline.jpg'), options);
  const { widthPx, heightPx } = reader;
  for (const window of [
    { leftPx: 0, topPx: 0, widthPx: widthPx + 1, heightPx },
    { leftPx: 0, topPx: heightPx, widthPx, heightPx: 1 },
    { leftPx: 0, topPx: 0, widthPx: 0, heightPx },
    { leftPx: -1, topPx: 0, widthPx, heightPx },
    { leftPx: 0.5, topPx: 0, widthPx: 1, heightPx: 1 },
  ]) {
    expect(() => reader.window(window)).toThrow(RangeError);
  }
  expect(rowsOf(reader)).toHaveLength(widthPx * heightPx * 3);
});

test('a closed reader holds nothing', () => {
  const reader = openJpegRows(fixture('jpeg-baseline.jpg'), options);
  expect(reader.heldBytes).toBeGreaterThan(0);
  reader.close();
  reader.close();
  expect(reader.heldBytes).toBe(0);
  expect(() => reader.skip(1)).toThrow('closed');
});
