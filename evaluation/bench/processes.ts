/**
 * Processor time, which other work on the machine changes less than the clock, and memory of processes. Linux alone:
 * elsewhere nothing is told.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel counts in, whatever its timer does (proc(5), `sysconf(_SC_CLK_TCK)` is 100 on Linux). */
const ticksPerSecond = 100;

/** Seconds that this process has taken so far, native code included. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds that the processes below this one have taken so far; NaN where there is no `/proc`. */
export function secondsOfDescendants(): number {
  const below = descendants();
  return below.length > 0 ? below.reduce((sum, { seconds }) => sum + seconds, 0) : Number.NaN;
}

/**
 * The most memory that each of the processes below this one has held, added up, in MiB. What compiles the script itself is
 * left out.
 */
export function peakMiBOfDescendants(): number {
  const below = descendants().filter(({ pid }) => !commandOf(pid).includes('esbuild'));
  return below.reduce((sum, { pid }) => sum + peakMiBOf(pid), 0);
}

/** The same of those whose command line holds a word. */
export function peakMiBOfCommand(word: string): number {
  const named = descendants().filter(({ pid }) => commandOf(pid).includes(word));
  return named.reduce((sum, { pid }) => sum + peakMiBOf(pid), 0);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The most memory that a process has held, in MiB; 0 where it is gone. */
export function peakMiBOf(pid: number): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function descendants(): readonly ProcessTime[] {
  const processes = new Map(processesNow().map((each) => [each.pid, each]));
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  return [...processes.values()].filter(({ pid }) => isBelow(pid));
}

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function processesNow(): ProcessTime[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => readProcess(name) ?? []);
}

function readProcess(name: string): ProcessTime | undefined {
  try {
    // The second field, a file name in brackets, may hold spaces and brackets: what follows the last one is counted.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
  } catch {
    // It has ended since.
    return undefined;
  }
}
