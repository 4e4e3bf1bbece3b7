/**
 * The records of a ZIP file (PKWARE's APPNOTE 6.3.10): what is written before, behind and after the data of its entries. What is
 * beyond 4 GiB is found by ZIP64 records (section 4.3.14). Browsers write them too.
 */
import { concatenate } from '../concatenate.ts';

/** What a ZIP says of an entry. */
export interface ZipRecord {
  readonly name: string;
  /** Bits of section 4.4.4: `lengthsFollow`, `namesInUtf8`. */
  readonly flags: number;
  /** 0 for data that is stored as it is, 8 for deflate. */
  readonly method: number;
  /** CRC-32 of the content, 0 to 2³² − 1. */
  readonly checksum: number;
  /** Length of the data in the file, below 4 GiB. */
  readonly stored: number;
  /** Length of the content, below 4 GiB. */
  readonly bytes: number;
}

/** An entry as the directory has it. */
export interface PlacedRecord extends ZipRecord {
  /** Offset of its local header. */
  readonly at: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

export const lengthsFollow = 0x0008;
export const namesInUtf8 = 0x0800;
export const deflated = 8;

/** Sections 4.3.7, 4.3.9, 4.3.12, 4.3.14, 4.3.15, 4.3.16. */
const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
const version = 20;
const version64 = 45;
/** 1 January 1980, the beginning of time there: the same files always give the same ZIP. */
const date = 0x0021;
/** What a field of so many bytes holds where a ZIP64 record has the value. */
const [most16, most32] = [0xffff, 0xffffffff];

/** What is before the data of an entry. */
export function localHeader(record: ZipRecord): Bytes {
  return concatenate([fields(4, signatures.local), common(record, version, 0), nameOf(record)]);
}

/** What is behind the data where `lengthsFollow`. */
export function descriptorOf({ checksum, stored, bytes }: ZipRecord): Bytes {
  return fields(4, signatures.descriptor, checksum, stored, bytes);
}

/** The end of a ZIP: what is in it and where. @param at offset of the directory itself */
export function directoryOf(records: readonly PlacedRecord[], at: number): Bytes {
  const headers = concatenate(records.map(centralHeader));
  const count = records.length;
  const counted = Math.min(count, most16);
  const end = concatenate([
    fields(4, signatures.end),
    fields(2, 0, 0, counted, counted),
    fields(4, headers.length, Math.min(at, most32)),
    fields(2, 0),
  ]);
  const needs64 = count >= most16 || at >= most32;
  return concatenate(needs64 ? [headers, end64(count, headers.length, at), end] : [headers, end]);
}

function centralHeader(record: PlacedRecord): Bytes {
  const needs64 = record.at >= most32;
  const needed = needs64 ? version64 : version;
  const extra = needs64 ? concatenate([fields(2, 1, 8), fields(8, record.at)]) : new Uint8Array(0);
  return concatenate([
    fields(4, signatures.central),
    fields(2, needed),
    common(record, needed, extra.length),
    fields(2, 0, 0, 0),
    fields(4, 0, Math.min(record.at, most32)),
    nameOf(record),
    extra,
  ]);
}

/** The record that has what the last one cannot, and where that is. */
function end64(count: number, bytes: number, at: number): Bytes {
  const restBytes = 44;
  return concatenate([
    fields(4, signatures.end64),
    fields(8, restBytes),
    fields(2, version64, version64),
    fields(4, 0, 0),
    fields(8, count, count, bytes, at),
    fields(4, signatures.locator64, 0),
    fields(8, at + bytes),
    fields(4, 1),
  ]);
}

/** What both headers of an entry have in common. */
function common(
  { name, flags, method, checksum, stored, bytes }: ZipRecord,
  needed: number,
  extraBytes: number,
): Bytes {
  return concatenate([
    fields(2, needed, flags, method, 0, date),
    fields(4, checksum, stored, bytes),
    fields(2, nameOf({ name }).length, extraBytes),
  ]);
}

function nameOf({ name }: Pick<ZipRecord, 'name'>): Bytes {
  return new Uint8Array(new TextEncoder().encode(name));
}

/** Little-endian whole numbers, each of so many bytes. */
function fields(bytes: 2 | 4 | 8, ...numbers: readonly number[]): Bytes {
  return Uint8Array.from(
    numbers.flatMap((number) => Array.from({ length: bytes }, (_, index) => Math.floor(number / 256 ** index) % 256)),
  );
}
