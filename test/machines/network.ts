/** Two further machines beside this namespace, which is the first one: each a namespace with a cable to it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { projectRoot } from '../../src/local/root.ts';

const here = '10.0.0.1';

export const machines = [
  { name: 'two', address: '10.0.0.2' },
  { name: 'three', address: '10.0.0.3' },
] as const;
export type Machine = (typeof machines)[number];

type Environment = Readonly<Record<string, string>>;

/** Makes the machines. @throws Error where this process is not in namespaces of its own */
export function buildMachines(): void {
  // Names of namespaces are files there; the folder is this mount namespace's alone.
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  run('ip', 'link', 'set', 'lo', 'up');
  for (const { name, address } of machines) {
    const inside = (...words: string[]) => run('nsenter', `--net=/run/netns/${name}`, 'ip', ...words);
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('ip', 'addr', 'add', here, 'peer', address, 'dev', name);
    run('ip', 'link', 'set', name, 'up');
    inside('link', 'set', 'lo', 'up');
    inside('addr', 'add', address, 'peer', here, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
  }
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: 'pipe' });
}

/** Commands of a shell as they run. */
export interface Running {
  readonly pid: number;
  /** All that they have said. */
  text(): string;
  /** Resolves once they have said it. @throws Error with all that they said where they end before */
  said(what: RegExp): Promise<void>;
  /** Resolves with their status, null where they were killed. */
  readonly ended: Promise<number | null>;
  /** Signals the whole group of their processes. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** Runs commands on this machine, or on another. */
export function shell(commands: string, environment: Environment, machine?: Machine): Running {
  const [program, ...words] = [
    ...(machine ? ['nsenter', `--net=/run/netns/${machine.name}`] : []),
    'sh',
    '-ec',
    commands,
  ];
  const child = spawn(program, words, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return runningOf(child);
}

function runningOf(child: ChildProcess): Running {
  let text = '';
  let onMore = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      text += piece;
      onMore();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      onMore = () => what.test(text) && resolve();
      onMore();
      ended.then((status) => reject(new Error(`It ended with ${status} before it said ${what}:\n${text}`)));
    });
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    try {
      process.kill(-Number(child.pid), name);
    } catch {
      // It has ended.
    }
  };
  return { pid: Number(child.pid), text: () => text, said, ended, signal };
}
