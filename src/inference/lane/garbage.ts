/** When a lane child frees what its pictures have left in its memory. */
import { measureMemory } from 'node:vm';
import { fixedBytes } from './need.ts';

/** What may lie about, beside tensors, while the next picture is worked on. */
const mostBytes = 16 * 1024 * 1024;
/** What is left after a child's last picture goes so much later. */
const idleMs = 60_000;

/** Counts what pictures may have left, and collects it. */
export class Garbage {
  readonly #collect: () => Promise<void>;
  #bytes = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(collect: () => Promise<void> = collectGarbage) {
    this.#collect = collect;
  }

  /** A file has come in, of so many bytes. */
  received(bytes: number): void {
    clearTimeout(this.#idle);
    this.#bytes += bytes;
  }

  /** A picture has reserved so many bytes, `neededBytes` of it. */
  reserved(bytes: number): void {
    this.#bytes += bytes - fixedBytes;
  }

  /** A picture is done with. Resolves when the next one may begin: after a collection, if much was left. */
  async left(): Promise<void> {
    if (this.#bytes > mostBytes) return this.#free();
    this.#idle = setTimeout(() => void this.#free(), idleMs).unref();
  }

  #free(): Promise<void> {
    this.#bytes = 0;
    return this.#collect();
  }
}

/**
 * Frames hang on small objects, and V8 alone would let the next ones come before the last ones have gone. To measure its
 * memory, it collects as it does of itself. `gc()` would collect more: the hidden classes that no object has just now, and
 * with them all code compiled for pictures, 0.2 s of processor time for each.
 */
async function collectGarbage(): Promise<void> {
  await measureMemory({ execution: 'eager' });
}
