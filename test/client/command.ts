/** `npx edgematte` as a process for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { inProject } from '../../src/local/root.ts';

export interface Ended {
  /** Null where it was killed. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Who calls, and where. */
export interface Caller {
  readonly address: string;
  readonly key: string;
  readonly folder: string;
}

/** Starts the built command. Its input is empty unless given. */
export function edgematte(
  { address, key, folder }: Caller,
  words: readonly string[],
  input: Buffer = Buffer.alloc(0),
  environment: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [inProject('clients/typescript/dist/edgematte.js'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, EDGEMATTE_ADDRESS: address, EDGEMATTE_KEY: key, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece;
  });
  // It may end before it has read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }));
  });
  return { child, ended };
}
