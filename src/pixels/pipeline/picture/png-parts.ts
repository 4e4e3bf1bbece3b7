/**
 * What makes the pixels of a PNG file, as both lanes judge it (docs/decisions/0035-ends-of-files.md): W3C PNG
 * Specification (Third Edition), sections 5, 11.2 and 11.3.1.1.
 */
import { crc32 } from 'node:zlib';
import { ByteReader, entryUs } from './bytes.ts';
import { ImageFault } from './fault.ts';
import { type PngChunk, pngChunks } from './png-chunks.ts';

/** Chunks in front of the pixels, and how many bytes the pixels have. */
export interface PngParts {
  /** Data of `IHDR`. */
  readonly header: Uint8Array;
  readonly palette: Uint8Array | null;
  /** Data of `tRNS`, in the bits that count; null where there is none that fits the colours. */
  readonly transparency: Uint8Array | null;
  /** Where the first `IDAT` chunk begins. */
  readonly pixelsAt: number;
  /** Whether libpng may not see the checksum behind the rows. */
  readonly checksumApart: boolean;
  /** Bytes of all rows and their filter types, of all passes. */
  readonly rawBytes: number;
}

/** Measured: microseconds that a byte of a checksum takes. */
const summedByteUs = 0.001;

/** Chunks without which pixels cannot be read or shown. */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * Reads the chunks of a PNG file, which are its steps. A checksum that the file no longer holds is not missed.
 * @throws ImageFault for a wrong checksum of a chunk that pixels need, for an unknown critical chunk, and for a broken palette
 */
export function* readPngParts(file: Uint8Array): Generator<number, PngParts, void> {
  const reader = new ByteReader(file);
  const header = file.subarray(16, 29);
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  let pixelsAt: number | null = null;
  let checksumApart = false;
  for (const chunk of pngChunks(reader)) {
    const { type, at, end } = chunk;
    yield 2 * entryUs + (end - at) * summedByteUs;
    if (pixelChunks.has(type)) checkChecksum(reader, chunk);
    if (type === 'IDAT') {
      pixelsAt ??= at - 8;
      checksumApart ||= isChecksumApart(end - at);
    }
    if (pixelsAt !== null) continue;
    if (type === 'PLTE') {
      if (palette || (end - at) % 3 !== 0) throw broken('its palette is broken');
      palette = file.subarray(at, end);
    } else if (type === 'tRNS') transparency ??= usableTransparency(header, palette, file.subarray(at, end));
    // Section 5.4: a capital letter begins the types without which a picture cannot be shown.
    else if (!pixelChunks.has(type) && /^[A-Z]/.test(type))
      throw broken(`it needs a chunk "${type}" that is not known`);
  }
  if (pixelsAt === null) throw broken('it has no pixels');
  return { header, palette, transparency, pixelsAt, checksumApart, rawBytes: rawBytesOf(new ByteReader(header)) };
}

/**
 * libpng takes a chunk in pieces of 8,192 bytes, and ignores what of the stream's checksum (4 bytes) begins
 * another piece.
 */
function isChecksumApart(dataBytes: number): boolean {
  return dataBytes % 8192 >= 1 && dataBytes % 8192 <= 4;
}

function checkChecksum(reader: ByteReader, { type, at, end }: PngChunk): void {
  // A file that ends before its checksum is not refused here: it cannot be compared.
  if (end + 4 > reader.length) return;
  if (crc32(reader.bytes.subarray(at - 4, end)) !== reader.u32(end)) throw broken(`a checksum (${type}) is wrong`);
}

/** Bytes of `tRNS` by colour type, for those where it is one colour. */
const transparentColourBytes: Readonly<Record<number, number>> = { 0: 2, 2: 6 };

/** Section 11.3.1.1: one colour of grey and RGB, of which the bits beyond the depth do not count; or alpha of a palette. */
function usableTransparency(header: Uint8Array, palette: Uint8Array | null, data: Uint8Array): Uint8Array | null {
  const [bitsPerSample, colourType] = [header[8], header[9]];
  if (colourType === 3) {
    const entries = (palette?.length ?? 0) / 3;
    return data.length >= 1 && data.length <= entries ? data : null;
  }
  if (data.length !== transparentColourBytes[colourType]) return null;
  const most = 2 ** bitsPerSample - 1;
  return data.map((byte, index) => byte & (index % 2 === 0 ? most >> 8 : most));
}

/** First column and row of the passes of Adam7, and their distance: section 8.1. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function rawBytesOf(header: ByteReader): number {
  const [widthPx, heightPx] = [header.u32(0), header.u32(4)];
  const pixelBits = header.u8(8) * (samplesOf[header.u8(9)] ?? 0);
  const bytes = (wide: number, high: number) => (wide === 0 ? 0 : high * (1 + Math.ceil((wide * pixelBits) / 8)));
  if (header.u8(12) !== 1) return bytes(widthPx, heightPx);
  return adam7.reduce((sum, [left, top, across, down]) => {
    const wide = Math.max(0, Math.ceil((widthPx - left) / across));
    return sum + bytes(wide, Math.max(0, Math.ceil((heightPx - top) / down)));
  }, 0);
}

function broken(what: string): ImageFault {
  return new ImageFault('invalid', `The PNG file is broken: ${what}; please send the original file`);
}
