/** Bits and Huffman codes of JPEG scans: ITU-T T.81 annexes C and F. Enough to walk a scan without making pixels of it. */

/** The scan ends before its picture, or holds a code that no table has. */
export class EntropyFault extends Error {}

/** Codes up to this length are looked up at once. */
const lookupBits = 9;
/** Bits of such a code and of what follows it, at most. */
const longestLookedUp = lookupBits + 15;

/** Codes of one DHT segment, ready to be looked up: T.81 annex C. */
export class HuffmanTable {
  /** length << 8 | symbol for every prefix of `lookupBits` bits; 0 where the code is longer. */
  readonly lookup = new Uint16Array(1 << lookupBits);
  /** For each length, 1 to 16: one past the largest code, and what turns a code into an index of `symbols`. */
  readonly endCode = new Int32Array(17);
  readonly offset = new Int32Array(17);
  readonly symbols: Uint8Array;

  /** @param counts codes of each length 1 to 16; @param symbols in order of their codes */
  constructor(counts: Uint8Array, symbols: Uint8Array) {
    this.symbols = symbols;
    let code = 0;
    let index = 0;
    for (let length = 1; length <= 16; length++) {
      this.offset[length] = index - code;
      for (let i = 0; i < counts[length - 1]; i++, code++, index++) {
        if (length <= lookupBits) this.#fill(code, length, symbols[index]);
      }
      this.endCode[length] = code;
      code <<= 1;
    }
  }

  #fill(code: number, length: number, symbol: number): void {
    const first = code << (lookupBits - length);
    this.lookup.fill((length << 8) | symbol, first, first + (1 << (lookupBits - length)));
  }
}

/** Reads one scan. Stuffed zeros are removed; a marker ends the bits. */
export class BitReader {
  /** Next byte of the file. */
  at: number;
  readonly #bytes: Uint8Array;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** The next symbol of a table. @throws EntropyFault */
  symbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill();
    const bits = this.#bits;
    const count = this.#count;
    const peeked =
      count >= lookupBits ? (bits >>> (count - lookupBits)) & 0x1ff : (bits << (lookupBits - count)) & 0x1ff;
    const entry = table.lookup[peeked];
    if (entry !== 0) {
      const length = entry >> 8;
      if (length > count) throw new EntropyFault('The scan ends early');
      this.#count -= length;
      return entry & 0xff;
    }
    return this.#longSymbol(table);
  }

  /**
   * Passes over symbols: the upper half of one is the number of coefficients that are 0, the lower half that of the bits that
   * follow. Ends behind the last coefficient, or at a symbol without bits other than 0xf0. All in one loop, since each symbol
   * waits for the one before.
   * @throws EntropyFault
   */
  skipCoefficients(table: HuffmanTable, first: number, last: number): void {
    const { lookup } = table;
    let bits = this.#bits;
    let count = this.#count;
    for (let index = first; index <= last; index++) {
      if (count < longestLookedUp) {
        this.#count = count;
        this.#fill();
        bits = this.#bits;
        count = this.#count;
      }
      const entry = count < longestLookedUp ? 0 : lookup[(bits >>> (count - lookupBits)) & 0x1ff];
      let symbol = entry & 0xff;
      if (entry !== 0) {
        count -= (entry >> 8) + (entry & 15);
      } else {
        this.#count = count;
        symbol = this.symbol(table);
        this.skip(symbol & 15);
        bits = this.#bits;
        count = this.#count;
      }
      index += symbol >> 4;
      if ((symbol & 15) === 0 && symbol !== 0xf0) break;
    }
    this.#count = count;
  }

  /** Passes over 0 to 16 bits. @throws EntropyFault */
  skip(length: number): void {
    if (this.#count < length) this.#require(length);
    this.#count -= length;
  }

  /** The next 0 to 16 bits as a number. @throws EntropyFault */
  read(length: number): number {
    if (length === 0) return 0;
    if (this.#count < length) this.#require(length);
    this.#count -= length;
    return (this.#bits >>> this.#count) & ((1 << length) - 1);
  }

  /** Drops the bits before a marker and passes a restart marker. @throws EntropyFault when there is none */
  restart(): void {
    this.#count = 0;
    const bytes = this.#bytes;
    while (this.at + 1 < bytes.length && bytes[this.at] !== 0xff) this.at++;
    while (this.at + 1 < bytes.length && bytes[this.at + 1] === 0xff) this.at++;
    const marker = bytes[this.at + 1] ?? 0;
    if (marker < 0xd0 || marker > 0xd7) throw new EntropyFault('A restart marker is missing');
    this.at += 2;
  }

  #longSymbol(table: HuffmanTable): number {
    for (let length = lookupBits + 1; length <= 16; length++) {
      if (length > this.#count) throw new EntropyFault('The scan ends early');
      const code = (this.#bits >>> (this.#count - length)) & ((1 << length) - 1);
      if (code < table.endCode[length]) {
        this.#count -= length;
        return table.symbols[code + table.offset[length]];
      }
    }
    throw new EntropyFault('The scan holds an unknown code');
  }

  #require(length: number): void {
    this.#fill();
    if (this.#count < length) throw new EntropyFault('The scan ends early');
  }

  /** Tops the bits up to at least 25, or to what is left before the next marker. */
  #fill(): void {
    const bytes = this.#bytes;
    let at = this.at;
    let bits = this.#bits;
    let count = this.#count;
    for (; count <= 24 && at < bytes.length; at++, count += 8) {
      const byte = bytes[at];
      // A zero is stuffed behind it; anything else is a marker.
      if (byte === 0xff && bytes[++at] !== 0) {
        at--;
        break;
      }
      bits = (bits << 8) | byte;
    }
    this.at = at;
    this.#bits = bits;
    this.#count = count;
  }
}
