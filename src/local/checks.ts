/** What can be in the way of a start, found before anything is started; each gives one clear line. */
import { createServer } from 'node:net';

const [leastMajor, leastMinor] = [22, 12];

/** @throws Error when Node is too old */
export function checkNodeVersion(version: string): void {
  const [major, minor] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new Error(`Node ${leastMajor}.${leastMinor} or newer is needed and this is ${version}; please update Node`);
}

/** @throws Error when both parts are to listen on one port */
export function checkPortsDiffer(port: number, inferencePort: number): void {
  if (port === inferencePort)
    throw new Error(`Expected two ports for PORT and INFERENCE_PORT but received ${port} twice`);
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
