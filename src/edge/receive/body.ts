/** The request body as a sequence of large pieces, within time limits. */
import { inTime } from '../../bounds/in-time.ts';
import type { Limits } from '../../contract/limits.ts';
import { Refused, refusal } from '../../contract/refusals.ts';

/** Readers that ask for nothing get 4 KiB pieces; a buffer of this size gets what the socket has. */
const pieceBytes = 64 * 1024;

/** The client broke off the body, or its framing is not HTTP. */
export class BrokenBody extends Error {}

/** Reads a body piece by piece. A piece is valid until the next one is asked for. */
export class BodyReader {
  /** Bytes read so far. */
  received = 0;
  readonly #reader: ReadableStreamBYOBReader | null;
  readonly #limits: Limits;
  readonly #endsBy: number;
  #buffer = new ArrayBuffer(pieceBytes);
  #over = false;

  constructor({ body }: { readonly body: ReadableStream<Uint8Array> | null }, limits: Limits) {
    this.#reader = body?.getReader({ mode: 'byob' }) ?? null;
    this.#limits = limits;
    this.#endsBy = Date.now() + limits.uploadTotalMs;
    this.#over = this.#reader === null;
  }

  /**
   * The next piece, or null at the end.
   * @throws Refused 408 when the upload stalls or takes too long
   * @throws BrokenBody when the client breaks it off
   */
  async next(): Promise<Uint8Array | null> {
    if (this.#over || !this.#reader) return null;
    const waitMs = Math.min(this.#limits.uploadIdleMs, this.#endsBy - Date.now());
    const read = this.#reader.read(new Uint8Array(this.#buffer)).catch((cause) => {
      this.#over = true;
      throw new BrokenBody('The request body ends before its end was announced', { cause });
    });
    const result = await inTime(read, { ms: Math.max(0, waitMs) }, () => 'late' as const);
    if (result === 'late') {
      this.stop();
      throw new Refused(refusal('REQUEST_TIMEOUT'));
    }
    if (result.done || !result.value) {
      this.#over = true;
      return null;
    }
    this.#buffer = result.value.buffer as ArrayBuffer;
    this.received += result.value.byteLength;
    return result.value;
  }

  /**
   * Reads the rest and discards it, so that clients that read an answer only after sending everything do not lose it.
   * Bounded in bytes and time; the rest is then cancelled.
   */
  async drain(): Promise<void> {
    const endsBy = Date.now() + this.#limits.drainMs;
    const mostBytes = this.received + this.#limits.drainBytes;
    try {
      while (!this.#over && this.#reader && this.received < mostBytes && Date.now() < endsBy) {
        const read = this.#reader.read(new Uint8Array(this.#buffer));
        const result = await inTime(read, { ms: endsBy - Date.now() }, () => 'late' as const);
        if (result === 'late') break;
        if (result.done || !result.value) return;
        this.#buffer = result.value.buffer as ArrayBuffer;
        this.received += result.value.byteLength;
      }
    } catch {
      return; // The client has left.
    }
    this.stop();
  }

  /** Cancels the body: nothing more is read. */
  stop(): void {
    if (!this.#over) this.#reader?.cancel().catch(() => {});
    this.#over = true;
  }
}
