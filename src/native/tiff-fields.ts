/** Fields of a TIFF directory with all their values, read and written: TIFF 6.0 section 2, and BigTIFF. */
import type { ByteReader } from '../pipeline/picture/bytes.ts';

/** A field of a directory with all its values. */
export interface TiffField {
  readonly id: number;
  /** BYTE 1, SHORT 3, LONG 4, UNDEFINED 7, LONG8 16. */
  readonly type: number;
  readonly values: ArrayLike<number>;
}

/** Byte order, and whether offsets have 64 bits. */
export interface TiffKind {
  readonly littleEndian: boolean;
  readonly big: boolean;
}

const valueBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1, 16: 8 };
const maxFields = 4096;

/**
 * The fields with these ids, of types that are read here.
 * @throws RangeError where a field lies outside the file
 */
export function readFields(
  reader: ByteReader,
  directory: number,
  big: boolean,
  ids: readonly number[],
): Map<number, TiffField> {
  const fields = new Map<number, TiffField>();
  const count = Math.min(big ? reader.u64(directory) : reader.u16(directory), maxFields);
  for (let index = 0; index < count; index++) {
    const entry = directory + (big ? 8 + index * 20 : 2 + index * 12);
    const [id, type] = [reader.u16(entry), reader.u16(entry + 2)];
    const size = valueBytes[type];
    if (size === undefined || !ids.includes(id)) continue;
    const length = big ? reader.u64(entry + 4) : reader.u32(entry + 4);
    const field = entry + (big ? 12 : 8);
    const at = length * size <= (big ? 8 : 4) ? field : big ? reader.u64(field) : reader.u32(field);
    if (at + length * size > reader.length) throw new RangeError(`Field ${id} lies outside of the file`);
    fields.set(id, { id, type, values: readValues(reader, at, length, size) });
  }
  return fields;
}

function readValues(reader: ByteReader, at: number, length: number, size: number): ArrayLike<number> {
  if (size === 1) return reader.bytes.subarray(at, at + length);
  const read = size === 2 ? reader.u16 : size === 4 ? reader.u32 : reader.u64;
  return Array.from({ length }, (_, index) => read.call(reader, at + index * size));
}

/** A directory without a next one, and behind it the values that do not fit in, for a place `at` in a file. */
export function writeFields(fields: readonly TiffField[], at: number, { littleEndian, big }: TiffKind): Uint8Array {
  const sorted = [...fields].sort((a, b) => a.id - b.id);
  const [countBytes, entryBytes, inlineBytes] = big ? [8, 20, 8] : [2, 12, 4];
  const bytesOf = ({ type, values }: TiffField) => values.length * valueBytes[type];
  let behind = countBytes + sorted.length * entryBytes + inlineBytes;
  const outside = sorted.map(bytesOf).reduce((sum, bytes) => sum + (bytes > inlineBytes ? bytes : 0), 0);
  const out = new Uint8Array(behind + outside);
  const put = (place: number, value: number, bytes: number) => writeNumber(out, place, value, bytes, littleEndian);
  put(0, sorted.length, countBytes);
  sorted.forEach((field, index) => {
    const entry = countBytes + index * entryBytes;
    const size = valueBytes[field.type];
    put(entry, field.id, 2);
    put(entry + 2, field.type, 2);
    put(entry + 4, field.values.length, inlineBytes);
    let place = entry + 4 + inlineBytes;
    if (bytesOf(field) > inlineBytes) {
      put(place, at + behind, inlineBytes);
      place = behind;
      behind += bytesOf(field);
    }
    for (let value = 0; value < field.values.length; value++) put(place + value * size, field.values[value], size);
  });
  return out;
}

/** Signature and offset of the first directory. */
export function writeHeader(file: Uint8Array, directory: number, { littleEndian, big }: TiffKind): void {
  file.set(new TextEncoder().encode(littleEndian ? 'II' : 'MM'));
  writeNumber(file, 2, big ? 43 : 42, 2, littleEndian);
  if (big) {
    writeNumber(file, 4, 8, 2, littleEndian);
    writeNumber(file, 6, 0, 2, littleEndian);
  }
  writeNumber(file, big ? 8 : 4, directory, big ? 8 : 4, littleEndian);
}

function writeNumber(file: Uint8Array, at: number, value: number, bytes: number, littleEndian: boolean): void {
  for (let rest = value, index = 0; index < bytes; index++, rest = Math.floor(rest / 256)) {
    file[at + (littleEndian ? index : bytes - 1 - index)] = rest % 256;
  }
}
