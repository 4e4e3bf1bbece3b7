/** Ports for programs that a test starts. */
import { createServer, type Server } from 'node:net';

/** Below the ephemeral ports of operating systems, so that no other program gets one before it is used here. */
let nextPort = 20_000 + Math.floor(Math.random() * 8000);

/** A port of loopback that nobody listens on, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    const server = await listen(port).catch(() => null);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** A server on a port of loopback. @throws Error where another program has it */
export function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
