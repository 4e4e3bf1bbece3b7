/** PNG files of more blocks than their bytes need, each of which takes its time: they are given up after a fixed amount of them. */
import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { type BlockKind, streamOfBlocks } from '../testing/deflate-blocks.ts';
import { png } from '../testing/png-files.ts';
import { rowsOf } from '../testing/windows.ts';
import { checkPngRows, openPngRows } from './png-rows.ts';
import { PixelStream } from './stream.ts';

const options = { grantedBytes: 2 ** 20 };
const size = { widthPx: 250, heightPx: 200, bits: 8, colourType: 2 } as const;
const raw = Buffer.alloc(751 * 200);
/** As stream.c says it, which reads so much of the stream at a time. */
const mostBlocks = 4096 + raw.length / 1024;
const inputBytes = 32_768;

afterEach(() => vi.restoreAllMocks());

/** Counts bytes of streams that decoders ask for. */
function countRead(): { bytes: number } {
  const count = { bytes: 0 };
  const read = PixelStream.prototype.read;
  vi.spyOn(PixelStream.prototype, 'read').mockImplementation(function (this: PixelStream, into) {
    const got = read.call(this, into);
    count.bytes += got;
    return got;
  });
  return count;
}

describe.each<[BlockKind, bytesOfEight: number]>([
  ['nothing stored', 40],
  ['codes for nothing', 90],
  ['fixed codes for nothing', 10],
  ['a byte each', 18],
])('blocks of %s', (kind, bytesOfEight) => {
  const fileOf = (count: number, of: Buffer = raw) => png({ ...size, raw, stream: streamOfBlocks(kind, count, of) });

  test('are what zlib knows, too', () => {
    expect(inflateSync(streamOfBlocks(kind, 80, raw)).equals(raw)).toBe(true);
  });

  test('are read where they are few', () => {
    expect(rowsOf(openPngRows(fileOf(4_000), options)).every((sample) => sample === 0)).toBe(true);
  });

  test('are not read on where they are many, whatever is done with rows', async () => {
    const file = fileOf(80_000);
    const mostBytes = (mostBlocks / 8) * bytesOfEight + inputBytes;
    for (const use of [
      () => openPngRows(file, options).read(1, new Uint8Array(750)),
      () => openPngRows(file, options).skip(1),
      () => checkPngRows(file, options),
    ]) {
      const read = countRead();
      await expect(async () => use()).rejects.toThrow(BeyondRowDecoder);
      expect(read.bytes).toBeLessThanOrEqual(mostBytes);
      vi.restoreAllMocks();
    }
  });
});

test('blocks behind the last row count', () => {
  const rows = deflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH });
  const empty = Buffer.alloc(5 * 80_000, Buffer.of(0, 0, 0, 0xff, 0xff));
  const stream = Buffer.concat([deflateSync(raw).subarray(0, 2), rows, empty]);
  expect(() => rowsOf(openPngRows(png({ ...size, raw, stream }), options))).toThrow(BeyondRowDecoder);
});

test('an encoder that ends its blocks with each row is read', () => {
  const [widthPx, heightPx] = [600, 4500];
  const row = Buffer.alloc(1 + widthPx * 3, 7).fill(0, 0, 1);
  const flushed = deflateRawSync(row, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
  const all = Buffer.alloc(row.length * heightPx, row);
  const written = deflateSync(all, { level: 1 });
  const blocks = Buffer.alloc(flushed.length * heightPx, flushed);
  const stream = Buffer.concat([written.subarray(0, 2), blocks, deflateRawSync(Buffer.of()), written.subarray(-4)]);
  const rows = rowsOf(openPngRows(png({ ...size, widthPx, heightPx, raw: row, stream }), options));
  expect(rows.every((sample) => sample === 7)).toBe(true);
});
