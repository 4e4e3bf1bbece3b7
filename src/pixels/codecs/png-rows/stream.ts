/** The zlib stream of a PNG file: the data of all its `IDAT` chunks, one after the other. */
import { ByteReader } from '../../pipeline/picture/bytes.ts';
import type { ZlibStream } from './decoder.ts';

const signatureBytes = 8;
/** Types of chunks, as numbers: nothing is made for a chunk, of which a file may have a million in front of one row. */
const [pixels, end] = [0x49444154, 0x49454e44];

/** One reading of it after the other. */
export class PixelStream implements ZlibStream {
  readonly #reader: ByteReader;
  /** Where the next chunk begins. */
  #next = signatureBytes;
  /** What is left of a chunk. */
  #at = 0;
  #end = 0;

  constructor(file: Uint8Array) {
    this.#reader = new ByteReader(file);
  }

  rewind(): void {
    this.#next = signatureBytes;
    [this.#at, this.#end] = [0, 0];
  }

  read(into: Uint8Array): number {
    let filled = 0;
    while (filled < into.length && this.#findData()) {
      const part = this.#reader.bytes.subarray(this.#at, Math.min(this.#end, this.#at + into.length - filled));
      into.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return filled;
  }

  /** Goes on to a chunk that has data, where nothing is left of the last one. */
  #findData(): boolean {
    const reader = this.#reader;
    while (this.#at >= this.#end) {
      if (this.#next + 8 > reader.length) return false;
      const type = reader.u32(this.#next + 4);
      if (type === end) return false;
      const from = this.#next + 8;
      const to = from + reader.u32(this.#next);
      if (type === pixels) [this.#at, this.#end] = [from, Math.min(to, reader.length)];
      this.#next = to + 4;
    }
    return true;
  }
}
