/** JPEG files that hold every pixel, and those that do not. */
import { readFileSync } from 'node:fs';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { jpegOfScans, withLastScan } from '../testing/jpeg-scans.ts';
import { ImageFault } from './fault.ts';
import { findMarker } from './jpeg-markers.ts';
import { checkJpegComplete } from './jpeg-walk.ts';

const photo = new URL('../../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url);
const check = (file: Uint8Array) => checkJpegComplete(file);

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
    await expect(check(readFileSync(photo))).resolves.toBeUndefined();
    const file = await make();
    await expect(check(file)).resolves.toBeUndefined();
    const grey = await sharp(file).grayscale().jpeg(options).toBuffer();
    await expect(check(grey)).resolves.toBeUndefined();
  });

  test('a missing end marker and stray bytes after complete data pass', async () => {
    const file = await make();
    await expect(check(file.subarray(0, -2))).resolves.toBeUndefined();
    await expect(check(Buffer.concat([file, Buffer.from('stray bytes')]))).resolves.toBeUndefined();
  });

  test.each([0.1, 0.25, 0.5, 0.75, 0.9, 0.99])('a file cut at %d of its length is refused', async (share) => {
    const file = await make();
    await expect(check(file.subarray(0, Math.floor(file.length * share)))).rejects.toThrow(ImageFault);
  });

  test('a file with an end marker where data is missing is refused', async () => {
    const file = await make();
    const half = file.subarray(0, file.length >> 1);
    await expect(check(Buffer.concat([half, Buffer.of(0xff, 0xd9)]))).rejects.toThrow('incomplete or broken');
  });
});

test.each(['jpeg-restart.jpg', 'jpeg-cmyk.jpg', 'jpeg-arithmetic.jpg'])('%s passes', async (name) => {
  const file = readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));
  await expect(check(file)).resolves.toBeUndefined();
});

/** The same file whose components have other ids, in its frame and in its scans. */
function withIds(file: Buffer, ids: readonly number[]): Buffer {
  const changed = Buffer.from(file);
  const old: number[] = [];
  for (let at = 2; at >= 0; ) {
    const marker = changed[at + 1];
    const isScan = marker === 0xda;
    if (marker === 0xc0 || marker === 0xc2) {
      for (let place = 0; place < 3; place++) {
        old.push(changed[at + 10 + place * 3]);
        changed[at + 10 + place * 3] = ids[place];
      }
    }
    for (let each = 0; isScan && each < changed[at + 4]; each++) {
      changed[at + 5 + each * 2] = ids[old.indexOf(changed[at + 5 + each * 2])];
    }
    const next = at + 2 + changed.readUInt16BE(at + 2);
    at = isScan ? (findMarker(changed, next) ?? -1) : next;
    if (at >= 0 && changed[at + 1] === 0xd9) break;
  }
  return changed;
}

describe('components that share an id', () => {
  const make = (options: JpegOptions = {}) =>
    sharp(readFileSync(photo)).resize(101, 77, { fit: 'fill' }).jpeg(options).toBuffer();

  test.each([[[1, 1, 1]], [[1, 2, 2]], [[0, 0, 0]], [[1, 1, 2]]])('are distinguished by place: %j', async (ids) => {
    for (const options of [{}, { chromaSubsampling: '4:4:4' }, { optimiseCoding: false }]) {
      const file = withIds(await make(options), ids);
      await expect(check(file)).resolves.toBeUndefined();
      await expect(check(file.subarray(0, file.length - 300))).rejects.toThrow('incomplete or broken');
    }
  });

  test('are no other ones: an id that comes twice in a scan, or none, is refused', async () => {
    const file = await make();
    const scan = file.indexOf(Buffer.of(0xff, 0xda));
    for (const [place, id] of [
      [1, 1],
      [2, 9],
      [0, 3],
    ]) {
      const wrong = Buffer.from(file);
      wrong[scan + 5 + place * 2] = id;
      await expect(check(wrong)).rejects.toThrow('incomplete or broken');
    }
  });
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
      () => readFileSync(new URL('../../../../test/fixtures/reports/jpeg-no-dht-mjpeg.jpg', import.meta.url)),
    ],
    ['in colour', async () => withoutTables(await make(standard))],
    ['of whole chrominance', async () => withoutTables(await make({ ...standard, chromaSubsampling: '4:4:4' }))],
    ['in grey', async () => withoutTables(await make(standard, true))],
    ['without one of them', async () => withoutTables(await make(standard), 0x11)],
  ])('%s is whole by the standard tables, and refused where it is cut', async (what, file) => {
    const whole = await file();
    expect(whole.indexOf(Buffer.of(0xff, 0xc4)) < 0 || what === 'without one of them').toBe(true);
    await expect(check(whole)).resolves.toBeUndefined();
    await expect(check(whole.subarray(0, -40))).rejects.toThrow(ImageFault);
  });

  test('is no picture where it is progressive, for which there are none', async () => {
    const progressive = withoutTables(await make({ progressive: true }));
    await expect(check(progressive)).rejects.toThrow(ImageFault);
  });
});

test('a hole in sequential data is refused', async () => {
  const file = await sharp(readFileSync(photo)).jpeg().toBuffer();
  const at = Math.floor(file.length * 0.6);
  await expect(check(Buffer.concat([file.subarray(0, at), file.subarray(at + 2000)]))).rejects.toThrow(ImageFault);
});

test('a lost restart interval is refused', async () => {
  const file = readFileSync(new URL('../../../../test/fixtures/pictures/input/jpeg-restart.jpg', import.meta.url));
  const first = file.indexOf(Buffer.of(0xff, 0xd0));
  const second = file.indexOf(Buffer.of(0xff, 0xd1));
  expect(first).toBeGreaterThan(0);
  await expect(check(Buffer.concat([file.subarray(0, first), file.subarray(second)]))).rejects.toThrow(ImageFault);
});

test('a picture in 100 scans passes', async () => {
  await expect(check(jpegOfScans(100))).resolves.toBeUndefined();
});

test('others get turns while many scans of a large picture are walked, and one with little work takes none', async () => {
  const small = new SharedThread(async () => {});
  await checkJpegComplete(jpegOfScans(100), small);
  expect(small.given).toBe(0);
  // 10.6 megapixels, which a scan without content goes over in 18 ms, gone over 14 times.
  const flat = await sharp({ create: { width: 3800, height: 2800, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer();
  let others = 0;
  const thread = new SharedThread(async () => void others++);
  await checkJpegComplete(withLastScan(flat, 5), thread);
  expect(others).toBe(thread.given);
  expect(others).toBeGreaterThanOrEqual(4);
});

test('noise in place of the picture is refused', async () => {
  const file = await sharp(readFileSync(photo)).jpeg().toBuffer();
  const scanAt = file.indexOf(Buffer.of(0xff, 0xda)) + 14;
  for (let seed = 1; seed < 200; seed++) {
    const noise = Uint8Array.from({ length: 300 }, (_, i) => (Math.imul(i + seed, 2654435761) >>> 24) % 255);
    await expect(check(Buffer.concat([file.subarray(0, scanAt), noise]))).rejects.toThrow(ImageFault);
  }
});
