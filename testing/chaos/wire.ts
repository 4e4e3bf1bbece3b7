/** A raw TCP connection of a client, and the answer that comes over it. */
import net from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import type { Departure } from './manners.ts';

/** Limit from the last byte of an upload to the last of its answer, and for writing one piece. */
export const patienceMs = 75_000;

/** Connects at once; `answer` fills as the server sends, at the pace of the client. */
export class Wire {
  readonly answer = new AnswerReader();
  /** The server has closed, or the connection broke. */
  isOver = false;
  readonly #socket: net.Socket;
  #wake: () => void = () => {};

  constructor(base: string, readPauseMs: number) {
    const { hostname, port } = new URL(base);
    this.#socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.#socket.on('data', (piece: Buffer) => {
      this.answer.push(piece);
      if (readPauseMs > 0) this.#pauseFor(readPauseMs);
      this.#wake();
    });
    for (const event of ['end', 'close', 'error'] as const) {
      this.#socket.on(event, () => {
        // An answer without a length is whole where the server closes its side, not where the connection breaks.
        if (event === 'end') this.answer.end();
        this.isOver = true;
        this.#wake();
      });
    }
    this.#socket.on('connect', () => this.#wake());
  }

  get isConnected(): boolean {
    return !this.#socket.connecting && !this.#socket.destroyed;
  }

  /** Resolves with the condition, true once it holds, or false when time is up or nothing more can come. */
  async until(condition: () => boolean, waitMs: number): Promise<boolean> {
    const endsBy = Date.now() + waitMs;
    while (!condition() && !this.isOver && Date.now() < endsBy) await this.#change(endsBy - Date.now());
    return condition();
  }

  /** Done once the system has taken the bytes. False when it did not. */
  async write(bytes: Buffer | string): Promise<boolean> {
    if (this.isOver) return false;
    let taken: boolean | null = null;
    this.#socket.write(bytes, (failure) => {
      taken = !failure;
      this.#wake();
    });
    return this.until(() => taken !== null, patienceMs).then(() => taken === true);
  }

  stopReading(): void {
    this.#socket.pause();
  }

  goOnReading(): void {
    this.#socket.resume();
  }

  leave(how: Departure): void {
    if (how === 'reset') this.#socket.resetAndDestroy();
    else if (how === 'drop') this.#socket.destroy();
    else this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  #pauseFor(ms: number): void {
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), ms);
  }

  /** Waits for the next event of the connection. */
  #change(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
