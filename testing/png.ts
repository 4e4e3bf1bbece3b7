/** PNG files written and read by hand, for what no encoder would write: W3C PNG Specification (Third Edition). */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly colourType: number;
}

/** Reads IHDR. @throws Error when the bytes are no PNG */
export function readPngHeader(png: Uint8Array): PngHeader {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, 8).equals(signature) || bytes.toString('latin1', 12, 16) !== 'IHDR') {
    throw new Error('The bytes are no PNG file');
  }
  return {
    widthPx: bytes.readUInt32BE(16),
    heightPx: bytes.readUInt32BE(20),
    bitDepth: bytes.readUInt8(24),
    colourType: bytes.readUInt8(25),
  };
}

/** A PNG whose samples are all zero and all there: a few kilobytes for many megapixels. */
export function blankPng(header: PngHeader): Buffer {
  return pngWith(header, blankData(header));
}

/** A PNG with that header, the given data, valid or not, and other chunks before the data. */
export function pngWith(header: PngHeader, data: Buffer, others: readonly (readonly [string, Buffer])[] = []): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(header.widthPx, 0);
  ihdr.writeUInt32BE(header.heightPx, 4);
  ihdr.writeUInt8(header.bitDepth, 8);
  ihdr.writeUInt8(header.colourType, 9);
  const before = others.map(([type, content]) => chunk(type, content));
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', ihdr), ...before, chunk('IDAT', data), end]);
}

/** Data of a picture whose samples are all zero. */
export function blankData(header: PngHeader): Buffer {
  return deflateSync(Buffer.alloc(rawBytes(header)), { level: 9 });
}

function rawBytes({ widthPx, heightPx, bitDepth, colourType }: PngHeader): number {
  return heightPx * (1 + Math.ceil((widthPx * channelsOf[colourType] * bitDepth) / 8));
}

/** A chunk with its checksum: section 5.3. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
