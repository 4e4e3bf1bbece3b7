/** The server's socket: listens, counts what is in work, and ends in order. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { readRequestId } from '../../wire/protocol/call-headers.ts';
import { headersOf } from './call.ts';
import { type AnswerSettings, serveRequest } from './serve.ts';

export interface Front {
  /**
   * @param port 0 for a free one
   * @returns the port that it listens on
   * @throws Error with one line if it cannot listen on the address
   */
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting, waits for the requests in work, at most `graceMs`, then closes every connection. */
  drain(graceMs: number): Promise<void>;
}

/** Longer than the 60 s and 90 s after which common proxies drop an idle connection, so that they close it first. */
const keepAliveMs = 100_000;
/** Slowest upload of a whole request. */
const requestMs = 300_000;
const maxConnections = 1024;

/** Makes the socket; nothing listens before `listen`. Each request is answered by `serve.ts`. */
export function createFront(settings: AnswerSettings): Front {
  let inWork = 0;
  let draining = false;
  const onQuiet = new Set<() => void>();

  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: requestMs });
  server.maxConnections = maxConnections;
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    inWork += 1;
    serveRequest(settings, incoming, response, draining)
      .catch((cause: unknown) => {
        settings.log.error('answer-broken', {
          requestId: readRequestId(headersOf(incoming)),
          path: incoming.url,
          cause: String(cause),
        });
        response.destroy();
      })
      .finally(() => {
        inWork -= 1;
        if (inWork > 0) return;
        for (const resume of onQuiet) resume();
      });
  });

  return {
    listen(port, host) {
      return new Promise((resolve, reject) => {
        server.once('error', (cause: NodeJS.ErrnoException) => reject(explain(cause, port, host)));
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      });
    },
    async drain(graceMs) {
      draining = true;
      const closed = new Promise((resolve) => server.close(resolve));
      if (inWork > 0 && graceMs > 0) {
        const quiet = new Promise<void>((resolve) => onQuiet.add(resolve));
        await inTime(quiet, { ms: graceMs }, () => {});
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

function explain(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  const where = `port ${port} of ${host}`;
  const reason =
    cause.code === 'EADDRINUSE'
      ? `Another program listens on ${where}. Stop it or set INFERENCE_PORT`
      : `Cannot listen on ${where}: ${cause.message}. Check INFERENCE_HOST and INFERENCE_PORT`;
  return new Error(reason, { cause });
}
