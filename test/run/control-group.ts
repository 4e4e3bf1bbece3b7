/** Control groups of Linux, version 2: what a process and all that it starts take of the processors, orphans included. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const mounts = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];

/**
 * Makes a group below that of this process, which moves into it.
 * @returns its folder; null where this system has no such groups or lets us make none
 */
export function openControlGroup(name: string): string | null {
  const current = currentGroup();
  if (current === null) return null;
  const folder = path.join(current, name);
  try {
    mkdirSync(folder);
    enterControlGroup(folder);
    return folder;
  } catch {
    closeControlGroup(folder);
    return null;
  }
}

/** Moves this process into a group: what it starts from now on belongs to it as well. @throws Error where that is not allowed */
export function enterControlGroup(folder: string): void {
  // Only where it is there: elsewhere this would make a file that looks like a group.
  writeFileSync(path.join(folder, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
}

/** Processor seconds of all processes of a group, and of groups below it, so far. */
export function secondsOfControlGroup(folder: string): number {
  const [, microseconds] = /^usage_usec (\d+)$/m.exec(readFileSync(path.join(folder, 'cpu.stat'), 'utf8')) ?? [];
  if (microseconds === undefined) throw new Error(`${folder} does not state its processor time`);
  return Number(microseconds) / 1e6;
}

/** Removes a group; one that processes are still in stays. @returns whether it is gone */
export function closeControlGroup(folder: string): boolean {
  try {
    rmdirSync(folder);
  } catch {
    // It was not made, or is in use.
  }
  return !existsSync(folder);
}

function currentGroup(): string | null {
  if (process.platform !== 'linux') return null;
  const [, own] = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  if (own === undefined) return null;
  const folders = mounts.map((mount) => path.join(mount, own));
  return folders.find((folder) => existsSync(path.join(folder, 'cgroup.procs'))) ?? null;
}
