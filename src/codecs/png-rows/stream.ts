/** The zlib stream of a PNG file: the data of all its `IDAT` chunks, one after the other. */
import { ByteReader } from '../../pipeline/picture/bytes.ts';
import { type PngChunk, pngChunks } from '../../pipeline/probe/png.ts';
import type { ZlibStream } from './decoder.ts';

/** One reading of it after the other. */
export class PixelStream implements ZlibStream {
  readonly #reader: ByteReader;
  #chunks: Iterator<PngChunk>;
  /** What is left of a chunk. */
  #at = 0;
  #end = 0;

  constructor(file: Uint8Array) {
    this.#reader = new ByteReader(file);
    this.#chunks = pngChunks(this.#reader);
  }

  rewind(): void {
    this.#chunks = pngChunks(this.#reader);
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
    while (this.#at >= this.#end) {
      const { done, value } = this.#chunks.next();
      if (done) return false;
      if (value.type === 'IDAT') [this.#at, this.#end] = [value.at, value.end];
    }
    return true;
  }
}
