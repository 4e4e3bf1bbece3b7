/** BMP headers: BITMAPFILEHEADER, then BITMAPCOREHEADER or BITMAPINFOHEADER and its successors. */
import { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';

const coreHeaderBytes = 12;
const infoHeaderBytes = new Set([40, 52, 56, 64, 108, 124]);

/** True for files that begin with `BM` and a header of a length that some version of BMP has. */
export function isBmp(reader: ByteReader): boolean {
  if (!reader.has(0, 'BM') || reader.length < 26) return false;
  const headerBytes = new ByteReader(reader.bytes, true).u32(14);
  return headerBytes === coreHeaderBytes || infoHeaderBytes.has(headerBytes);
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
