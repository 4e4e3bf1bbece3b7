/** Files with lists of hundreds of thousands of entries that mean nothing. */

import { jpegOfScans } from '../src/pixels/pipeline/testing/jpeg-scans.ts';
import { blankData, chunk, pngWith } from './png.ts';

/** So many that each list is the work of three turns. */
export const manyEntries = 300_000;

/** A file, and the same one with a list at that place. */
interface LongFile {
  readonly plain: Buffer;
  readonly long: Buffer;
}

function withList(plain: Buffer, at: number, entry: Buffer): LongFile {
  const list = Buffer.alloc(manyEntries * entry.length, entry);
  return { plain, long: Buffer.concat([plain.subarray(0, at), list, plain.subarray(at)]) };
}

/** A chunk of RIFF: RFC 9649 section 2.3. */
function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

const pngHeader = { widthPx: 8, heightPx: 8, bitDepth: 8, colourType: 2 };
const png = pngWith(pngHeader, blankData(pngHeader));
const jpeg = jpegOfScans(5);
const comment = Buffer.of(0xff, 0xfe, 0, 2);

/** A lossy WebP of 16 × 16 pixels without one. @param list chunks before the picture */
function webp(list: Buffer): Buffer {
  const extended = riffChunk('VP8X', Buffer.of(0, 0, 0, 0, 15, 0, 0, 15, 0, 0));
  const frame = riffChunk('VP8 ', Buffer.of(0x30, 1, 0, 0x9d, 1, 0x2a, 16, 0, 16, 0));
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), extended, list, frame]));
}

const emptyRiffChunk = riffChunk('none', Buffer.of());
const gif = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.of(8, 0, 8, 0, 0, 0, 0),
  Buffer.of(0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, 0, 0x3b),
]);

export const longFiles = {
  'a PNG of empty chunks': withList(png, 33, chunk('none', Buffer.of())),
  'a PNG whose pixels follow empty ones': withList(png, 33, chunk('IDAT', Buffer.of())),
  'a JPEG of empty segments': withList(jpeg, 2, comment),
  'a JPEG of markers for nothing': withList(jpeg, 2, Buffer.of(0xff, 0)),
  'a JPEG of segments between its scans': withList(jpeg, jpeg.lastIndexOf(Buffer.of(0xff, 0xda)), comment),
  'a WebP of empty chunks': {
    plain: webp(Buffer.of()),
    long: webp(Buffer.alloc(manyEntries * emptyRiffChunk.length, emptyRiffChunk)),
  },
  'a GIF of empty comments': withList(gif, 13, Buffer.of(0x21, 0xfe, 0)),
} satisfies Record<string, LongFile>;
