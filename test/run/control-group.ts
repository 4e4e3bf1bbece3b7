/** Control groups of Linux: what a process and all that it starts take of the processors, orphans included. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where groups may be. */
interface Hierarchy {
  readonly mount: string;
  /** The line of `/proc/self/cgroup` that names the group of this process in it. */
  readonly own: RegExp;
}

/** The newer kind, alone or beside the older; and the older, where each controller may have its own. */
export const hierarchies: readonly Hierarchy[] = [
  { mount: '/sys/fs/cgroup', own: /^0::(.*)$/m },
  { mount: '/sys/fs/cgroup/unified', own: /^0::(.*)$/m },
  { mount: '/sys/fs/cgroup/cpuacct', own: /^\d+:(?:[^:]*,)?cpuacct(?:,[^:]*)?:(.*)$/m },
];

/**
 * Makes a group below that of this process, which moves into it.
 * @param among the first of these where the system lets us make one
 * @returns its folder; null where there is none
 */
export function openControlGroup(name: string, among: readonly Hierarchy[] = hierarchies): string | null {
  for (const above of among.flatMap((hierarchy) => currentGroup(hierarchy) ?? [])) {
    const folder = path.join(above, name);
    try {
      mkdirSync(folder);
      secondsOfControlGroup(folder);
      enterControlGroup(folder);
      return folder;
    } catch {
      closeControlGroup(folder);
    }
  }
  return null;
}

/** Moves this process into a group: what it starts from now on belongs to it as well. @throws Error where that is not allowed */
export function enterControlGroup(folder: string): void {
  // Only where it is there: elsewhere this would make a file that looks like a group.
  writeFileSync(path.join(folder, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
}

/** Processor seconds of all processes of a group, and of groups below it, so far. @throws Error where the group does not state them */
export function secondsOfControlGroup(folder: string): number {
  const older = path.join(folder, 'cpuacct.usage');
  if (existsSync(older)) return Number(readFileSync(older, 'utf8')) / 1e9;
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

function currentGroup({ mount, own }: Hierarchy): string | null {
  if (process.platform !== 'linux') return null;
  const [, name] = own.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  if (name === undefined) return null;
  const folder = path.join(mount, name);
  return existsSync(path.join(folder, 'cgroup.procs')) ? folder : null;
}
