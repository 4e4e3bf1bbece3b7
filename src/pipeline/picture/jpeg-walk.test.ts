/** JPEG files that hold every pixel, and those that do not. */
import { readFileSync } from 'node:fs';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { ImageFault } from './fault.ts';
import { checkJpegComplete } from './jpeg-walk.ts';

const maxScans = defaultLimits.maxJpegScans;
const photo = new URL('../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url);
const check = (file: Uint8Array) => checkJpegComplete(file, maxScans);

const codings: Record<string, JpegOptions> = {
  'baseline 4:2:0': {},
  'baseline 4:4:4': { chromaSubsampling: '4:4:4' },
  progressive: { progressive: true },
  'progressive with optimised scans': { mozjpeg: true },
  'with tables of its own': { optimiseCoding: false },
};

describe.each(Object.entries(codings))('%s', (_what, options) => {
  // Odd sides: the last blocks of a row are partly outside the picture.
  const make = () => sharp(readFileSync(photo)).resize(501, 333, { fit: 'fill' }).jpeg(options).toBuffer();

  test('a whole file passes, in colour and in grey', async () => {
    expect(() => check(readFileSync(photo))).not.toThrow();
    const file = await make();
    expect(() => check(file)).not.toThrow();
    const grey = await sharp(file).grayscale().jpeg(options).toBuffer();
    expect(() => check(grey)).not.toThrow();
  });

  test('a missing end marker and stray bytes after complete data pass', async () => {
    const file = await make();
    expect(() => check(file.subarray(0, -2))).not.toThrow();
    expect(() => check(Buffer.concat([file, Buffer.from('stray bytes')]))).not.toThrow();
  });

  test.each([0.1, 0.25, 0.5, 0.75, 0.9, 0.99])('a file cut at %d of its length is refused', async (share) => {
    const file = await make();
    expect(() => check(file.subarray(0, Math.floor(file.length * share)))).toThrow(ImageFault);
  });

  test('a file with an end marker where data is missing is refused', async () => {
    const file = await make();
    const half = file.subarray(0, file.length >> 1);
    expect(() => check(Buffer.concat([half, Buffer.of(0xff, 0xd9)]))).toThrow('incomplete or broken');
  });
});

test.each(['jpeg-restart.jpg', 'jpeg-cmyk.jpg', 'jpeg-arithmetic.jpg'])('%s passes', (name) => {
  const file = readFileSync(new URL(`../../../test/fixtures/pictures/input/${name}`, import.meta.url));
  expect(() => check(file)).not.toThrow();
});

/** A JPEG file without the segments of its Huffman tables, or those of one class and number. */
function withoutTables(file: Buffer, name?: number): Buffer {
  const kept = [file.subarray(0, 2)];
  let at = 2;
  for (; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) {
    const dropped = file[at + 1] === 0xc4 && (name === undefined || file[at + 4] === name);
    if (!dropped) kept.push(file.subarray(at, at + 2 + file.readUInt16BE(at + 2)));
  }
  return Buffer.concat([...kept, file.subarray(at)]);
}

describe('a frame without Huffman tables', () => {
  const make = (options: JpegOptions, grey = false) =>
    sharp(readFileSync(photo))
      .resize(101, 77, { fit: 'fill' })
      .toColourspace(grey ? 'b-w' : 'srgb')
      .jpeg(options)
      .toBuffer();
  const standard = { optimiseCoding: false };

  test.each([
    [
      'of a webcam',
      () => readFileSync(new URL('../../../test/fixtures/reports/jpeg-no-dht-mjpeg.jpg', import.meta.url)),
    ],
    ['in colour', async () => withoutTables(await make(standard))],
    ['of whole chrominance', async () => withoutTables(await make({ ...standard, chromaSubsampling: '4:4:4' }))],
    ['in grey', async () => withoutTables(await make(standard, true))],
    ['without one of them', async () => withoutTables(await make(standard), 0x11)],
  ])('%s is whole by the standard tables, and refused where it is cut', async (what, file) => {
    const whole = await file();
    expect(whole.indexOf(Buffer.of(0xff, 0xc4)) < 0 || what === 'without one of them').toBe(true);
    expect(() => check(whole)).not.toThrow();
    expect(() => check(whole.subarray(0, -40))).toThrow(ImageFault);
  });

  test('is no picture where it is progressive, for which there are none', async () => {
    const progressive = withoutTables(await make({ progressive: true }));
    expect(() => check(progressive)).toThrow(ImageFault);
  });
});

test('a hole in sequential data is refused', async () => {
  const file = await sharp(readFileSync(photo)).jpeg().toBuffer();
  const at = Math.floor(file.length * 0.6);
  expect(() => check(Buffer.concat([file.subarray(0, at), file.subarray(at + 2000)]))).toThrow(ImageFault);
});

test('a lost restart interval is refused', () => {
  const file = readFileSync(new URL('../../../test/fixtures/pictures/input/jpeg-restart.jpg', import.meta.url));
  const first = file.indexOf(Buffer.of(0xff, 0xd0));
  const second = file.indexOf(Buffer.of(0xff, 0xd1));
  expect(first).toBeGreaterThan(0);
  expect(() => check(Buffer.concat([file.subarray(0, first), file.subarray(second)]))).toThrow(ImageFault);
});

test('more scans than allowed are refused before they are walked', async () => {
  const file = await sharp(readFileSync(photo)).jpeg({ progressive: true }).toBuffer();
  expect(() => checkJpegComplete(file, 3)).toThrow('more than 3 scans');
});

/**
 * A progressive grey JPEG of 8 × 8 pixels in `count` scans, 2 to 128: two for DC, then two for each AC coefficient, the
 * first with all bits but the lowest. All coefficients are 0, and one table with one code of one bit serves for all.
 */
function jpegOfScans(count: number): Buffer {
  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const oneCode = [1, ...new Array(15).fill(0), 0];
  const scan = (coefficient: number, approximation: number) => [
    ...segment(0xda, 1, 1, 0, coefficient, coefficient, approximation),
    0x7f,
  ];
  const scans = Array.from({ length: count }, (_, at) => scan(at >> 1, at % 2 === 0 ? 0x01 : 0x10));
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...new Array(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...oneCode),
    ...segment(0xc4, 0x10, ...oneCode),
    ...scans.flat(),
    0xff,
    0xd9,
  ]);
}

test('a picture in 100 scans passes and one in 101 does not', async () => {
  const [most, oneMore] = [jpegOfScans(100), jpegOfScans(101)];
  // Both are pictures: libvips reads them as mid-grey without complaint.
  for (const file of [most, oneMore]) {
    expect(new Set(await sharp(file, { failOn: 'warning' }).raw().toBuffer())).toEqual(new Set([128]));
  }
  expect(() => check(most)).not.toThrow();
  expect(() => check(oneMore)).toThrow('more than 100 scans');
});

test('noise in place of the picture is refused', async () => {
  const file = await sharp(readFileSync(photo)).jpeg().toBuffer();
  const scanAt = file.indexOf(Buffer.of(0xff, 0xda)) + 14;
  for (let seed = 1; seed < 200; seed++) {
    const noise = Uint8Array.from({ length: 300 }, (_, i) => (Math.imul(i + seed, 2654435761) >>> 24) % 255);
    expect(() => check(Buffer.concat([file.subarray(0, scanAt), noise]))).toThrow(ImageFault);
  }
});
