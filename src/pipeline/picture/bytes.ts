/** Reading numbers and names out of file headers. Reads past the end throw RangeError, which `probe` turns into a fault. */

/** Numbers at offsets of a file, in one byte order: big-endian by default. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, littleEndian = false) {
    this.bytes = bytes;
    this.littleEndian = littleEndian;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
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
    return at + text.length <= this.length && this.text(at, text.length) === text;
  }
}
