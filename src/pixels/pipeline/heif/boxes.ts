/** Boxes of ISO base media files: ISO/IEC 14496-12 section 4.2. */
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';

/** A part of a file. */
export interface Extent {
  readonly at: number;
  readonly end: number;
}

/** The content of a box. */
export interface FileBox extends Extent {
  readonly type: string;
  /** Where its header begins. */
  readonly from: number;
}

/**
 * The boxes of an extent. A box cut short by the end of the file ends there.
 * @throws ImageFault for one that is shorter than its header, and for too many; RangeError where the file ends in a header
 */
export function* boxes(reader: ByteReader, from: number, to: number): Generator<FileBox> {
  let at = from;
  while (at + 8 <= to) {
    reader.countEntry();
    let bytes = reader.u32(at);
    let headerBytes = 8;
    if (bytes === 1) {
      bytes = reader.u64(at + 8);
      headerBytes = 16;
    }
    if (bytes === 0) bytes = to - at;
    if (bytes < headerBytes) throw new ImageFault('invalid', 'The file has a broken box');
    yield { type: reader.text(at + 4, 4), from: at, at: at + headerBytes, end: Math.min(at + bytes, to) };
    at += bytes;
  }
}

/** The first box of a type. */
export function childOf(reader: ByteReader, { at, end }: Extent, type: string): FileBox | undefined {
  for (const box of boxes(reader, at, end)) if (box.type === type) return box;
  return undefined;
}

/** The first box at the end of a path of types. */
export function descendantOf(reader: ByteReader, extent: Extent, ...path: readonly string[]): FileBox | undefined {
  let box: FileBox | undefined;
  for (const type of path) {
    box = childOf(reader, box ?? extent, type);
    if (!box) return undefined;
  }
  return box;
}

/** The children of the file's `meta`, a full box: version and flags come before them. */
export function metaExtent(reader: ByteReader): Extent | undefined {
  const meta = childOf(reader, { at: 0, end: reader.length }, 'meta');
  return meta && { at: meta.at + 4, end: meta.end };
}

/** The major brand of `ftyp`, then the compatible ones. */
export function fileBrands(reader: ByteReader): string[] {
  const end = Math.min(reader.u32(0), reader.length, 512);
  const found = [reader.text(8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(reader.text(at, 4));
  return found;
}
