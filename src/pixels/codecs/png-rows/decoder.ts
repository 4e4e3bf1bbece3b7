/** An instance of `png-rows.wasm` with one file, and the functions that it calls. */

import pngRowsModule from '#png-rows';
import { exportsOf } from '../exports.ts';
import { GivenUp } from '../given-up.ts';
import type { WholeRows } from '../windowed-rows.ts';

/** What the module exports; decoder.c describes it. Numbers are whole and not negative. */
interface DecoderExports {
  readonly memory: WebAssembly.Memory;
  form_at(): number;
  open_picture(grantedBytes: number): number;
  start_rows(): void;
  decode_rows(most: number): number;
  skip_rows(count: number): void;
  check_rows(count: number): void;
}

/** What a picture is made of, as `struct form` in samples.h. */
export interface PngForm {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerSample: number;
  /** Stored samples of a pixel. */
  readonly samples: 1 | 2 | 3 | 4;
  /** Of what is made of them. */
  readonly channels: 3 | 4;
  /** Samples of the one colour that is transparent, of grey of 16 bits and of RGB. */
  readonly transparent: readonly number[] | null;
  /** RGBA of a sample, where a pixel has one of at most 8 bits: up to 256. */
  readonly table: Uint8Array | null;
}

/** The zlib stream of a file, which is read from its beginning again and again. */
export interface ZlibStream {
  /** Copies the next bytes. @returns how many, 0 at the end */
  read(into: Uint8Array): number;
  rewind(): void;
}

/** Instances are made when they are used, and their memory never shrinks. */
export class PngDecoder implements WholeRows {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly holdsWhole = false;
  readonly #exports: DecoderExports;
  readonly #stream: ZlibStream;
  readonly #rowBytes: number;
  readonly #rowsAt: number;

  /** @throws GivenUp where the grant is too small */
  constructor(form: PngForm, stream: ZlibStream, grantedBytes: number) {
    const host = {
      read_data: (to: number, most: number): number =>
        stream.read(new Uint8Array(this.#exports.memory.buffer, to, most)),
      fail: (reason: number, textAt: number): never => {
        throw new GivenUp(reason, textIn(this.#exports.memory.buffer, textAt));
      },
    };
    this.widthPx = form.widthPx;
    this.heightPx = form.heightPx;
    this.channels = form.channels;
    this.#stream = stream;
    this.#exports = exportsOf<DecoderExports>(pngRowsModule, { host });
    this.#write(form);
    this.#rowBytes = form.widthPx * form.channels;
    this.#rowsAt = this.#exports.open_picture(grantedBytes);
  }

  get heldBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  rewind(): void {
    this.#stream.rewind();
    this.#exports.start_rows();
  }

  decodeRows(most: number): Uint8Array {
    const count = this.#exports.decode_rows(most);
    return new Uint8Array(this.#exports.memory.buffer, this.#rowsAt, count * this.#rowBytes);
  }

  /** Goes over the next rows, the first ones in the first call. */
  checkRows(count: number): void {
    this.#exports.check_rows(count);
  }

  skipRows(count: number): void {
    this.#exports.skip_rows(count);
  }

  #write({ widthPx, heightPx, bitsPerSample, samples, channels, transparent, table }: PngForm): void {
    const colour = transparent ? [1, ...transparent] : [0];
    const numbers = new Uint32Array(this.#exports.memory.buffer, this.#exports.form_at(), 9);
    numbers.set([widthPx, heightPx, bitsPerSample, samples, channels, ...colour]);
    if (table) new Uint8Array(numbers.buffer, numbers.byteOffset + numbers.byteLength, table.length).set(table);
  }
}

function textIn(memory: ArrayBuffer, at: number): string {
  const bytes = new Uint8Array(memory);
  return String.fromCharCode(...bytes.subarray(at, bytes.indexOf(0, at)));
}
