/** Memory of the workerd process that serves a test, as Linux counts it. */
import { readFileSync } from 'node:fs';
import { missing } from './needs.ts';
import { commandOf, descendantsOf, type Process } from './processes.ts';

/** Why memory cannot be measured on this system; null where it can. */
export const cannotMeasure: string | null = missing('linux');

export const canMeasure = cannotMeasure === null;

/** Process id of the workerd that this process started. @throws Error when there is not exactly one */
export function findWorkerd(): number {
  return onlyDescendant(process.pid, 'workerd', ({ name }) => name === 'workerd');
}

/** Process id of the image lane's child that an inference service started. @throws Error when there is not exactly one */
export function findLaneChild(inferencePid: number | undefined): number {
  return onlyDescendant(inferencePid, 'lane child', (child) => /\/lane-child\.[jt]s/.test(commandOf(child)));
}

/** Resident bytes of a process. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (!kilobytes) throw new Error(`The system does not report the memory of process ${pid}`);
  return Number(kilobytes) * 1024;
}

/** Runs work and measures by how much a process grew at most meanwhile. */
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

/** Among all that a process has started, and what those have started. */
function onlyDescendant(pid: number | undefined, what: string, matches: (candidate: Process) => boolean): number {
  const found = pid === undefined ? [] : descendantsOf(pid).filter(matches);
  if (found.length !== 1) throw new Error(`Expected one ${what} started from here but found ${found.length}`);
  return found[0].pid;
}
