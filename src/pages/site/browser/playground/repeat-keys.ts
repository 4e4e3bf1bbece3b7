/**
 * The `Idempotency-Key` of each call that may have been charged and whose answer has not been shown. Sent again under
 * the same key, it is a repeat and costs nothing. Keys are in the browser's storage, to outlast the page.
 */

/** What is used of the browser's storage. */
export type TextStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export interface KeptKey {
  readonly key: string;
  /** When a call was first sent under it. */
  readonly sinceMs: number;
  /** When a call was last sent under it. */
  readonly sentAtMs: number;
}

const prefix = 'edgematte.call.';
/** As long as the service remembers a charge. */
const keptMs = 86_400_000;
const maxKept = 100;

/** The keys of this browser. */
export class RepeatKeys {
  readonly #storage: TextStorage;
  readonly #nowMs: () => number;
  /** Keys that the storage had no room for. */
  readonly #unstored = new Map<string, KeptKey>();

  /** Storage and clock are the browser's by themselves. */
  constructor(storage: TextStorage = storageOfBrowser(), nowMs: () => number = Date.now) {
    this.#storage = storage;
    this.#nowMs = nowMs;
    this.#tidy();
  }

  /**
   * The key for a call that is sent now: that of the earlier one, where there is one, else a new one. Where the browser's
   * storage has no room for it, it lasts as long as the page.
   */
  keyFor(callId: string): string {
    const name = prefix + callId;
    const sentAtMs = this.#nowMs();
    const { key, sinceMs } = this.#kept().get(name) ?? { key: crypto.randomUUID(), sinceMs: sentAtMs };
    const kept: KeptKey = { key, sinceMs, sentAtMs };
    this.#unstored.delete(name);
    try {
      this.#storage.setItem(name, JSON.stringify(kept));
    } catch {
      this.#unstored.set(name, kept);
    }
    this.#tidy();
    return key;
  }

  /** The key that a call was sent under; null where none is kept. */
  kept(callId: string): KeptKey | null {
    return this.#kept().get(prefix + callId) ?? null;
  }

  /** Forgets the key of a call: its answer has been shown, or it cannot be repeated any more. */
  forget(callId: string): void {
    this.#unstored.delete(prefix + callId);
    this.#storage.removeItem(prefix + callId);
  }

  /** Keys that are not too old, by their names. */
  #kept(): Map<string, KeptKey> {
    const kept = new Map<string, KeptKey>();
    for (const name of this.#names()) {
      const found = this.#unstored.get(name) ?? keptKeyOf(this.#storage.getItem(name));
      if (found && this.#nowMs() - found.sentAtMs < keptMs) kept.set(name, found);
    }
    return kept;
  }

  /** Drops keys that are too old or too many. */
  #tidy(): void {
    const newest = [...this.#kept()].sort(([, a], [, b]) => b.sentAtMs - a.sentAtMs).slice(0, maxKept);
    const staying = new Set(newest.map(([name]) => name));
    for (const name of this.#names()) {
      if (staying.has(name)) continue;
      this.#unstored.delete(name);
      this.#storage.removeItem(name);
    }
  }

  #names(): readonly string[] {
    const names = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index));
    const stored = names.filter((name): name is string => name?.startsWith(prefix) === true);
    return [...new Set([...stored, ...this.#unstored.keys()])];
  }
}

/** For browsers that store nothing: the page's own memory. */
export class PageMemory implements TextStorage {
  readonly #texts = new Map<string, string>();

  get length(): number {
    return this.#texts.size;
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#texts.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  removeItem(name: string): void {
    this.#texts.delete(name);
  }
}

/** What the browser stores, or the page's own memory where it stores nothing. */
export function storageOfBrowser(): TextStorage {
  try {
    const storage = globalThis.localStorage;
    // A browser may have a storage that takes nothing.
    storage.setItem('edgematte.tried', '');
    storage.removeItem('edgematte.tried');
    return storage;
  } catch {
    return new PageMemory();
  }
}

/** Null for any other text. */
function keptKeyOf(text: string | null): KeptKey | null {
  try {
    const { key, sentAtMs, sinceMs = sentAtMs } = Object(JSON.parse(text ?? ''));
    const isKept = typeof key === 'string' && typeof sentAtMs === 'number' && typeof sinceMs === 'number';
    return isKept ? { key, sinceMs, sentAtMs } : null;
  } catch {
    return null;
  }
}
