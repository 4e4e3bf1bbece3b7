/** TIFF directories and headers, written: TIFF 6.0 section 2, and BigTIFF. */
import type { TiffField } from '../../pixels/pipeline/probe/tiff-fields.ts';

/** Byte order, and whether offsets have 64 bits. */
export interface TiffKind {
  readonly littleEndian: boolean;
  readonly big: boolean;
}

const numberBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 4, 7: 1, 16: 8 };
const rational = 5;

/** A directory without a next one, and behind it the values that do not fit in, for a place `at` in a file. */
export function writeFields(fields: readonly TiffField[], at: number, { littleEndian, big }: TiffKind): Uint8Array {
  const sorted = [...fields].sort((a, b) => a.id - b.id);
  const [countBytes, entryBytes, inlineBytes] = big ? [8, 20, 8] : [2, 12, 4];
  const bytesOf = ({ type, values }: TiffField) => values.length * numberBytes[type];
  let behind = countBytes + sorted.length * entryBytes + inlineBytes;
  const outside = sorted.map(bytesOf).reduce((sum, bytes) => sum + (bytes > inlineBytes ? bytes : 0), 0);
  const out = new Uint8Array(behind + outside);
  const put = (place: number, value: number, bytes: number) => writeNumber(out, place, value, bytes, littleEndian);
  put(0, sorted.length, countBytes);
  sorted.forEach((field, index) => {
    const entry = countBytes + index * entryBytes;
    const size = numberBytes[field.type];
    put(entry, field.id, 2);
    put(entry + 2, field.type, 2);
    put(entry + 4, field.values.length / (field.type === rational ? 2 : 1), inlineBytes);
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
