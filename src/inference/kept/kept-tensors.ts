/**
 * Tensors in memory, by caller and name: at most so many bytes, each for ten minutes. Over the limit the caller who holds most gives
 * way, with what was used longest ago: a caller with a thousand pictures does not take the place of one who edits a single one.
 */
import type { WireTensor } from '../../wire/protocol/tensor.ts';

/** From its coming, however often it is used. */
export const keptMs = 600_000;
/** What name, timer and objects of an entry take, about: thousands of small tensors must count too. */
export const entryBytes = 1024;

interface Entry {
  readonly tensors: readonly WireTensor[];
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

/** What one caller has. */
class Share {
  bytes = 0;
  /** By name, from the one that was used longest ago to the one that was used last. */
  readonly entries = new Map<string, Entry>();
}

/** Owns what is kept until `close`. */
export class KeptTensors {
  #limitBytes: number;
  #bytes = 0;
  /** By caller; none is empty. */
  readonly #shares = new Map<string, Share>();

  /** @param limitBytes 0 keeps nothing */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** What it holds, never more than its limit. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What a caller has under a name. */
  find(caller: string, name: string): readonly WireTensor[] | undefined {
    const entries = this.#shares.get(caller)?.entries;
    const entry = entries?.get(name);
    if (!entries || !entry) return undefined;
    entries.delete(name);
    entries.set(name, entry);
    return entry.tensors;
  }

  /** Keeps tensors, in place of those that have the name. They are not copied, and must not change any more. */
  keep(caller: string, name: string, tensors: readonly WireTensor[]): void {
    this.#drop(caller, name);
    const bytes = entryBytes + heldBytes(tensors);
    if (bytes > this.#limitBytes) return;
    while (this.#bytes + bytes > this.#limitBytes) this.#giveWay(caller, bytes);
    // It must not hold up the end of the process.
    const timer = setTimeout(() => this.#drop(caller, name), keptMs).unref();
    const share = this.#shares.get(caller) ?? new Share();
    this.#shares.set(caller, share);
    share.entries.set(name, { tensors, bytes, timer });
    share.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Gives everything back, and keeps nothing any more. */
  close(): void {
    this.#limitBytes = 0;
    for (const [caller, { entries }] of this.#shares) {
      for (const name of entries.keys()) this.#drop(caller, name);
    }
  }

  /** Drops one entry, for a caller who is about to have so many bytes more. Something must be kept. */
  #giveWay(newcomer: string, bytes: number): void {
    const held = [...this.#shares].map(([caller, share]) => ({
      caller,
      bytes: share.bytes + (caller === newcomer ? bytes : 0),
      oldest: share.entries.keys().next().value,
    }));
    const most = held.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    if (most.oldest !== undefined) this.#drop(most.caller, most.oldest);
  }

  #drop(caller: string, name: string): void {
    const share = this.#shares.get(caller);
    const entry = share?.entries.get(name);
    if (!share || !entry) return;
    clearTimeout(entry.timer);
    share.entries.delete(name);
    share.bytes -= entry.bytes;
    this.#bytes -= entry.bytes;
    if (share.entries.size === 0) this.#shares.delete(caller);
  }
}

/** The memory that tensors hold: a view holds all of its buffer, and several may share one. */
function heldBytes(tensors: readonly WireTensor[]): number {
  const buffers = new Set(tensors.map(({ data }) => data.buffer));
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
