/**
 * A ZIP that is written while its files come (PKWARE's APPNOTE 6.3.10). Nothing is compressed, for pictures are already.
 * What is beyond 4 GiB is found by ZIP64 records (section 4.3.14).
 */
import { crc32 } from '../playground/crc32.ts';

/** Where the bytes go. */
export type ZipSink = (part: Blob | Uint8Array<ArrayBuffer>) => Promise<void>;

/** A file as the directory has it. */
export interface ListedFile {
  readonly name: string;
  readonly checksum: number;
  readonly bytes: number;
  /** Offset of its header in the ZIP. */
  readonly at: number;
}

/** Sections 4.3.7, 4.3.12, 4.3.14, 4.3.15, 4.3.16. */
const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
const version = 20;
const version64 = 45;
/** Bit 11: names are UTF-8. */
const flags = 0x0800;
/** 1 January 1980, the beginning of time there: the same pictures always give the same file. */
const date = 0x0021;
/** What a field of so many bytes holds where a ZIP64 record has the value. */
const [most16, most32] = [0xffff, 0xffffffff];

/** A ZIP, file by file. Files are written one after the other, also where they are added at once. */
export class ZipFile {
  readonly #sink: ZipSink;
  readonly #entries: ListedFile[] = [];
  #at = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(sink: ZipSink) {
    this.#sink = sink;
  }

  /** Bytes that have been written. */
  get bytes(): number {
    return this.#at;
  }

  /** Adds a file of less than 4 GiB. @throws what the sink does */
  add(name: string, file: Blob): Promise<void> {
    return this.#next(async () => {
      const checksum = crc32(new Uint8Array(await file.arrayBuffer()));
      const entry = { name, checksum, bytes: file.size, at: this.#at };
      await this.#write(joined([fields([signatures.local, 4]), headOf(entry, version)]));
      await this.#write(file);
      this.#entries.push(entry);
    });
  }

  /** Writes the directory, after which nothing is added. @throws what the sink does */
  end(): Promise<void> {
    return this.#next(() => this.#write(directoryOf(this.#entries, this.#at)));
  }

  #next(step: () => Promise<void>): Promise<void> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => {});
    return done;
  }

  async #write(part: Blob | Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#sink(part);
    this.#at += part instanceof Blob ? part.size : part.length;
  }
}

/** The end of a ZIP: what is in it and where. @param at offset of the directory itself */
export function directoryOf(entries: readonly ListedFile[], at: number): Uint8Array<ArrayBuffer> {
  const headers = joined(entries.map(centralHeader));
  const count = entries.length;
  const needs64 = count >= most16 || at >= most32;
  const counted = Math.min(count, most16);
  const end = fields(
    [signatures.end, 4],
    ...([[0, 4]] as const),
    ...([
      [counted, 2],
      [counted, 2],
    ] as const),
    ...([
      [headers.length, 4],
      [Math.min(at, most32), 4],
      [0, 2],
    ] as const),
  );
  return joined(needs64 ? [headers, end64(count, headers.length, at), end] : [headers, end]);
}

/** The record that has what the last one cannot, and where that is. */
function end64(count: number, bytes: number, at: number): Uint8Array<ArrayBuffer> {
  const restBytes = 44;
  return fields(
    ...([
      [signatures.end64, 4],
      [restBytes, 8],
      [version64, 2],
      [version64, 2],
      [0, 8],
    ] as const),
    ...([
      [count, 8],
      [count, 8],
      [bytes, 8],
      [at, 8],
    ] as const),
    ...([
      [signatures.locator64, 4],
      [0, 4],
      [at + bytes, 8],
      [1, 4],
    ] as const),
  );
}

function centralHeader(entry: ListedFile): Uint8Array<ArrayBuffer> {
  const needs64 = entry.at >= most32;
  const extra = needs64 ? fields([1, 2], [8, 2], [entry.at, 8]) : fields();
  const needed = needs64 ? version64 : version;
  const name = new TextEncoder().encode(entry.name);
  return joined([
    fields([signatures.central, 4], [needed, 2]),
    headOf(entry, needed, extra.length).subarray(0, commonBytes),
    fields([0, 2], [0, 2], [0, 2], [0, 4], [Math.min(entry.at, most32), 4]),
    name,
    extra,
  ]);
}

const commonBytes = 26;

/** What both headers of a file have in common, and its name. */
function headOf({ name, checksum, bytes }: ListedFile, needed: number, extraBytes = 0): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(name);
  const common = fields(
    ...([
      [needed, 2],
      [flags, 2],
      [0, 2],
      [0, 2],
      [date, 2],
    ] as const),
    ...([
      [checksum, 4],
      [bytes, 4],
      [bytes, 4],
      [text.length, 2],
      [extraBytes, 2],
    ] as const),
  );
  return joined([common, text]);
}

/** Little-endian whole numbers of so many bytes. */
function fields(...numbers: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256),
    ),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
