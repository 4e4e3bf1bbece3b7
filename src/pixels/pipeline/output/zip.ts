/**
 * ZIP files written as a stream: nothing is compressed, for what is in them is already.
 *
 * An entry whose length is not known when it begins is one of deflate in stored blocks (RFC 1951 section 3.2.4), with its
 * length behind it: readers that go through a file from front to back take no other.
 */
import { crc32 } from 'node:zlib';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { deflated, descriptorOf, directoryOf, lengthsFollow, localHeader, type PlacedRecord } from './zip-records.ts';

/** A file that is whole before any of it is written. */
interface WholeEntry {
  readonly name: string;
  /** Its bytes, in pieces. */
  file(): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
}

/** A file that is written as it is made. */
interface StreamedEntry {
  readonly name: string;
  /** A number says about how many microseconds a step towards the next piece took. */
  readonly pieces: Iterable<Uint8Array | number>;
}

export type ZipEntry = WholeEntry | StreamedEntry;

/** An entry, and the bytes of its header, data and descriptor. */
interface WrittenEntry extends Omit<PlacedRecord, 'at'> {
  readonly length: number;
}

/** The file, piece by piece. Each entry is made once those before it are written. */
export async function* zipPieces(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const records: PlacedRecord[] = [];
  let at = 0;
  for (const entry of entries) {
    const { length, ...record } = yield* entryPieces(entry);
    records.push({ ...record, at });
    at += length;
  }
  yield directoryOf(records, at);
}

function entryPieces(entry: ZipEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  return 'file' in entry ? wholePieces(entry) : streamedPieces(entry);
}

async function* wholePieces({ name, file }: WholeEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  const pieces = await file();
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  const record = { name, flags: 0, method: 0, checksum, stored: bytes, bytes };
  const header = localHeader(record);
  yield header;
  yield* pieces;
  return { ...record, length: header.length + bytes };
}

async function* streamedPieces({ name, pieces }: StreamedEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  const form = { name, flags: lengthsFollow, method: deflated };
  const header = localHeader({ ...form, checksum: 0, stored: 0, bytes: 0 });
  yield header;
  let [checksum, stored, bytes] = [0, 0, 0];
  const thread = new SharedThread();
  for (const piece of pieces) {
    if (typeof piece === 'number') {
      await thread.after(piece);
      continue;
    }
    checksum = crc32(piece, checksum);
    bytes += piece.length;
    for (const block of storedBlocks(piece)) {
      stored += block.length;
      yield block;
    }
  }
  yield lastBlock;
  stored += lastBlock.length;
  const record = { ...form, checksum, stored, bytes };
  const descriptor = descriptorOf(record);
  yield descriptor;
  return { ...record, length: header.length + stored + descriptor.length };
}

/** A stored block of nothing, which ends the data. */
const lastBlock = Uint8Array.of(1, 0, 0, 0xff, 0xff);
const longestBlock = 65_535;

function* storedBlocks(piece: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < piece.length; from += longestBlock) {
    const data = piece.subarray(from, from + longestBlock);
    const header = new DataView(new ArrayBuffer(5));
    header.setUint16(1, data.length, true);
    header.setUint16(3, 0xffff - data.length, true);
    yield new Uint8Array(header.buffer);
    yield data;
  }
}
