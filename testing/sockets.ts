/** Requests written by hand to a TCP connection, for what no client would send: RFC 9112. */
import { once } from 'node:events';
import net from 'node:net';
import { type Answer, readAnswers } from './http-message.ts';
import type { Call, Sender } from './requests.ts';

/** More than any limit that tests wait for. */
const patienceMs = 90_000;

/** Pieces that have come on all connections so far. */
let pieces = 0;

/** A connection to the service. */
export class Connection {
  /** When its first piece came: the how-manieth of all connections that was, and at which time of this process. */
  first: { readonly place: number; readonly atMs: number } | null = null;
  readonly #socket: net.Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #failure: Error | null = null;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => {
      pieces += 1;
      this.first ??= { place: pieces, atMs: performance.now() };
      this.#received = Buffer.concat([this.#received, piece]);
    });
    socket.once('end', () => {
      this.#ended = true;
    });
    socket.once('close', () => {
      this.#ended = true;
    });
    socket.on('error', (failure) => {
      this.#failure = failure;
    });
  }

  static async open(base: string): Promise<Connection> {
    const { hostname, port } = new URL(base);
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Writes bytes; done once the system has accepted them all. Nothing is read meanwhile, as simple clients do it. */
  async write(bytes: Buffer | string): Promise<void> {
    this.#socket.pause();
    await new Promise<void>((resolve, reject) => {
      this.#socket.write(bytes, (failure) => (failure ? reject(failure) : resolve()));
    });
    this.#socket.resume();
  }

  /** Whether the server has closed the connection, or it broke. */
  get isOver(): boolean {
    return this.#ended || this.#failure !== null;
  }

  /** Reads nothing from now on. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Says that nothing more will be written. */
  finish(): void {
    this.#socket.end();
  }

  /** The first `count` complete answers. @throws Error when the connection ends, fails or stays silent before that */
  async answers(count: number, waitMs = patienceMs): Promise<readonly Answer[]> {
    const endsBy = Date.now() + waitMs;
    for (;;) {
      const answers = readAnswers(this.#received, this.#ended);
      if (answers.length >= count) return answers.slice(0, count);
      if (this.#failure) throw this.#failure;
      if (this.#ended) throw new Error(`The server closed after ${answers.length} of ${count} answers`);
      if (Date.now() > endsBy) throw new Error(`${answers.length} of ${count} answers came within ${waitMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async answer(waitMs = patienceMs): Promise<Answer> {
    const [answer] = await this.answers(1, waitMs);
    return answer;
  }

  /** Resolves once the server has closed the connection, whatever it sent before. */
  async closed(waitMs = patienceMs): Promise<void> {
    const endsBy = Date.now() + waitMs;
    while (!this.#ended) {
      if (Date.now() > endsBy) throw new Error(`The server did not close within ${waitMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The head of a request, with the length of its body or the mark that it comes in chunks. */
export function headOf(base: string, { method, path, headers, body, chunked }: Call): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(base).host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (chunked) lines.push('Transfer-Encoding: chunked');
  else if (body || method === 'POST') lines.push(`Content-Length: ${body?.length ?? 0}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A body in chunks of 64 KiB. */
export function inChunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 65_536) {
    const piece = body.subarray(at, at + 65_536);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

/** Writes a whole request; done once the last byte is out. */
export async function writeCall(connection: Connection, base: string, call: Call): Promise<void> {
  const { body = Buffer.alloc(0), chunked } = call;
  await connection.write(headOf(base, call));
  if (body.length > 0 || chunked) await connection.write(chunked ? inChunks(body) : body);
}

/** Sends a call over a connection of its own and reads the answer only after the last byte was written. */
export const sendWithSocket: Sender = async (base, call) => {
  const connection = await Connection.open(base);
  try {
    await writeCall(connection, base, call);
    return await connection.answer();
  } finally {
    connection.close();
  }
};
