/** Connections to a port whose Workers are away wait for them, but not for ever: then they get 503. */
import { createServer, type Server, type Socket } from 'node:net';
import { refusal } from '../contract/refusals.ts';
import { duplicate, waitingConnections } from './listening-socket.ts';

/** How long a caller who does not read may keep a connection. */
const readMs = 5000;
const retryAfterSeconds = 5;

/** The queue of one socket. */
export class WaitingRoom {
  readonly #socket: number;
  #timer: NodeJS.Timeout | undefined;
  #server: Server | null = null;

  constructor(socket: number) {
    this.#socket = socket;
  }

  get isOpen(): boolean {
    return this.#timer !== undefined;
  }

  /** Nobody accepts connections any more. @param longestMs how long they wait; then each, and each that comes, is answered 503 */
  open(longestMs: number): void {
    this.#timer ??= setTimeout(() => this.#answer(), longestMs);
  }

  /** Somebody does again. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#server?.close();
    this.#server = null;
  }

  #answer(): void {
    // Of its own number: closing it leaves the socket open.
    const fd = duplicate(this.#socket);
    // Without descriptors left they go on waiting.
    if (fd < 0) return;
    this.#server = createServer(turnAway);
    this.#server.on('error', () => {});
    // Listening again sets how many may wait, and Node's own number is 511.
    this.#server.listen({ fd }, waitingConnections);
  }
}

function turnAway(connection: Socket): void {
  const { status, body, code } = refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds });
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} Service Unavailable`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Retry-After: ${retryAfterSeconds}`,
    `X-Error-Code: ${code}`,
    'Connection: close',
  ];
  connection.on('error', () => {});
  connection.setTimeout(readMs, () => connection.destroy());
  // What was sent has to be read, or the system resets the connection before the answer is there.
  connection.resume();
  connection.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
