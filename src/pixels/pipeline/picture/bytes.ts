/** Reading numbers and names out of file headers. Reads past the end throw RangeError, which `probe` turns into a fault. */
import { ImageFault } from './fault.ts';

/** Measured: at most so many microseconds for an entry of a list, as a chunk or a segment is. A file may have millions of them. */
export const entryUs = 0.5;
/** The same for a byte that is looked at on the way to the next one. */
export const passedByteUs = 0.003;
/** More than any picture has of what is counted, and less than a tenth of a second of work. */
const mostEntries = 2 ** 17;

/** Numbers at offsets of a file, in one byte order: big-endian by default. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;
  readonly #view: DataView;
  #entries = 0;

  constructor(bytes: Uint8Array, littleEndian = false) {
    this.bytes = bytes;
    this.littleEndian = littleEndian;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /**
   * Counts an entry of a list whose reading is one step, each time that it is read.
   * @throws ImageFault where there are too many: files may not make work of millions
   */
  countEntry(): void {
    if (++this.#entries > mostEntries) throw new ImageFault('invalid', 'The file has too many boxes');
  }

  u8(at: number): number {
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    return this.#view.getUint16(at, this.littleEndian);
  }

  u24(at: number): number {
    return this.littleEndian
      ? this.u8(at) | (this.u8(at + 1) << 8) | (this.u8(at + 2) << 16)
      : (this.u8(at) << 16) | (this.u8(at + 1) << 8) | this.u8(at + 2);
  }

  u32(at: number): number {
    return this.#view.getUint32(at, this.littleEndian);
  }

  i32(at: number): number {
    return this.#view.getInt32(at, this.littleEndian);
  }

  /** 64-bit offsets; files here are far below 2^53 bytes. */
  u64(at: number): number {
    return Number(this.#view.getBigUint64(at, this.littleEndian));
  }

  /** `count` bytes as Latin-1 text. */
  text(at: number, count: number): string {
    let text = '';
    for (let i = at; i < at + count; i++) text += String.fromCharCode(this.u8(i));
    return text;
  }

  /** True when the bytes at `at` are that Latin-1 text; false past the end. */
  has(at: number, text: string): boolean {
    if (at + text.length > this.length) return false;
    for (let i = 0; i < text.length; i++) if (this.bytes[at + i] !== text.charCodeAt(i)) return false;
    return true;
  }
}
