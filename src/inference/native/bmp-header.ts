/** What a BMP file says of its pixels: BITMAPFILEHEADER, then BITMAPCOREHEADER, BITMAPINFOHEADER and its successors, or that of OS/2 2.x. */
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { windowsHeaderBytes } from '../../pixels/pipeline/probe/bmp.ts';

/** `biCompression` of 8-bit run lengths. */
export const runLength8 = 1;
/** `biCompression` of 4-bit run lengths. */
export const runLength4 = 2;
const bitFields = 3;
const alphaBitFields = 6;

/** Bits of one channel in a pixel: `(pixel & mask) >>> shift`, 0 to `max`. */
export interface ChannelMask {
  readonly mask: number;
  readonly shift: number;
  readonly max: number;
}

/** What is needed to read the pixels of a BMP file. */
export interface BmpHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Rows are stored bottom to top unless this is set. */
  readonly topDown: boolean;
  readonly bitsPerPixel: number;
  readonly compression: number;
  /** First byte of the pixels. */
  readonly pixelsAt: number;
  /** RGB triples of a palette picture, else empty. */
  readonly palette: Uint8Array;
  /** Red, green, blue and, where the file declares one, alpha, for 16 and 32 bits a pixel. */
  readonly masks: readonly ChannelMask[];
  readonly icc: Uint8Array | null;
}

/**
 * Reads the headers, the palette, the channel masks and the profile.
 * @throws ImageFault for a rare compression, RangeError past the end of the file
 */
export function readBmpHeader(file: Uint8Array): BmpHeader {
  const reader = new ByteReader(file, true);
  const headerBytes = reader.u32(14);
  const core = headerBytes === 12;
  const bitsPerPixel = reader.u16(core ? 24 : 28);
  // A header of OS/2 2.x may end before these fields, which are 0 then.
  const compression = headerBytes >= 20 ? reader.u32(30) : 0;
  const heightPx = core ? reader.u16(20) : reader.i32(22);
  const pixelsAt = reader.u32(10);
  const fields = compression === bitFields || compression === alphaBitFields;
  const known =
    compression === 0 ||
    (compression === runLength8 && bitsPerPixel === 8) ||
    (compression === runLength4 && bitsPerPixel === 4) ||
    // In headers of OS/2 3 stands for a fax code.
    (fields && windowsHeaderBytes.has(headerBytes) && (bitsPerPixel === 16 || bitsPerPixel === 32));
  if (!known) throw new ImageFault('invalid', 'The BMP file is compressed in a rare way; please save it as PNG');
  // Masks are behind the plain header, and inside the longer ones.
  const maskCount = fields ? (headerBytes >= 56 || compression === alphaBitFields ? 4 : 3) : 0;
  const paletteAt = 14 + headerBytes + (headerBytes === 40 ? maskCount * 4 : 0);
  return {
    widthPx: core ? reader.u16(18) : reader.i32(18),
    heightPx: Math.abs(heightPx),
    topDown: heightPx < 0,
    bitsPerPixel,
    compression,
    pixelsAt,
    palette:
      bitsPerPixel <= 8 ? readPalette(reader, paletteAt, headerBytes, bitsPerPixel, pixelsAt) : new Uint8Array(0),
    masks: readMasks(reader, maskCount, bitsPerPixel),
    icc: headerBytes === 124 ? embeddedProfile(reader) : null,
  };
}

function readPalette(reader: ByteReader, at: number, headerBytes: number, bits: number, end: number): Uint8Array {
  const entryBytes = headerBytes === 12 ? 3 : 4;
  const declared = headerBytes >= 36 ? reader.u32(46) : 0;
  const most = Math.floor((Math.min(end, reader.length) - at) / entryBytes);
  const count = Math.max(0, Math.min(declared || 2 ** bits, 2 ** bits, most));
  const palette = new Uint8Array(count * 3);
  for (let index = 0; index < count; index++) {
    for (let channel = 0; channel < 3; channel++) {
      palette[index * 3 + channel] = reader.u8(at + index * entryBytes + 2 - channel);
    }
  }
  return palette;
}

function readMasks(reader: ByteReader, count: number, bits: number): ChannelMask[] {
  const stated = Array.from({ length: count }, (_, index) => reader.u32(54 + index * 4));
  const words = count > 0 ? stated : bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
  // A fourth mask of zero declares that there is no alpha.
  return words.slice(0, words[3] ? 4 : 3).map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, max: Math.max(1, mask >>> shift) };
  });
}

/** BITMAPV5HEADER: `bV5CSType` PROFILE_EMBEDDED, with offset (from the header) and size of the profile. */
function embeddedProfile(reader: ByteReader): Uint8Array | null {
  if (reader.u32(14 + 56) !== 0x4d424544) return null;
  const at = 14 + reader.u32(14 + 112);
  return new Uint8Array(reader.bytes.subarray(at, at + reader.u32(14 + 116)));
}
