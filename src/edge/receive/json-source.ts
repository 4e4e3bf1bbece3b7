/** The beginning of a token's source text. No more is needed: no token that counts is longer. */

/** An address of 2,048 characters, each escaped, is within it. */
const maxBytes = 16_384;

/** The first bytes of a token, as in the text. */
export class JsonSource {
  /** Whether the token was longer than what is kept. */
  isCut = false;
  readonly #bytes = new Uint8Array(maxBytes);
  #length = 0;

  keep(bytes: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + maxBytes - this.#length);
    if (end < to) this.isCut = true;
    if (end === from) return;
    this.#bytes.set(bytes.subarray(from, end), this.#length);
    this.#length += end - from;
  }

  keepByte(byte: number): void {
    if (this.#length === maxBytes) this.isCut = true;
    else this.#bytes[this.#length++] = byte;
  }

  /** Returns the text so far, and empties it. */
  take(): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    this.isCut = false;
    return text;
  }
}
