/** Image file directories of TIFF 6.0 (section 2) and BigTIFF, which EXIF blocks are too. */
import { ByteReader } from '../picture/bytes.ts';
import type { Orientation } from '../picture/header.ts';

/** What of a directory is read here. */
export interface TiffDirectory {
  /** First value of each integer tag; of a tag that is there twice the first entry counts, as in libtiff. */
  readonly first: ReadonlyMap<number, number>;
  /** Offset of the next directory, 0 when there is none. */
  readonly next: number;
}

/** What the first bytes of a file say. */
export interface TiffStart {
  /** In the byte order of the file. */
  readonly reader: ByteReader;
  readonly firstDirectory: number;
  /** Whether offsets have 64 bits. */
  readonly big: boolean;
}

/** Bytes of one value by TIFF type; types without an entry carry no number that is read here. */
const valueBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 9: 4, 13: 4, 16: 8, 18: 8 };
const maxTags = 4096;

/**
 * Reads the first 8 bytes, or 16 of BigTIFF.
 * @returns null for what is not TIFF
 */
export function readTiffStart(bytes: Uint8Array): TiffStart | null {
  const order = bytes.length >= 8 ? String.fromCharCode(bytes[0], bytes[1]) : '';
  if (order !== 'II' && order !== 'MM') return null;
  const reader = new ByteReader(bytes, order === 'II');
  const magic = reader.u16(2);
  if (magic === 42) return { reader, firstDirectory: reader.u32(4), big: false };
  if (magic === 43 && bytes.length >= 16) return { reader, firstDirectory: reader.u64(8), big: true };
  return null;
}

/**
 * Reads one directory. What it lacks at its end counts as absent: the entries before are kept.
 * @param at its offset
 * @param big whether offsets have 64 bits
 * @throws RangeError when the directory begins outside the bytes
 */
export function readDirectory(reader: ByteReader, at: number, big: boolean): TiffDirectory {
  const first = new Map<number, number>();
  const count = Math.min(big ? reader.u64(at) : reader.u16(at), maxTags);
  const entryBytes = big ? 20 : 12;
  const inlineBytes = big ? 8 : 4;
  let entry = at + (big ? 8 : 2);
  let index = 0;
  for (; index < count && entry + entryBytes <= reader.length; index++, entry += entryBytes) {
    const tag = reader.u16(entry);
    if (first.has(tag)) continue;
    const size = valueBytes[reader.u16(entry + 2)];
    if (size === undefined) {
      first.set(tag, Number.NaN);
      continue;
    }
    const values = big ? reader.u64(entry + 4) : reader.u32(entry + 4);
    const field = entry + (big ? 12 : 8);
    const where = values * size <= inlineBytes ? field : big ? reader.u64(field) : reader.u32(field);
    if (values > 0 && where + size <= reader.length) first.set(tag, readValue(reader, where, size));
  }
  // A file may end before it says that there is no other one.
  const hasNext = index === count && entry + inlineBytes <= reader.length;
  return { first, next: !hasNext ? 0 : big ? reader.u64(entry) : reader.u32(entry) };
}

/** Tag 274 of an EXIF block (TIFF structure, after the `Exif\0\0` that JPEG adds). 1 when absent or broken. */
export function exifOrientation(bytes: Uint8Array): Orientation {
  try {
    const tiff = readTiffStart(bytes);
    if (!tiff) return 1;
    return orientationOf(readDirectory(tiff.reader, tiff.firstDirectory, tiff.big));
  } catch {
    return 1; // Broken metadata does not make a picture unusable.
  }
}

/** EXIF and TIFF tag 274; 1 (upright) where it is missing or out of range. */
export function orientationOf({ first }: TiffDirectory): Orientation {
  const value = first.get(274) ?? 1;
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

function readValue(reader: ByteReader, at: number, size: number): number {
  if (size === 1) return reader.u8(at);
  if (size === 2) return reader.u16(at);
  return size === 4 ? reader.u32(at) : reader.u64(at);
}
