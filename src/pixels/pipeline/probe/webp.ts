/** WebP headers: RFC 9649. */
import { type ByteReader, entryUs } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header, Orientation } from '../picture/header.ts';
import { webpChunks } from '../picture/webp-chunks.ts';
import { exifOrientation } from './tiff-directory.ts';

/** True for RIFF files of type `WEBP`. */
export function isWebp(reader: ByteReader): boolean {
  return reader.has(0, 'RIFF') && reader.has(8, 'WEBP');
}

/**
 * Reads the size of the canvas, or of the one picture, and what else the chunks say, which are its steps.
 * @throws ImageFault without a picture or with a broken one, RangeError where the file ends before
 */
export function* probeWebp(reader: ByteReader): Generator<number, Header, void> {
  let size: { widthPx: number; heightPx: number } | null = null;
  let orientation: Orientation | null = null;
  let lossless = false;
  /** As VP8X says, where there is one. */
  let declaredAlpha: boolean | null = null;
  let hasIcc = false;
  let hasPicture = false;
  let animated = false;
  for (const { type, at, end } of webpChunks(reader)) {
    yield entryUs;
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    animated ||= type === 'ANMF';
    hasIcc ||= type === 'ICCP';
    if (type === 'VP8X') {
      // RFC 9649 section 2.7: canvas sides less one, 24 bits each, little-endian.
      declaredAlpha ??= (reader.u8(at) & 0x10) !== 0;
      size = { widthPx: 1 + littleEndian24(reader, at + 4), heightPx: 1 + littleEndian24(reader, at + 7) };
    } else if (type === 'VP8 ') {
      size ??= lossySize(reader, at);
    } else if (type === 'VP8L') {
      lossless = true;
      size ??= losslessSize(reader, at);
    } else if (type === 'EXIF') {
      const prefix = reader.has(at, 'Exif\0\0') ? 6 : 0;
      orientation ??= exifOrientation(reader.bytes.subarray(at + prefix, end));
    }
  }
  if (!size || !hasPicture) throw new ImageFault('invalid', 'The WebP file has no picture');
  return {
    format: 'webp',
    ...size,
    orientation: orientation ?? 1,
    colour: 'rgb',
    bitsPerSample: 8,
    // The alpha bit of a lossless picture is a hint alone (RFC 9649 section 3.4): without VP8X its pixels decide.
    hasAlpha: declaredAlpha ?? lossless,
    animated,
    wholeFrame: lossless,
    hasIcc,
  };
}

/** RFC 6386 section 9.1: frame tag, start code 9d 01 2a, then 14 bits a side. */
function lossySize(reader: ByteReader, at: number): { widthPx: number; heightPx: number } {
  if (!reader.has(at + 3, '\x9d\x01\x2a')) throw new ImageFault('invalid', 'The WebP file has a broken frame header');
  return {
    widthPx: (reader.u8(at + 6) | (reader.u8(at + 7) << 8)) & 0x3fff,
    heightPx: (reader.u8(at + 8) | (reader.u8(at + 9) << 8)) & 0x3fff,
  };
}

/** RFC 9649 section 3.4: signature 2f, then sides less one, 14 bits each. */
function losslessSize(reader: ByteReader, at: number): { widthPx: number; heightPx: number } {
  if (reader.u8(at) !== 0x2f) throw new ImageFault('invalid', 'The WebP file has a broken frame header');
  const bits = littleEndian24(reader, at + 1) + reader.u8(at + 4) * 2 ** 24;
  return {
    widthPx: 1 + (bits & 0x3fff),
    heightPx: 1 + (Math.floor(bits / 2 ** 14) & 0x3fff),
  };
}

function littleEndian24(reader: ByteReader, at: number): number {
  return reader.u8(at) | (reader.u8(at + 1) << 8) | (reader.u8(at + 2) << 16);
}
