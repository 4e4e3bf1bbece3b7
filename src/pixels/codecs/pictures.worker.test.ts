/** Pictures of the edge: those on their side are turned once, into the memory of their decoder; what labels colours. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { longFiles } from '../../../testing/long-lists.ts';
import { turnsBeside } from '../../../testing/turns.ts';
import { defaultLimits } from '../../contract/limits.ts';
import type { CodePoints } from '../pipeline/colour/code-points.ts';
import { labelsOf } from '../pipeline/colour/colour.ts';
import { wholeFile } from '../pipeline/output/testing/whole-file.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import type { Orientation } from '../pipeline/picture/header.ts';
import { pngChunk, pngSignature } from '../pipeline/png/chunk.ts';
import { encodePng } from '../pipeline/png/encode.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { edgeEncoders } from './encoders.ts';
import { createEdgePictures } from './pictures.ts';

const [widthPx, heightPx] = [48, 32];
/** A colour for each pixel. */
const samples = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) =>
  at % 4 === 3 ? 255 : (Math.floor(at / 4) * [5, 3, 11][at % 4]) & 255,
);

const files = {
  jpeg: () => wholeFile(edgeEncoders.jpeg({ widthPx, heightPx }, 90, 'one'), { widthPx, heightPx, samples }),
  webp: () => edgeEncoders.webp({ widthPx, heightPx, samples }, 90),
  // The encoder of the edge writes no such file.
  'lossless webp': async () =>
    Uint8Array.from(
      atob('UklGRjIAAABXRUJQVlA4TCUAAAAvL8AHALmM6H9sDs8//MXpfwzINiyK/xN3mw1DOw0xARDX250DAA=='),
      (character) => character.charCodeAt(0),
    ),
  png: () => pngFile(),
};

async function pngFile(codePoints?: CodePoints): Promise<Uint8Array> {
  let at = 0;
  const write = (count: number, into: Uint8Array) => {
    into.set(samples.subarray(at, at + count * widthPx * 4));
    at += count * widthPx * 4;
  };
  const stream = encodePng({ widthPx, heightPx, channels: 4, write }, null, codePoints);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The stored pixel of an upright one, by EXIF 2.32, tag 274. */
const storedAt: Readonly<Record<Orientation, (x: number, y: number) => [x: number, y: number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [widthPx - 1 - x, y],
  3: (x, y) => [widthPx - 1 - x, heightPx - 1 - y],
  4: (x, y) => [x, heightPx - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [y, heightPx - 1 - x],
  7: (x, y) => [widthPx - 1 - y, heightPx - 1 - x],
  8: (x, y) => [widthPx - 1 - y, x],
};

test.each(['jpeg', 'webp', 'lossless webp', 'png'] as const)('a %s in all eight orientations', async (format) => {
  const file = await files[format]();
  const header = probe(file);
  const pictures = createEdgePictures(defaultLimits);
  const stored = (await pictures.open(file, header)).rows().next(heightPx).slice();
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
    const picture = await pictures.open(file, { ...header, orientation });
    const sides = orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
    expect([picture.widthPx, picture.heightPx]).toEqual(sides);
    const [first, second] = [picture.rows(), picture.rows()].map((rows) => rows.next(picture.heightPx));
    const { channels } = picture;
    const upright = Uint8Array.from(stored, (_, at) => {
      const pixel = Math.floor(at / channels);
      const [x, y] = storedAt[orientation](pixel % sides[0], Math.floor(pixel / sides[0]));
      return stored[(y * widthPx + x) * channels + (at % channels)];
    });
    expect(first).toEqual(upright);
    // The same memory: the second reading has turned nothing.
    expect(second.buffer === first.buffer).toBe(true);
    // A whole decoder's is larger than the frame, which is turned into it.
    expect(first.buffer.byteLength > stored.byteLength).toBe(orientation >= 5 && format === 'lossless webp');
  }
});

test.each(['a PNG whose pixels follow empty ones', 'a JPEG of empty segments'] as const)(
  'others have their turns while %s is opened',
  async (name) => {
    const { plain, long } = longFiles[name];
    const pictures = createEdgePictures(defaultLimits);
    const expected = await pictures.open(plain, probe(plain));
    const header = probe(long);
    const { result: picture, turns } = await turnsBeside(pictures.open(long, header));
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(picture.rows().next(8)).toEqual(expected.rows().next(8));
  },
);

test('a PNG of Display P3 by number keeps its samples and is labelled', async () => {
  const codePoints = { primaries: 12, transfer: 13, matrix: 0, fullRange: true };
  const file = await pngFile(codePoints);
  const picture = await createEdgePictures(defaultLimits).open(file, probe(file));
  expect(picture.rows().next(heightPx)).toEqual(samples);
  expect(picture.icc).toEqual(labelsOf({ kind: 'code points', codePoints }).icc);
  expect(picture.icc).not.toBeNull();
  expect(picture.codePoints).toEqual(codePoints);
});

test.each(Object.entries(files))('a %s of another size than its header states is refused', async (_format, make) => {
  const file = await make();
  const header = { ...probe(file), widthPx: widthPx - 1 };
  await expect(createEdgePictures(defaultLimits).open(file, header)).rejects.toMatchObject({
    name: 'ImageFault',
    message: 'The picture is not of the size that its header states',
  });
});

describe('a PNG that is decoded anew in each reading', () => {
  const large = { widthPx: 4000, heightPx: 2200 };
  /** Grey from row to row, without a filter. */
  const rows = new Uint8Array(large.heightPx * (1 + large.widthPx * 3)).map((_, at) => {
    const row = Math.floor(at / (1 + large.widthPx * 3));
    return at % (1 + large.widthPx * 3) === 0 ? 0 : row & 255;
  });
  const stream = deflateSync(rows, { level: 1 });
  const fileOf = (data: Uint8Array) => {
    const header = new Uint8Array(13);
    new DataView(header.buffer).setUint32(0, large.widthPx);
    new DataView(header.buffer).setUint32(4, large.heightPx);
    header.set([8, 2], 8);
    return new Blob([pngSignature, pngChunk('IHDR', [header]), pngChunk('IDAT', [data]), pngChunk('IEND', [])]).bytes();
  };
  const open = async (data: Uint8Array) => {
    const file = await fileOf(data);
    return createEdgePictures(defaultLimits).open(file, probe(file));
  };

  test('is the same in readings side by side', async () => {
    const picture = await open(stream);
    expect([picture.widthPx, picture.heightPx, picture.channels]).toEqual([4000, 2200, 3]);
    const [one, other] = [picture.rows(), picture.rows()];
    other.skip(1000);
    for (const y of [0, 1, 2]) {
      expect(one.next(1).every((sample) => sample === y)).toBe(true);
      expect(other.next(1).every((sample) => sample === ((1000 + y) & 255))).toBe(true);
    }
    picture.close();
    expect(() => picture.rows()).toThrow('closed');
  });

  test.each([
    ['is short of a sample', () => deflateSync(rows.subarray(0, -1), { level: 1 })],
    ['ends early', () => stream.subarray(0, -9)],
    ['has another checksum', () => stream.map((byte, at) => (at === stream.length - 1 ? byte ^ 1 : byte))],
  ])('that %s is refused when it is read to its bottom, or completed', async (_what, data) => {
    const [read, completed] = [await open(data()), await open(data())];
    expect(() => read.rows().next(large.heightPx)).toThrow(ImageFault);
    completed.rows().next(1);
    await expect(completed.complete?.()).rejects.toThrow(ImageFault);
  });

  test('is completed by a reading that comes to its bottom', async () => {
    const picture = await open(stream);
    picture.rows().next(1);
    await picture.complete?.();
    picture.rows().skip(large.heightPx);
    await picture.complete?.();
    picture.close();
  });
});
