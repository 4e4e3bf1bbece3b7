/** Fields of a TIFF directory with all their values: TIFF 6.0 section 2, and BigTIFF. */
import type { ByteReader } from '../picture/bytes.ts';

/** A field of a directory with all its values. */
export interface TiffField {
  readonly id: number;
  /** BYTE 1, SHORT 3, LONG 4, RATIONAL 5, UNDEFINED 7, LONG8 16. */
  readonly type: number;
  /** Of a RATIONAL two numbers. */
  readonly values: ArrayLike<number>;
}

/** By the type in the file: the type whose numbers are read, and the bytes and numbers of one value. */
const types: Readonly<Record<number, { readonly as: number; readonly bytes: number; readonly numbers: number }>> = {
  1: { as: 1, bytes: 1, numbers: 1 },
  3: { as: 3, bytes: 2, numbers: 1 },
  4: { as: 4, bytes: 4, numbers: 1 },
  5: { as: 5, bytes: 8, numbers: 2 },
  7: { as: 7, bytes: 1, numbers: 1 },
  // Signed integers and offsets of directories.
  8: { as: 3, bytes: 2, numbers: 1 },
  9: { as: 4, bytes: 4, numbers: 1 },
  13: { as: 4, bytes: 4, numbers: 1 },
  16: { as: 16, bytes: 8, numbers: 1 },
  17: { as: 16, bytes: 8, numbers: 1 },
  18: { as: 16, bytes: 8, numbers: 1 },
};
const maxFields = 4096;

/**
 * The fields with these ids, of types that are read here. Of fields with the same id the first counts; what is outside
 * the file, or has no value, counts as absent.
 * @param mostValues of a field, the first ones: a file may have millions where a few mean something
 * @throws RangeError where the directory begins outside the file
 */
export function readFields(
  reader: ByteReader,
  directory: number,
  big: boolean,
  ids: readonly number[],
  mostValues = Number.POSITIVE_INFINITY,
): Map<number, TiffField> {
  const fields = new Map<number, TiffField>();
  const count = Math.min(big ? reader.u64(directory) : reader.u16(directory), maxFields);
  for (let index = 0; index < count; index++) {
    const entry = directory + (big ? 8 + index * 20 : 2 + index * 12);
    if (entry + (big ? 20 : 12) > reader.length) break;
    const [id, type] = [reader.u16(entry), types[reader.u16(entry + 2)]];
    if (type === undefined || fields.has(id) || !ids.includes(id)) continue;
    const length = big ? reader.u64(entry + 4) : reader.u32(entry + 4);
    const field = entry + (big ? 12 : 8);
    const bytes = length * type.bytes;
    const at = bytes <= (big ? 8 : 4) ? field : big ? reader.u64(field) : reader.u32(field);
    if (length === 0 || at + bytes > reader.length) continue;
    const count = Math.min(length, mostValues) * type.numbers;
    fields.set(id, { id, type: type.as, values: readNumbers(reader, at, count, type.bytes / type.numbers) });
  }
  return fields;
}

function readNumbers(reader: ByteReader, at: number, count: number, size: number): ArrayLike<number> {
  if (size === 1) return reader.bytes.subarray(at, at + count);
  const read = size === 2 ? reader.u16 : size === 4 ? reader.u32 : reader.u64;
  return Array.from({ length: count }, (_, index) => read.call(reader, at + index * size));
}
