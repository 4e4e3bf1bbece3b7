/**
 * What this browser remembers of each photo that was sent: the name of its call, what was clicked on it, and a small copy of what
 * came back. It is found by the hash of file and settings; neither photos nor names of files are kept.
 */

import type { Click } from '../playground/points.ts';

export interface PhotoRecord {
  /** Hash of file, settings and who pays. */
  readonly id: string;
  /** The `Idempotency-Key` that it was sent under. */
  readonly key: string;
  /** When it was first sent under this key. */
  readonly sentAtMs: number;
  /** `sent`: no answer yet, so it may have been paid. `answered`: paid. `saved`: paid, and in a ZIP that was finished. */
  readonly stage: 'sent' | 'answered' | 'saved';
  readonly needsReview: boolean;
  /** Whether a person has looked at it, so that it is not held back again; absent in those of earlier versions. */
  readonly isChecked?: boolean;
  /** What the person clicked on it; absent where nothing was. */
  readonly points?: readonly Click[];
  /** At most 320 pixels wide and high; null before there is an answer, and where this browser cannot draw it. */
  readonly thumbnail: Blob | null;
}

/** Where records are. */
export interface Records {
  get(id: string): Promise<PhotoRecord | null>;
  put(record: PhotoRecord): Promise<void>;
  forget(id: string): Promise<void>;
  forgetAll(): Promise<void>;
}

/** As long as the service remembers a charge. */
export const repeatableMs = 86_400_000;
/** Records are dropped then. */
const keptMs = 30 * 86_400_000;

/** The key for a call that is sent now: that of the earlier one while the service remembers it, else a new one. */
export function keyFor(record: PhotoRecord | null, nowMs: number): Pick<PhotoRecord, 'key' | 'sentAtMs'> {
  if (record && nowMs - record.sentAtMs < repeatableMs) return { key: record.key, sentAtMs: record.sentAtMs };
  return { key: crypto.randomUUID(), sentAtMs: nowMs };
}

/** For browsers that store nothing: the page's own memory. */
export class MemoryRecords implements Records {
  readonly #records = new Map<string, PhotoRecord>();

  async get(id: string): Promise<PhotoRecord | null> {
    return this.#records.get(id) ?? null;
  }

  async put(record: PhotoRecord): Promise<void> {
    this.#records.set(record.id, record);
  }

  async forget(id: string): Promise<void> {
    this.#records.delete(id);
  }

  async forgetAll(): Promise<void> {
    this.#records.clear();
  }
}

const [databaseName, storeName, timeIndex] = ['edgematte', 'photos', 'sentAtMs'];

/** The browser's own store. */
class StoredRecords implements Records {
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  async get(id: string): Promise<PhotoRecord | null> {
    const found: PhotoRecord | undefined = await resultOf(this.#store('readonly').get(id));
    return found ?? null;
  }

  async put(record: PhotoRecord): Promise<void> {
    await resultOf(this.#store('readwrite').put(record));
  }

  async forget(id: string): Promise<void> {
    await resultOf(this.#store('readwrite').delete(id));
  }

  async forgetAll(): Promise<void> {
    await resultOf(this.#store('readwrite').clear());
  }

  /** Drops what is too old. */
  async tidy(nowMs: number): Promise<void> {
    const store = this.#store('readwrite');
    const old = await resultOf(store.index(timeIndex).getAllKeys(IDBKeyRange.upperBound(nowMs - keptMs)));
    for (const id of old) store.delete(id);
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(storeName, mode).objectStore(storeName);
  }
}

/** The records of this browser; those of the page alone where it stores nothing. */
export async function openRecords(nowMs = Date.now()): Promise<Records> {
  try {
    const asked = indexedDB.open(databaseName, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(storeName, { keyPath: 'id' }).createIndex(timeIndex, timeIndex);
    };
    const records = new StoredRecords(await resultOf(asked));
    await records.tidy(nowMs);
    return records;
  } catch {
    return new MemoryRecords();
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
