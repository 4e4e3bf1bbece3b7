/** The checksum of zlib streams: RFC 1950 section 8.2. */

const base = 65_521;
/** Most bytes that can be summed before the second sum leaves 32 bits. */
const block = 5552;

/** The sum over bytes that come piece by piece. */
export class Adler32 {
  #a = 1;
  #b = 0;

  update(bytes: Uint8Array): void {
    let a = this.#a;
    let b = this.#b;
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(at + block, bytes.length);
      for (; at < end; at++) {
        a += bytes[at];
        b += a;
      }
      a %= base;
      b %= base;
    }
    this.#a = a;
    this.#b = b;
  }

  /** Four bytes, most significant first. */
  bytes(): Uint8Array {
    return Uint8Array.of(this.#b >> 8, this.#b & 0xff, this.#a >> 8, this.#a & 0xff);
  }
}
