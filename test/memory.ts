/** Memory of the workerd process that serves a test, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells. */
export const canMeasure = process.platform === 'linux';

/** Process id of the workerd that this process started. @throws Error when there is not exactly one */
export function findWorkerd(): number {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurWorkerd(name));
  if (found.length !== 1) throw new Error(`Expected one workerd started from here but found ${found.length}`);
  return Number(found[0]);
}

/** Resident bytes of a process. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (!kilobytes) throw new Error(`Process ${pid} does not tell its memory`);
  return Number(kilobytes) * 1024;
}

/** Runs work and says by how much a process grew at most meanwhile. */
export async function growthDuring<Result>(pid: number, work: () => Promise<Result>) {
  const before = residentBytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 5);
  try {
    const result = await work();
    most = Math.max(most, residentBytes(pid));
    return { result, bytes: most - before };
  } finally {
    clearInterval(timer);
  }
}

function isOurWorkerd(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    return name === 'workerd' && Number(rest.split(' ')[1]) === process.pid;
  } catch {
    return false; // It ended while the list was read.
  }
}
