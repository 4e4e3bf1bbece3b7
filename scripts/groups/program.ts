/** A program whose processor time is counted. */
import { spawn } from 'node:child_process';
import { cpuSecondsOf } from '../verify/run-steps.ts';

export interface Ended {
  readonly status: number;
  /** Of it and of all that it waited for. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Prints to descriptor 3 what the shell and all that it waited for used: the same on every POSIX system. */
const shell = '"$@"; status=$?; times >&3; exit $status';

/** Those of a runner of tests, or of a hook of git, are not meant for another one. */
const own = /^(VITEST|NODE_ENV$|GIT_)/;

/** Whether people see what a program prints. */
export type Output = 'shown' | 'unseen';

/**
 * Runs it to its end.
 * @param environment added to that of this process
 */
export function runProgram(
  command: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
  output: Output = 'shown',
): Promise<Ended> {
  const startedAtMs = performance.now();
  const passedOn = Object.entries(process.env).filter(([name]) => !own.test(name));
  const seen = output === 'shown' ? 'inherit' : 'ignore';
  const child = spawn('sh', ['-c', shell, 'sh', ...command], {
    cwd,
    env: { ...Object.fromEntries(passedOn), ...environment },
    stdio: ['ignore', seen, seen, 'pipe'],
  });
  let times = '';
  child.stdio[3]?.on('data', (text) => {
    times += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) =>
      resolve({
        status: status ?? 1,
        cpuSeconds: cpuSecondsOf(times),
        wallSeconds: (performance.now() - startedAtMs) / 1000,
      }),
    );
  });
}
