/** PNG files that no encoder writes. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @param checksum in place of the right one */
export function chunk(type: string, data: Uint8Array, checksum?: number): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length);
  bytes.writeUInt32BE(checksum ?? crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** What a file is made of. */
export interface PngFields {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bits: number;
  readonly colourType: number;
  readonly interlaced?: boolean;
  /** Chunks between header and pixels. */
  readonly before?: readonly Buffer[];
  /** Rows with their filter types. */
  readonly raw: Uint8Array;
  /** What there is of the zlib stream, in place of all. */
  readonly stream?: Uint8Array;
  /** Bytes of each IDAT chunk. */
  readonly split?: number;
  readonly checksum?: number;
  readonly end?: Buffer;
}

/** Writes a file. */
export function png({
  widthPx,
  heightPx,
  bits,
  colourType,
  interlaced,
  before = [],
  raw,
  ...pixels
}: PngFields): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx);
  header.writeUInt32BE(heightPx, 4);
  header.set([bits, colourType, 0, 0, Number(interlaced ?? false)], 8);
  const stream = pixels.stream ?? deflateSync(raw);
  const split = pixels.split ?? stream.length;
  const data = Array.from({ length: Math.ceil(stream.length / split) }, (_, index) =>
    chunk('IDAT', stream.subarray(index * split, (index + 1) * split), pixels.checksum),
  );
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before,
    ...data,
    pixels.end ?? chunk('IEND', Buffer.of()),
  ]);
}

/** Rows of noise, each led by a filter type. */
export function noise(rowBytes: number, rows: number, mask = 255): Buffer {
  let state = 7;
  return Buffer.from(
    Array.from({ length: rows * (rowBytes + 1) }, (_, at) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return at % (rowBytes + 1) === 0 ? (at / (rowBytes + 1)) % 5 : (state >>> 16) & mask;
    }),
  );
}
