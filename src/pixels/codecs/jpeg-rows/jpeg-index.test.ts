/** Windows of JPEG files that are decoded by an index, against the whole picture: no sample differs, in damaged files too. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { halfColumns } from '../testing/half-columns.ts';
import { cut, expectParts, rowsOf } from '../testing/windows.ts';
import { indexJpeg, type JpegRowsOptions, openJpegRows } from './jpeg-rows.ts';

const options = { eighths: 8, grantedBytes: 32 * 2 ** 20, maxScans: 100 } as const satisfies JpegRowsOptions;
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url));
const input = (name: string) => fixture(`pictures/input/${name}`);
const drawn = sharp(fixture('photos/grace_hopper.jpg')).resize(301, 203, { fit: 'fill' });

/** The file with other sampling of its first component. Its data then means something else, and is damaged. */
function withSampling(file: Buffer, sampling: number): Buffer {
  const changed = Buffer.from(file);
  changed[file.indexOf(Buffer.from([0xff, 0xc0])) + 11] = sampling;
  return changed;
}

function withBytes(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  return Buffer.concat([file.subarray(0, at), Buffer.from(bytes), file.subarray(at)]);
}

function codesAt(file: Buffer): number {
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  return scan + 2 + file.readUInt16BE(scan + 2);
}

const whole = await drawn.clone().jpeg().toBuffer();
const full = await drawn.clone().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
/** Of which the decoder has the first 16,384 bytes in memory, then the rest. */
const large = await drawn.clone().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
const grey = await drawn.clone().toColourspace('b-w').jpeg().toBuffer();
const files: Readonly<Record<string, Buffer>> = {
  'chroma of half the sides': whole,
  'chroma of all pixels': full,
  grey: grey,
  'grey of two by two blocks': withSampling(grey, 0x22),
  'chroma of half the columns': withSampling(full, 0x21),
  'chroma of half the rows': withSampling(full, 0x12),
  'chroma of a quarter of the columns': withSampling(full, 0x41),
  'restarts, and half the columns': halfColumns,
  restarts: input('jpeg-restart.jpg'),
  RGB: input('jpeg-rgb-icc.jpg'),
  'an early end': whole.subarray(0, whole.length >> 1),
  'an end in the header': whole.subarray(0, codesAt(whole) - 1),
  'an end behind the header': whole.subarray(0, codesAt(whole)),
  'restarts, and a false marker': withBytes(input('jpeg-restart.jpg'), 1000, [0xff, 0x31]),
  'a false marker': withBytes(large, 15_200, [0xff, 0x31]),
  'a filled FF': withBytes(large, 15_200, [0xff, 0xff, 0x00]),
  'other data in the middle': Buffer.concat([whole.subarray(0, whole.length >> 1), full.subarray(full.length >> 1)]),
};

test.each(Object.entries(files))('%s: windows are parts of the whole', async (_what, file) => {
  for (const eighths of [8, 5, 4, 1] as const) {
    const all = rowsOf(openJpegRows(file, { ...options, eighths }));
    for (const apartPx of [1, 64, 1000]) {
      expectParts(openJpegRows(file, { ...options, eighths }, await indexJpeg(file, options, apartPx)), all);
    }
  }
});

test('rows of a window are passed over', async () => {
  const reader = openJpegRows(whole, options, await indexJpeg(whole, options, 64));
  const all = rowsOf(openJpegRows(whole, options));
  const window = { leftPx: 70, topPx: 5, widthPx: 90, heightPx: 190 };
  for (const skipped of [1, 16, 77, 189]) {
    reader.window(window);
    reader.skip(skipped);
    const row = Buffer.alloc(90 * 3);
    expect(reader.read(1, row)).toBe(1);
    expect(row.equals(cut(all, 301, 3, { ...window, topPx: 5 + skipped, heightPx: 1 }))).toBe(true);
  }
});

test('a window that is made up ended early', async () => {
  const file = whole.subarray(0, whole.length >> 1);
  const reader = openJpegRows(file, options, await indexJpeg(file, options, 64));
  rowsOf(reader, { leftPx: 0, topPx: 0, widthPx: 80, heightPx: 20 });
  expect(reader.damage).toEqual({ warnings: 0, endedEarly: false });
  rowsOf(reader, { leftPx: 0, topPx: 180, widthPx: 80, heightPx: 20 });
  expect(reader.damage.endedEarly).toBe(true);
});

test.each(['jpeg-progressive.jpg', 'jpeg-arithmetic.jpg'])('none of %s', async (name) => {
  await expect(indexJpeg(input(name), options, 64)).rejects.toThrow(BeyondRowDecoder);
});

test('a closed reader turns nothing, and one whose grant is too small is closed', async () => {
  const window = { leftPx: 0, topPx: 0, widthPx: 301, heightPx: 203 };
  const reader = openJpegRows(whole, { ...options, grantedBytes: 256 * 1024 }, await indexJpeg(whole, options, 64));
  expect(() => reader.turned({ ...window, widthPx: 302 }, 6)).toThrow(RangeError);
  expect(reader.turned({ ...window, widthPx: 8 }, 6)).toHaveLength(8 * 203 * 3);
  expect(() => reader.turned(window, 6)).toThrow(BeyondRowDecoder);
  expect(() => reader.turned(window, 6)).toThrow('closed');
});

test('an index of 48 megapixels takes less than 2 MB, and so does a decoder of 256 of its columns', async () => {
  const grey = { width: 8000, height: 6000, channels: 3, background: '#808080' } as const;
  const file = await sharp({ create: grey }).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
  let others = 0;
  const thread = new SharedThread(async () => void others++);
  const index = await indexJpeg(file, options, 256, thread);
  // 48 megapixels of codes take a tenth of a second, as they are grey.
  expect(others).toBeGreaterThanOrEqual(2);
  expect(index.entries.length).toBeLessThan(2_000_000);
  const reader = openJpegRows(file, options, index);
  reader.window({ leftPx: 7680, topPx: 5990, widthPx: 256, heightPx: 10 });
  expect(reader.read(10, Buffer.alloc(256 * 10 * 3))).toBe(10);
  expect(reader.heldBytes).toBeLessThan(2_000_000);
});
