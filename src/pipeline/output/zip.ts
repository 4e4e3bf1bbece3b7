/**
 * ZIP files written as a stream (PKWARE's APPNOTE 6.3.10): nothing is compressed, for what is in them is already.
 *
 * An entry whose length is not known when it begins is one of deflate in stored blocks (RFC 1951 section 3.2.4), with its
 * length behind it: readers that go through a file from front to back take no other.
 */
import { crc32 } from 'node:zlib';
import { SharedThread } from '../../bounds/shared-thread.ts';

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

/** An entry as the directory has it. */
interface WrittenEntry {
  readonly head: Uint8Array;
  /** Of header, data and descriptor. */
  readonly bytes: number;
}

/** Sections 4.3.7, 4.3.12, 4.3.9, 4.3.16. */
const signatures = { local: 0x04034b50, central: 0x02014b50, descriptor: 0x08074b50, end: 0x06054b50 };
const version = 20;
/** Bit 3: lengths follow the data. */
const lengthsFollow = 8;
const deflated = 8;
/** 1 January 1980, the beginning of time there: the same picture always gives the same file. */
const date = 0x0021;

/** The file, piece by piece. Each entry is made once those before it are written. */
export async function* zipPieces(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const { head, bytes } = yield* entryPieces(entry);
    directory.push(centralHeader(head, at));
    at += bytes;
  }
  yield* directory;
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length;
  yield fields([signatures.end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [at, 4], [0, 2]);
}

function entryPieces(entry: ZipEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  return 'file' in entry ? wholePieces(entry) : streamedPieces(entry);
}

async function* wholePieces({ name, file }: WholeEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  const pieces = await file();
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  const head = headOf(name, { flags: 0, method: 0, checksum, stored: bytes, bytes });
  const header = localHeader(head);
  yield header;
  yield* pieces;
  return { head, bytes: header.length + bytes };
}

async function* streamedPieces({ name, pieces }: StreamedEntry): AsyncGenerator<Uint8Array, WrittenEntry, void> {
  const form = { flags: lengthsFollow, method: deflated };
  const header = localHeader(headOf(name, { ...form, checksum: 0, stored: 0, bytes: 0 }));
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
  const descriptor = fields([signatures.descriptor, 4], [checksum, 4], [stored, 4], [bytes, 4]);
  yield descriptor;
  const head = headOf(name, { ...form, checksum, stored, bytes });
  return { head, bytes: header.length + stored + descriptor.length };
}

/** A stored block of nothing, which ends the data. */
const lastBlock = Uint8Array.of(1, 0, 0, 0xff, 0xff);
const longestBlock = 65_535;

function* storedBlocks(piece: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < piece.length; from += longestBlock) {
    const data = piece.subarray(from, from + longestBlock);
    yield fields([0, 1], [data.length, 2], [0xffff - data.length, 2]);
    yield data;
  }
}

interface EntryFacts {
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  /** Length in the file. */
  readonly stored: number;
  readonly bytes: number;
}

/** What local header and directory have in common, and the name. */
function headOf(name: string, { flags, method, checksum, stored, bytes }: EntryFacts): Uint8Array {
  const text = new TextEncoder().encode(name);
  const common = fields(
    ...([
      [version, 2],
      [flags, 2],
      [method, 2],
      [0, 2],
      [date, 2],
    ] as const),
    ...([
      [checksum, 4],
      [stored, 4],
      [bytes, 4],
      [text.length, 2],
      [0, 2],
    ] as const),
  );
  return joined(common, text);
}

const commonBytes = 26;

function localHeader(its: Uint8Array): Uint8Array {
  return joined(fields([signatures.local, 4]), its);
}

function centralHeader(its: Uint8Array, at: number): Uint8Array {
  const name = its.subarray(commonBytes);
  const before = fields([signatures.central, 4], [version, 2]);
  const after = fields([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
  return joined(before, its.subarray(0, commonBytes), after, name);
}

/** Little-endian numbers of so many bytes. */
function fields(...numbers: readonly (readonly [value: number, bytes: 1 | 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff)),
  );
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
