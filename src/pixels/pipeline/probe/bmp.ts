/**
 * BMP headers: BITMAPFILEHEADER, then BITMAPCOREHEADER, BITMAPINFOHEADER and its successors, or that of OS/2 2.x, which
 * ends behind any of its fields.
 */
import { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';

const coreHeaderBytes = 12;
/** Lengths of BITMAPINFOHEADER and its successors. */
export const windowsHeaderBytes: ReadonlySet<number> = new Set([40, 52, 56, 108, 124]);

/** True for files that begin with `BM` and a header of a length that some version of BMP has. */
export function isBmp(reader: ByteReader): boolean {
  if (!reader.has(0, 'BM') || reader.length < 26) return false;
  const headerBytes = new ByteReader(reader.bytes, true).u32(14);
  return headerBytes === coreHeaderBytes || windowsHeaderBytes.has(headerBytes) || isOs2(headerBytes);
}

/** Size, sides, planes and bits a pixel are always there; fields of 4 and of 2 bytes follow. */
function isOs2(headerBytes: number): boolean {
  return headerBytes >= 16 && headerBytes <= 64 && (headerBytes % 4 === 0 || headerBytes === 42 || headerBytes === 46);
}

/**
 * Reads the header of a BMP file.
 * @throws ImageFault for a bit depth that there is not, RangeError where the file ends before
 */
export function probeBmp({ bytes }: ByteReader): Header {
  const reader = new ByteReader(bytes, true);
  const core = reader.u32(14) === coreHeaderBytes;
  const bitsPerPixel = core ? reader.u16(24) : reader.u16(28);
  if (![1, 2, 4, 8, 16, 24, 32].includes(bitsPerPixel)) {
    throw new ImageFault('invalid', 'The BMP file has an unknown bit depth');
  }
  return {
    format: 'bmp',
    widthPx: core ? reader.u16(18) : reader.i32(18),
    // A negative height marks rows stored top to bottom.
    heightPx: core ? reader.u16(20) : Math.abs(reader.i32(22)),
    orientation: 1,
    colour: bitsPerPixel <= 8 ? 'palette' : 'rgb',
    bitsPerSample: 8,
    hasAlpha: bitsPerPixel === 32,
    animated: false,
    wholeFrame: false,
    hasIcc: false,
  };
}
