/** JPEG files written by rows: baseline, one scan, 4:2:0. */

import jpegEncoderModule from '#jpeg-encoder';
import type { RowEncoder } from '../../pipeline/output/encoders.ts';
import { hasFittedCodes, jpegEncoderBytes } from '../../pipeline/output/jpeg-room.ts';
import type { Size } from '../../pipeline/plane/region.ts';
import { exportsOf } from '../exports.ts';

/** What the module exports; encoder.c describes it. */
interface EncoderExports {
  readonly memory: WebAssembly.Memory;
  start_file(grantedBytes: number, widthPx: number, heightPx: number, quality: number, fitted: number): number;
  write_row(): void;
  end_file(): void;
}

/** One file, in an instance of its own: memory never shrinks, so it is dropped whole. */
export class JpegEncoder implements RowEncoder {
  readonly #exports: EncoderExports;
  readonly #rowBytes: number;
  readonly #rowAt: number;
  #pieces: Uint8Array[] = [];

  /**
   * @param quality 1 to 100, of the standard's tables: ITU-T T.81, annex K
   * @throws Error where libjpeg refuses the size
   */
  constructor({ widthPx, heightPx }: Size, quality: number) {
    const host = {
      write_file: (from: number, count: number): void => {
        this.#pieces.push(new Uint8Array(this.#exports.memory.buffer, from, count).slice());
      },
      fail: (textAt: number): never => {
        const bytes = new Uint8Array(this.#exports.memory.buffer);
        throw new Error(String.fromCharCode(...bytes.subarray(textAt, bytes.indexOf(0, textAt))));
      },
    };
    this.#exports = exportsOf<EncoderExports>(jpegEncoderModule, { host });
    const size = { widthPx, heightPx };
    const fitted = hasFittedCodes(size) ? 1 : 0;
    this.#rowBytes = widthPx * 4;
    this.#rowAt = this.#exports.start_file(jpegEncoderBytes(size), widthPx, heightPx, quality, fitted);
  }

  /** Bytes of its memory. */
  get heldBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  write(rows: Uint8Array): readonly Uint8Array[] {
    for (let at = 0; at < rows.length; at += this.#rowBytes) {
      const row = new Uint8Array(this.#exports.memory.buffer, this.#rowAt, this.#rowBytes);
      row.set(rows.subarray(at, at + this.#rowBytes));
      this.#exports.write_row();
    }
    return this.#taken();
  }

  async end(): Promise<readonly Uint8Array[]> {
    this.#exports.end_file();
    return this.#taken();
  }

  #taken(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
