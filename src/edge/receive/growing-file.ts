/** The only copy of the files of a call, which takes memory as they arrive. */
import { free } from '../../pixels/bounds/free.ts';

/** Where files take their memory from. */
export interface FileRoom {
  /** Takes bytes. @throws Refused 503 where there are none */
  take(bytes: number): void;
  giveBack(bytes: number): void;
  /** A file has begun, which is let go of where the room is lost. */
  keep(file: GrowingFile): void;
}

/** A first buffer is no smaller where more is to come. */
const firstBytes = 64 * 1024;

/**
 * Bytes that arrive in pieces, kept once, up to a limit. Their buffer doubles, and the last one is of the announced length; while
 * it grows, the old and the new one are held.
 */
export class GrowingFile {
  #bytes = new Uint8Array(0);
  #length = 0;
  readonly #mostBytes: number;
  readonly #limitBytes: number;
  readonly #room: FileRoom;

  /** @param expectedBytes the announced length: the buffer grows no further until it is reached; null for none */
  constructor(limitBytes: number, expectedBytes: number | null, room: FileRoom) {
    this.#limitBytes = limitBytes;
    this.#mostBytes = Math.min(limitBytes, expectedBytes ?? limitBytes);
    this.#room = room;
    room.keep(this);
  }

  /**
   * Appends a piece; false, and nothing is kept, when the file is over the limit.
   * @throws Refused 503 where there is no room for it
   */
  append(piece: Uint8Array): boolean {
    const needed = this.#length + piece.length;
    if (needed > this.#limitBytes) {
      this.letGo();
      return false;
    }
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#bytes.set(piece, this.#length);
    this.#length = needed;
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

  /** Gives back all memory: the file is empty from then on, and so is what shares it. */
  letGo(): void {
    this.#replace(new Uint8Array(0));
    this.#length = 0;
  }

  #grow(needed: number): void {
    // What was announced may be too little, for it is the other side that says it.
    let bytes = needed <= this.#mostBytes ? this.#mostBytes : this.#limitBytes;
    while (Math.ceil(bytes / 2) >= Math.max(needed, firstBytes)) bytes = Math.ceil(bytes / 2);
    this.#room.take(bytes);
    const larger = new Uint8Array(bytes);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#replace(larger);
  }

  #replace(bytes: Uint8Array<ArrayBuffer>): void {
    const old = this.#bytes;
    const oldBytes = old.length;
    this.#bytes = bytes;
    free(old);
    this.#room.giveBack(oldBytes);
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

  /** Appends a piece; false when all files are over the limit together. @throws Refused 503 where there is no room for it */
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
