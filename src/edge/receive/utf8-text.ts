/** The beginning of a JSON body: UTF-8 (RFC 8259 section 8.1), with or without a byte order mark, and nothing else. */

/** The text is UTF-16 or UTF-32. */
export class NotUtf8 extends Error {}

/** The reader of the text. */
export interface TextReader {
  push(bytes: Uint8Array): void;
  end(): void;
}

const longestMark = 4;

/** Checks the first four bytes, removes a byte order mark, and passes on the rest. */
export class Utf8Text implements TextReader {
  readonly #reader: TextReader;
  /** The first bytes, until there are enough to decide. */
  #first: Uint8Array | null = new Uint8Array(0);

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  /** @throws NotUtf8 and what the reader throws */
  push(bytes: Uint8Array): void {
    if (!this.#first) return this.#reader.push(bytes);
    const first = joined(this.#first, bytes);
    if (first.length < longestMark) this.#first = first;
    else this.#begin(first);
  }

  /** @throws NotUtf8 and what the reader throws */
  end(): void {
    if (this.#first) this.#begin(this.#first);
    this.#reader.end();
  }

  #begin(bytes: Uint8Array): void {
    this.#first = null;
    if (isWide(bytes)) throw new NotUtf8('The JSON text is not UTF-8');
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.#reader.push(marked ? bytes.subarray(3) : bytes);
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** Whether it is UTF-16 or UTF-32: by a byte order mark, or by zeros in its first two characters, which are ASCII (RFC 4627 section 3). */
function isWide([a, b, c, d]: Uint8Array): boolean {
  if ((a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe)) return true;
  const zeros = [a, b, c, d].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  return ['000x', '0x0x', 'x000', 'x0x0'].includes(zeros) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
}
