/** The picture that a caller sends, as something that can be sent more than once. */
import { piecesOf } from './streams.ts';

/** A file of a format that the service reads: a `Blob` or `File`, its bytes, or a stream of them. */
type PhotoFile = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The file itself, or its public address, from which the service fetches it. */
export type Photo = PhotoFile | URL;

/** A photo that can be read from its beginning any number of times. */
export interface RereadablePhoto {
  /** Null of a stream. */
  readonly bytes: number | null;
  pieces(): AsyncIterable<Uint8Array>;
  /** What the caller's stream has thrown; undefined while it is well. */
  fault(): unknown;
  /** The whole file; null of a stream. */
  readonly blob: Blob | null;
}

/** An address stays one. A stream keeps what was read of it, at most what the service accepts: 20 MB. */
export function rereadable(photo: Photo): RereadablePhoto | URL {
  if (photo instanceof URL) return photo;
  if (photo instanceof ReadableStream) {
    const kept = new KeptStream(photo);
    return { bytes: null, blob: null, pieces: () => kept.pieces(), fault: () => kept.fault };
  }
  const blob = photo instanceof Blob ? photo : new Blob([photo]);
  return { bytes: blob.size, blob, pieces: () => piecesOf(blob.stream()), fault: () => undefined };
}

/** A stream that is read once and given any number of times. */
class KeptStream {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #kept: Uint8Array[] = [];
  /** Readers that come to the end of what is kept wait for one and the same next piece. */
  #next: Promise<boolean> | null = null;
  #fault: unknown;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#source = piecesOf(stream);
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, void> {
    for (let at = 0; at < this.#kept.length || (await this.#more()); at++) yield this.#kept[at];
  }

  get fault(): unknown {
    return this.#fault;
  }

  /** Whether there was one more piece. */
  #more(): Promise<boolean> {
    this.#next ??= this.#read();
    return this.#next;
  }

  async #read(): Promise<boolean> {
    try {
      const { done, value } = await this.#source.next();
      this.#next = null;
      if (!done) this.#kept.push(value);
      return !done;
    } catch (cause) {
      this.#fault = cause;
      throw cause;
    }
  }
}
