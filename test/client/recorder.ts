/** A relay between the command line and the service: it keeps its address while the service changes its own, and records. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from '../relay.ts';

/** One request that passed. */
export interface Passed {
  readonly requestId: string;
  /** Its `Idempotency-Key`. */
  readonly name: string;
  inWork: boolean;
  /** Whether the service was killed while it was in work. */
  struck: boolean;
}

export class Recorder {
  /** Where requests go. */
  targetPort = 0;
  readonly passed: Passed[] = [];
  #ended = 0;
  #waiting: { readonly requests: number; readonly resolve: () => void }[] = [];
  readonly #server: http.Server;

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async start(): Promise<Recorder> {
    const server = http.createServer((request, response) => recorder.#pass(request, response));
    const recorder: Recorder = new Recorder(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return recorder;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when so many requests have ended, whichever way. */
  ended(requests: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ requests, resolve });
      this.#resolveWaiting();
    });
  }

  /** The service is killed now. */
  strike(): void {
    for (const each of this.passed) each.struck ||= each.inWork;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const header = (name: string) => String(request.headers[name] ?? '');
    const note: Passed = {
      requestId: header('x-request-id'),
      name: header('idempotency-key'),
      inWork: true,
      struck: false,
    };
    this.passed.push(note);
    response.on('close', () => {
      note.inWork = false;
      this.#ended++;
      this.#resolveWaiting();
    });
    // A client that is gone leaves no error behind.
    request.on('error', () => {});
    forward(request, response, this.targetPort);
  }

  #resolveWaiting(): void {
    for (const { requests, resolve } of this.#waiting) if (this.#ended >= requests) resolve();
    this.#waiting = this.#waiting.filter(({ requests }) => this.#ended < requests);
  }
}
