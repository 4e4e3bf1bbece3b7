/** `npm start` as a process for tests, and what it says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { inProject, projectRoot } from '../../src/local/root.ts';

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
