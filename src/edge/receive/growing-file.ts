/** The only copy of the files of a call, which grows as they arrive. */

/** Bytes that arrive in pieces, kept once, up to a limit. */
export class GrowingFile {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  readonly #limitBytes: number;

  /** @param expectedBytes the announced length; without one the buffer starts small and doubles */
  constructor(limitBytes: number, expectedBytes: number | null) {
    this.#limitBytes = limitBytes;
    this.#bytes = new Uint8Array(Math.min(limitBytes, expectedBytes ?? 256 * 1024));
  }

  /** Appends a piece; false, and nothing is kept, when the file is over the limit. */
  append(piece: Uint8Array): boolean {
    const room = this.#makeRoom(piece.length);
    if (!room) return false;
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
    return true;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes so far, without a copy. */
  content(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(count: number): boolean {
    const needed = this.#length + count;
    if (needed > this.#limitBytes) {
      this.#bytes = new Uint8Array(0);
      this.#length = 0;
      return false;
    }
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#limitBytes, Math.max(needed, this.#bytes.length * 2)));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return true;
  }
}

/** One of several files that arrive one after the other and share a buffer and its limit. */
export class FileWithin {
  readonly #all: GrowingFile;
  readonly #from: number;
  #length = 0;

  constructor(all: GrowingFile) {
    this.#all = all;
    this.#from = all.length;
  }

  /** Appends a piece; false when all files are over the limit together. */
  append(piece: Uint8Array): boolean {
    const kept = this.#all.append(piece);
    if (kept) this.#length += piece.length;
    return kept;
  }

  /** Bytes of this file so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes of this file, without a copy. */
  content(): Uint8Array<ArrayBuffer> {
    return this.#all.content().subarray(this.#from, this.#from + this.#length);
  }
}
