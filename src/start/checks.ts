/** What can be in the way of a start, found before anything is started; each gives one clear line. */
import { createServer } from 'node:net';

const [leastMajor, leastMinor] = [20, 19];

/** @throws Error when Node is too old */
export function checkNodeVersion(version: string): void {
  const [major, minor] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new Error(`Node ${leastMajor}.${leastMinor} or newer is needed and this is ${version}; please update Node`);
}

/** A port number from a variable. @throws Error for anything else */
export function portFrom(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(environment[name] || fallback);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`Expected a port from 1 to 65535 for ${name} but received ${environment[name]}`);
}

/** @throws Error when something listens on the port */
export function checkPortFree(name: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      reject(new Error(`Port ${port} ${why}; stop what uses it or set ${name} to another one`));
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}
