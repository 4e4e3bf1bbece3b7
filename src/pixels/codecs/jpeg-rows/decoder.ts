/** An instance of `jpeg-rows.wasm` with one file, and the functions that it calls. */

import jpegRowsModule from '#jpeg-rows';
import { placesOf, type SidesSwapped } from '../../pipeline/picture/turn.ts';
import type { Size } from '../../pipeline/plane/region.ts';
import { exportsOf } from '../exports.ts';
import { reasons as commonReasons, GivenUp } from '../given-up.ts';

/** What the module exports; decoder.c describes it. Numbers are whole and not negative. */
interface DecoderExports {
  readonly memory: WebAssembly.Memory;
  open_file(grantedBytes: number, eighths: number, mostScans: number): number;
  begin_index(): void;
  index_rows(first: number, count: number, apartMcus: number): void;
  read_codes(mcuRows: number): number;
  start_rows(leftPx: number, topPx: number, widthPx: number, heightPx: number, apartMcus: number): void;
  decode_rows(most: number): number;
  decode_turned(start: number, across: number, down: number): number;
  skip_rows(count: number): void;
}

/** The decoder after a call, in the order of `state` in decoder.c. */
const stateFields = [
  'widthPx',
  'heightPx',
  'channels',
  'holdsWhole',
  'warnings',
  'endedEarly',
  'rowsAt',
  'mcuColumns',
  'mcuRows',
  'mcuWidthPx',
] as const;
type DecoderState = Readonly<Record<(typeof stateFields)[number], number>>;

/** Why the decoder gives a file up, by number in decoder.c. */
export const reasons = { ...commonReasons, notBuilt: 3, tooManyScans: 4 } as const;

/** Numbers that a message of libjpeg may name. */
const numbersOfMessage = 8;

/** Bytes of an entry: `struct entry` in index.c. */
const entryBytes = 24;

/** Where a window can begin, as {@link Decoder.makeIndex} writes it. */
export interface JpegIndex {
  readonly entries: Uint8Array;
  /** From an entry to the next one, in MCU: the blocks of all components that are coded together. */
  readonly apartMcus: number;
}

/** Instances are made when they are used: one takes a twentieth of a millisecond, and its memory never shrinks. */
export class Decoder {
  /** Bytes of the file that were read so far. */
  readBytes = 0;
  readonly #exports: DecoderExports;
  #index: JpegIndex | null;
  #stateAt = 0;

  /** @param index of the same file, and read only by windows */
  constructor(file: Uint8Array, index: JpegIndex | null = null) {
    this.#index = index;
    const host = {
      read_file: (at: number, to: number, most: number): number => {
        // WASM hands numbers over with a sign.
        const part = file.subarray(at >>> 0, (at >>> 0) + most);
        new Uint8Array(this.#exports.memory.buffer, to, part.length).set(part);
        this.readBytes += part.length;
        return part.length;
      },
      write_entry: (at: number, from: number): void => {
        this.#entry(at).set(new Uint8Array(this.#exports.memory.buffer, from, entryBytes));
      },
      read_entry: (at: number, to: number): void => {
        new Uint8Array(this.#exports.memory.buffer, to, entryBytes).set(this.#entry(at));
      },
      fail: (reason: number, textAt: number, numbersAt: number): never => {
        throw new GivenUp(reason, messageIn(this.#exports.memory.buffer, textAt, numbersAt));
      },
    };
    this.#exports = exportsOf<DecoderExports>(jpegRowsModule, { host });
  }

  /** Bytes of its memory. */
  get heldBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  get state(): DecoderState {
    const numbers = new Uint32Array(this.#exports.memory.buffer, this.#stateAt, stateFields.length);
    return Object.fromEntries(stateFields.map((field, at) => [field, numbers[at]])) as DecoderState;
  }

  /** Reads the header; the same again goes back to the beginning of the file. */
  openFile(grantedBytes: number, eighths: number, mostScans: number): void {
    this.#stateAt = this.#exports.open_file(grantedBytes, eighths, mostScans);
  }

  /**
   * Begins an index of a file that was opened, without its entries. It has to be opened again before its rows are read.
   * @param apartPx entries are about so many columns of the file from each other
   */
  beginIndex(apartPx: number): JpegIndex {
    const { mcuColumns, mcuRows, mcuWidthPx } = this.state;
    const apartMcus = Math.max(2, Math.round(apartPx / Math.max(1, mcuWidthPx)));
    const entries = new Uint8Array((Math.floor(mcuColumns / apartMcus) + 1) * mcuRows * entryBytes);
    this.#index = { entries, apartMcus };
    this.#exports.begin_index();
    return this.#index;
  }

  /** Decodes the codes of so many rows of MCU, and writes their entries: of each row once, and in order. */
  indexRows(first: number, count: number): void {
    this.#exports.index_rows(first, count, this.#index?.apartMcus ?? 0);
  }

  /** Reads codes of a picture that is held whole: of so many rows of MCU, of whichever scans. @returns whether there are more */
  readCodes(mcuRows: number): boolean {
    return this.#exports.read_codes(mcuRows) === 1;
  }

  startRows(leftPx: number, topPx: number, widthPx: number, heightPx: number): void {
    this.#exports.start_rows(leftPx, topPx, widthPx, heightPx, this.#index?.apartMcus ?? 0);
  }

  /**
   * Decodes rows, as many as the decoder does in one call.
   * @param rowBytes of the window
   * @returns the rows, valid until the next call; empty below the window
   */
  decodeRows(most: number, rowBytes: number): Uint8Array {
    const count = this.#exports.decode_rows(most);
    const [rowsAt] = new Uint32Array(this.#exports.memory.buffer, this.#stateAt + 4 * stateFields.indexOf('rowsAt'), 1);
    return new Uint8Array(this.#exports.memory.buffer, rowsAt, count * rowBytes);
  }

  /**
   * Decodes all rows of the window, turned.
   * @param window its sides
   * @returns upright RGB, valid until the next call
   */
  decodeTurned({ widthPx, heightPx }: Size, orientation: SidesSwapped): Uint8Array {
    const { start, across, down } = placesOf(orientation, widthPx, heightPx);
    const at = this.#exports.decode_turned(start, across, down);
    return new Uint8Array(this.#exports.memory.buffer, at, widthPx * heightPx * 3);
  }

  skipRows(count: number): void {
    this.#exports.skip_rows(count);
  }

  #entry(at: number): Uint8Array {
    return this.#index?.entries.subarray(at * entryBytes, (at + 1) * entryBytes) ?? new Uint8Array(0);
  }
}

/** A message of libjpeg, which has the form of printf's, with its numbers. */
function messageIn(memory: ArrayBuffer, textAt: number, numbersAt: number): string {
  const bytes = new Uint8Array(memory);
  const text = String.fromCharCode(...bytes.subarray(textAt, bytes.indexOf(0, textAt)));
  const numbers = [...new Int32Array(memory, numbersAt, numbersOfMessage)];
  return text.replace(/%\d*l?([dux])/g, (_, form) => (numbers.shift() ?? 0).toString(form === 'x' ? 16 : 10));
}
