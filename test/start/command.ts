/** `npm start` as a process for tests: what it says, and the ports that it is given. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { inProject, projectRoot } from '../../src/start/root.ts';

/** Below the ephemeral ports of operating systems, so that no other program gets one before it is used here. */
let nextPort = 20_000 + Math.floor(Math.random() * 8000);

/** A port that nobody listens on, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    const server = await listen(port).catch(() => null);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

export function listen(at: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, '127.0.0.1', () => resolve(server));
  });
}

interface CommandSettings {
  /** At the head of a group of processes, as a shell starts it. */
  readonly detached?: boolean;
  /** With npm around it, as a person and a process manager start it. */
  readonly byNpm?: boolean;
}

/** `npm start`, by default without npm around it. */
export function command(
  environment: Readonly<Record<string, string>>,
  { detached = false, byNpm = false }: CommandSettings = {},
): ChildProcess {
  const node = [process.execPath, '--import', 'tsx', inProject('scripts/start.ts')];
  const [program, ...args] = byNpm ? ['npm', 'start'] : node;
  return spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
}

/** Everything that a command says until it ends, or until `enough` is said. */
export function said(child: ChildProcess, enough?: RegExp): Promise<{ text: string; status: number | null }> {
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data) => {
        text += data;
        if (enough?.test(text)) resolve({ text, status: null });
      });
    }
    child.on('close', (status) => resolve({ text, status }));
  });
}
