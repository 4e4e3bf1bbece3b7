/** The request body as a sequence of large pieces, within limits on time and at a pace. */
import type { Limits } from '../../contract/limits.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { SharedThread } from '../../pixels/bounds/shared-thread.ts';
import { type BodyRoom, lostRoom } from './body-room.ts';
import type { FileRoom } from './growing-file.ts';

/** Readers that ask for nothing get 4 KiB pieces; a buffer of this size gets what the socket has. */
const pieceBytes = 64 * 1024;
/** Microseconds that are counted for a byte that is read, scanned and decoded. */
const usPerByte = 0.01;

/** The client broke off the body, or its framing is not HTTP. */
export class BrokenBody extends Error {}

/** Where the files of a body grow, and how fast it comes. */
type Room = FileRoom & Pick<BodyRoom, 'transfer' | 'lost' | 'check'>;

/** Reads a body piece by piece. A piece is valid until the next one is asked for. */
export class BodyReader {
  /** Bytes read so far. */
  received = 0;
  readonly #reader: ReadableStreamBYOBReader | null;
  readonly #limits: Limits;
  readonly #thread: SharedThread;
  #room: Room | null = null;
  /** Unix milliseconds, once it is read. */
  #endsBy: number | null = null;
  #buffer = new ArrayBuffer(pieceBytes);
  #reading: Promise<Uint8Array | null> | null = null;
  #over = false;

  /** @param thread gets others their turns between pieces */
  constructor(
    { body }: { readonly body: ReadableStream<Uint8Array> | null },
    limits: Limits,
    thread = new SharedThread(),
  ) {
    this.#reader = body?.getReader({ mode: 'byob' }) ?? null;
    this.#limits = limits;
    this.#thread = thread;
    this.#over = this.#reader === null;
  }

  /** The room in which its files grow. @throws Error before `readInto` */
  get room(): FileRoom {
    if (!this.#room) throw new Error('A body is read before there is room for it');
    return this.#room;
  }

  /** Is read into that room from now on, at the pace that bodies have to keep. */
  readInto(room: Room): void {
    this.#room = room;
  }

  /**
   * The next piece, or null at the end.
   * @throws Refused 408 when the upload stalls, is too slow or takes too long, 503 where its room is lost
   * @throws BrokenBody when the client breaks it off
   */
  async next(): Promise<Uint8Array | null> {
    if (this.#over || !this.#reader) return null;
    const room = this.#room;
    room?.check();
    this.#endsBy ??= Date.now() + this.#limits.uploadTotalMs;
    const patienceMs = room?.transfer.patienceMs ?? Number.POSITIVE_INFINITY;
    const waitMs = Math.min(this.#limits.uploadIdleMs, this.#endsBy - Date.now(), patienceMs);
    room?.transfer.wait();
    const read = this.#read(this.#reader).catch((cause) => {
      this.#over = true;
      throw new BrokenBody('The request body ends before its end was announced', { cause });
    });
    const outcome: Promise<Uint8Array | null | 'lost'> = room ? Promise.race([read, room.lost]) : read;
    const piece = await inTime(outcome, { ms: Math.max(0, waitMs) }, () => 'late' as const);
    if (piece === 'late') {
      this.stop();
      throw new Refused(refusal('REQUEST_TIMEOUT'));
    }
    if (piece === 'lost') throw lostRoom();
    room?.transfer.moved(piece?.byteLength ?? 0);
    const turn = this.#thread.after((piece?.byteLength ?? 0) * usPerByte);
    if (turn) await turn;
    return piece;
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
        const piece = await inTime(this.#read(this.#reader), { ms: endsBy - Date.now() }, () => 'late' as const);
        if (piece === 'late') break;
        if (piece === null) return;
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

  /** One read; where the wait for it has ended before it did, it is the next one too. */
  #read(reader: ReadableStreamBYOBReader): Promise<Uint8Array | null> {
    this.#reading ??= reader.read(new Uint8Array(this.#buffer)).then(({ done, value }) => {
      this.#reading = null;
      if (done || !value) {
        this.#over = true;
        return null;
      }
      this.#buffer = value.buffer as ArrayBuffer;
      this.received += value.byteLength;
      return value;
    });
    return this.#reading;
  }
}
