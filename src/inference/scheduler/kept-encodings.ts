/**
 * What an encoder made of a picture, for as long as the call that showed it may ask again. A call asks about each of its points and
 * then about those that belong together: its picture is encoded once.
 *
 * This is memory of a call at work, as its picture is: it goes at the call's deadline, no other call gets it, and nothing of it is
 * written anywhere. What later calls of a caller may have is kept by `kept/kept-outputs.ts`.
 */
import type { WireTensor } from '../../wire/protocol/tensor.ts';

/** Of 4 MiB each for the point segmenter. */
const mostKept = 4;
const longestMs = 600_000;

interface Entry {
  readonly encoding: readonly WireTensor[];
  readonly timer: NodeJS.Timeout;
}

/** The newest encodings, each until its time is over. */
export class KeptEncodings {
  /** From the one whose turn to go is next to the newest. */
  readonly #entries = new Map<string, Entry>();

  find(key: string): readonly WireTensor[] | undefined {
    return this.#entries.get(key)?.encoding;
  }

  /**
   * Keeps an encoding, in place of the oldest if there are too many.
   * @param endsMs milliseconds since the epoch; never kept longer than ten minutes
   */
  keep(key: string, encoding: readonly WireTensor[], endsMs: number): void {
    this.#drop(key);
    const leftMs = Math.min(longestMs, endsMs - Date.now());
    if (leftMs <= 0) return;
    // It must not hold up the end of the process.
    const timer = setTimeout(() => this.#drop(key), leftMs).unref();
    this.#entries.set(key, { encoding, timer });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= mostKept) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
  }
}
