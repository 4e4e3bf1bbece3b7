/**
 * Processor time, which other work on the machine changes less than the clock, and memory of processes. Linux alone:
 * elsewhere the figures are missing.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel counts in, whatever its timer does (proc(5), `sysconf(_SC_CLK_TCK)` is 100 on Linux). */
const ticksPerSecond = 100;

/** Seconds that this process has taken so far, native code included. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds that the processes below this one have taken so far; NaN where there is none, or no `/proc`. */
export function secondsOfDescendants(): number {
  const below = processesBelow();
  return below.length > 0 ? below.reduce((sum, { seconds }) => sum + seconds, 0) : Number.NaN;
}

/** The processes below this one whose command line a test accepts. */
export function descendantsWhere(accepts: (command: string) => boolean): readonly number[] {
  return processesBelow().flatMap(({ pid, command }) => (accepts(command) ? [pid] : []));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** How often memory is read, in milliseconds. */
const memoryEveryMs = 20;

/**
 * The most memory that processes hold together while work goes on, in MiB: their proportional set sizes (proc(5)), in which
 * a page that several of them share counts once. Reading it slows them, so nothing should be timed meanwhile.
 * @param pids asked before each reading, since processes come and go
 */
export async function peakMiBWhile(pids: () => readonly number[], work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const read = () => {
    peak = Math.max(
      peak,
      pids().reduce((sum, pid) => sum + proportionalMiBOf(pid), 0),
    );
  };
  const timer = setInterval(read, memoryEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  read();
  return peak;
}

/** 0 where the process is gone. */
function proportionalMiBOf(pid: number): number {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The processes below this one, with what the kernel counted for each so far. */
export function processesBelow(): readonly ProcessTime[] {
  const processes = new Map(processesNow().map((each) => [each.pid, each]));
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  return [...processes.values()]
    .filter(({ pid }) => isBelow(pid))
    .map((each) => ({ ...each, command: commandOf(each.pid) }));
}

interface Counted {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

/** A process, with its command line: words that end with a NUL. */
export interface ProcessTime extends Counted {
  readonly command: string;
}

function processesNow(): Counted[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => readProcess(name) ?? []);
}

function readProcess(name: string): Counted | undefined {
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
