/** A web server on a free local port, for tests of downloads. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Paths in the order they were asked for. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that answers every request with `answer`. */
export async function startTestServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A test of silence leaves a response open.
        server.closeAllConnections();
      }),
  };
}
