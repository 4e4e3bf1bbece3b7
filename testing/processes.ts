/** The processes of this machine, as Linux lists them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  /** At most 15 characters, as the system keeps it. */
  readonly name: string;
  readonly parentPid: number;
  /** Clock ticks since the machine's start: distinguishes a process from a later one of the same number. */
  readonly startedAt: number;
}

/** Every process that has not ended yet; one that nobody has waited for is not among them. */
function listProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
    .filter((found) => found !== null);
}

/** All that a process has started, and what those have started. */
export function descendantsOf(pid: number): readonly Process[] {
  const all = listProcesses();
  const found: Process[] = [];
  const parents = [pid];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    for (const child of all) {
      if (child.parentPid !== parent) continue;
      found.push(child);
      parents.push(child.pid);
    }
  }
  return found;
}

/** Whether this very process still runs, and not a later one of its number. */
export function isRunning({ pid, startedAt }: Process): boolean {
  return processOf(pid)?.startedAt === startedAt;
}

/** The command line of a process, its arguments separated by zero bytes; empty where it has ended. */
export function commandOf({ pid }: Process): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** proc(5), `/proc/pid/stat`: the third field is the state, the fourth the parent, the twenty-second the start. */
function processOf(pid: number): Process | null {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    const fields = rest.split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { pid, name, parentPid: Number(fields[1]), startedAt: Number(fields[19]) };
  } catch {
    return null; // It ended while the list was read.
  }
}
