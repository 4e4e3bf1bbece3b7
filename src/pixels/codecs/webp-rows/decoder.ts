/** An instance of `webp-rows.wasm` with one file, and the functions that it calls. */

import webpRowsModule from '#webp-rows';
import { exportsOf } from '../exports.ts';
import { GivenUp } from '../given-up.ts';
import type { WholeRows } from '../windowed-rows.ts';
import type { LossyParts } from './container.ts';

/** What the module exports; decoder.c describes it. Numbers are whole and not negative. */
interface DecoderExports {
  readonly memory: WebAssembly.Memory;
  open_file(grantedBytes: number, frameBytes: number, alphaBytes: number): number;
  decode_rows(most: number): number;
  skip_rows(count: number): void;
}

/** The decoder after a call, in the order of `state` in decoder.c. */
interface DecoderState {
  readonly widthPx: number;
  readonly heightPx: number;
  /** In its memory. */
  readonly rowsAt: number;
}

/** Instances are made when they are used, and their memory never shrinks. */
export class WebpDecoder implements WholeRows {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly holdsWhole: boolean;
  readonly #exports: DecoderExports;
  readonly #parts: LossyParts;
  readonly #grantedBytes: number;
  #stateAt = 0;

  /** @throws GivenUp for a header that is broken, and where the grant is too small */
  constructor(parts: LossyParts, grantedBytes: number) {
    const { frame, alpha } = parts;
    const copy = (part: Uint8Array, to: number): number => {
      new Uint8Array(this.#exports.memory.buffer, to, part.length).set(part);
      return part.length;
    };
    const host = {
      // WASM hands numbers over with a sign.
      read_frame: (at: number, to: number, most: number): number =>
        copy(frame.subarray(at >>> 0, (at >>> 0) + most), to),
      read_alpha: (to: number): void => {
        if (alpha) copy(alpha, to);
      },
      fail: (reason: number, textAt: number): never => {
        throw new GivenUp(reason, textIn(this.#exports.memory.buffer, textAt));
      },
    };
    this.#parts = parts;
    this.#grantedBytes = grantedBytes;
    this.channels = alpha ? 4 : 3;
    this.holdsWhole = alpha !== null;
    this.#exports = exportsOf<DecoderExports>(webpRowsModule, { host });
    this.rewind();
    const { widthPx, heightPx } = this.#state;
    this.widthPx = widthPx;
    this.heightPx = heightPx;
  }

  get heldBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  decodeRows(most: number): Uint8Array {
    const count = this.#exports.decode_rows(most);
    return new Uint8Array(this.#exports.memory.buffer, this.#state.rowsAt, count * this.widthPx * this.channels);
  }

  skipRows(count: number): void {
    this.#exports.skip_rows(count);
  }

  rewind(): void {
    const { frame, alpha } = this.#parts;
    this.#stateAt = this.#exports.open_file(this.#grantedBytes, frame.length, alpha?.length ?? 0);
  }

  get #state(): DecoderState {
    const [widthPx, heightPx, rowsAt] = new Uint32Array(this.#exports.memory.buffer, this.#stateAt, 3);
    return { widthPx, heightPx, rowsAt };
  }
}

function textIn(memory: ArrayBuffer, at: number): string {
  const bytes = new Uint8Array(memory);
  return String.fromCharCode(...bytes.subarray(at, bytes.indexOf(0, at)));
}
