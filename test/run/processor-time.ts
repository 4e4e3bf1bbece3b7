/**
 * Processor seconds of each test file: of its process from its start, and of all processes that it starts. Where the system
 * has control groups (see `control-group.ts`) nothing is missing. On another Linux what nobody waited for is: processes
 * whose parent was killed. Elsewhere only the file's own process counts.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeControlGroup, enterControlGroup, openControlGroup, secondsOfControlGroup } from './control-group.ts';

/** For the processes of test files: where they enter themselves, and who asked for that. */
const variable = 'TEST_PROCESSOR_TIME';

interface Place {
  /** The process that runs the tests: those that a test starts of its own are part of the test. */
  readonly pid: number;
  /** Of entries, one for each file. */
  readonly folder: string;
  readonly group: string | null;
}

interface Entry {
  readonly file: string;
  readonly group: string | null;
  /** Taken before it entered its group; all, where there is none. */
  readonly seconds: number;
}

export interface ProcessorTime {
  /** Seconds by file, its path from the project's folder. */
  readonly files: ReadonlyMap<string, number>;
  /** Of this process, which compiles the files and reports. */
  readonly own: number;
  /** Of all together: files, this process, and what it started itself. */
  readonly all: number;
  readonly exact: boolean;
}

/** Counts from now on. Once, in the process that runs the tests. */
export function beginProcessorTime(): () => ProcessorTime {
  const before = secondsOfProcess();
  const group = openControlGroup(`edgematte-tests-${randomUUID()}`);
  const place: Place = { pid: process.pid, folder: mkdtempSync(path.join(tmpdir(), 'edgematte-seconds-')), group };
  process.env[variable] = JSON.stringify(place);
  return () => {
    const entries = readdirSync(place.folder).map((name): Entry => {
      return JSON.parse(readFileSync(path.join(place.folder, name), 'utf8'));
    });
    const files = new Map<string, number>();
    for (const { file, group: of, seconds } of entries) {
      const taken = seconds + (of === null ? 0 : secondsOfControlGroup(of));
      files.set(file, (files.get(file) ?? 0) + taken);
    }
    const all = group === null ? secondsOfProcess() : before + secondsOfControlGroup(group);
    close(place, entries);
    const { user, system } = process.cpuUsage();
    return { files, own: (user + system) / 1e6, all, exact: group !== null };
  };
}

/** Of this process, which several files may share: what is counted for those before, and whether it is in a group of theirs. */
let countedSeconds = 0;
let isInGroup = false;

/** Counts for a test file from here on, with what its process used before; nothing where it was not asked for. */
export function enterProcessorTime(file: string): { close(): void } | null {
  const { pid, folder, group: above } = JSON.parse(process.env[variable] ?? '{}') as Partial<Place>;
  if (pid !== process.ppid || folder === undefined) return null;
  // In a long run the system gives the number of a process that has ended to another.
  const name = `${process.pid}-${randomUUID()}`;
  const write = (entry: Entry) => writeFileSync(path.join(folder, name), JSON.stringify(entry));
  if (!above) {
    return {
      close() {
        const seconds = secondsOfProcess();
        write({ file, group: null, seconds: seconds - countedSeconds });
        countedSeconds = seconds;
      },
    };
  }
  const group = path.join(above, name);
  mkdirSync(group);
  write({ file, group, seconds: isInGroup ? 0 : secondsOfProcess() });
  enterControlGroup(group);
  isInGroup = true;
  return { close() {} };
}

/** Seconds of this process so far, and on Linux of those that it started and has waited for: proc(5), `stat`. */
export function secondsOfProcess(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // From the fourteenth field on: own time as user and system, then that of children. The second may hold spaces.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks.reduce((sum, each) => sum + Number(each), 0) / ticksASecond;
}

/** Linux counts in this unit for programs on every machine. */
const ticksASecond = 100;

function close({ folder, group }: Place, entries: readonly Entry[]): void {
  rmSync(folder, { recursive: true });
  delete process.env[variable];
  if (group === null) return;
  enterControlGroup(path.dirname(group));
  const groups = [...entries.flatMap((entry) => entry.group ?? []), group];
  const closeAll = () => groups.map(closeControlGroup).every(Boolean);
  // Processes of the last files may be about to end, and what files share ends after them.
  if (!closeAll()) process.once('exit', closeAll);
}
