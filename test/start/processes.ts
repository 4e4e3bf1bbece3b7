/** Processes of this machine, as `ps` lists them. */
import { execFileSync } from 'node:child_process';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function all(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // A zombie has ended; only its parent has not waited for it yet.
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** A process with all that it started, and what those started; empty when it is gone. */
export function familyOf(pid: number): Process[] {
  const everyone = all();
  const found = everyone.filter((process) => process.pid === pid);
  for (let next = 0; next < found.length; next += 1) {
    found.push(...everyone.filter(({ parent }) => parent === found[next].pid));
  }
  return found;
}

/** Those of the numbers that live. */
export function livingOf(pids: readonly number[]): number[] {
  const living = new Set(all().map(({ pid }) => pid));
  return pids.filter((pid) => living.has(pid));
}
