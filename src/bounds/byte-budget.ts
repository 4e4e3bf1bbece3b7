/**
 * Bytes that several holders share, granted in the order in which they were asked for. It counts; how long somebody
 * waits, and who is still alive to give back, is the holders' own.
 */
import { WaitingLine } from './waiting-line.ts';

interface Asking {
  readonly bytes: number;
  readonly onGranted: () => void;
}

/** So many bytes, lent to whoever asks; those who find too few wait in line. */
export class ByteBudget {
  readonly totalBytes: number;
  #freeBytes: number;
  readonly #line = new WaitingLine<Asking>();

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  /**
   * Takes bytes as soon as they are free and all who asked before have theirs. More than `totalBytes` never come.
   * @param onGranted called once, at once or later; from then on the bytes are the caller's, until `giveBack`
   * @param passes takes bytes that are free now before those who wait for more
   * @returns leaves the line; nothing happens where the bytes are granted already
   */
  take(bytes: number, onGranted: () => void, passes = false): () => void {
    if (passes && bytes <= this.#freeBytes) {
      this.#freeBytes -= bytes;
      onGranted();
      return () => {};
    }
    const asking = { bytes, onGranted };
    this.#line.add(asking);
    this.#serve();
    return () => {
      if (this.#line.remove(asking)) this.#serve();
    };
  }

  /** Gives granted bytes back, all at once or in parts. */
  giveBack(bytes: number): void {
    this.#freeBytes += bytes;
    this.#serve();
  }

  #serve(): void {
    for (let { first } = this.#line; first && first.bytes <= this.#freeBytes; first = this.#line.first) {
      this.#line.take();
      this.#freeBytes -= first.bytes;
      first.onGranted();
    }
  }
}
