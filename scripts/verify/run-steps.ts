/** Runs checks one after the other, all of them, and reports the time of each. */
import { spawnSync } from 'node:child_process';

/** A check that is a program. */
export interface ProgramStep {
  readonly name: string;
  readonly command: readonly string[];
}

/** A check that is made here: lines of what is wrong. */
export interface OwnStep {
  readonly name: string;
  readonly problems: () => readonly string[];
}

export type Step = ProgramStep | OwnStep;

interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** Runs a program, and prints to descriptor 3 what the shell and all that it waited for used: the same on every POSIX system. */
const shell = '"$@"; status=$?; times >&3; exit $status';

/**
 * @param root folder that programs run in; what they print is shown
 * @returns whether all checks passed
 */
export function runSteps(steps: readonly Step[], root: string, print: (line: string) => void): boolean {
  const outcomes = steps.map((step, at) => {
    print(`\n== ${at + 1} of ${steps.length}: ${step.name}`);
    const startedAtMs = performance.now();
    const { passed, cpuSeconds } = 'command' in step ? runProgram(step, root) : runOwn(step, print);
    return { name: step.name, passed, cpuSeconds, wallSeconds: (performance.now() - startedAtMs) / 1000 };
  });
  print(`\n${'CPU s'.padStart(7)}${'s'.padStart(7)}`);
  for (const outcome of outcomes) print(row(outcome));
  const failed = outcomes.filter(({ passed }) => !passed);
  const all = {
    name: failed.length === 0 ? 'all is well' : `FAILED: ${failed.map(({ name }) => name).join('; ')}`,
    passed: true,
    cpuSeconds: sum(outcomes.map(({ cpuSeconds }) => cpuSeconds)),
    wallSeconds: sum(outcomes.map(({ wallSeconds }) => wallSeconds)),
  };
  print(row(all));
  return failed.length === 0;
}

function row({ name, passed, cpuSeconds, wallSeconds }: Outcome): string {
  return `${cpuSeconds.toFixed(1).padStart(7)}${wallSeconds.toFixed(1).padStart(7)}  ${name}${passed ? '' : ': FAILED'}`;
}

function runProgram({ command }: ProgramStep, root: string): { passed: boolean; cpuSeconds: number } {
  const ended = spawnSync('sh', ['-c', shell, 'sh', ...command], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  return { passed: ended.status === 0, cpuSeconds: cpuSecondsOf(ended.output?.[3] ?? '') };
}

function runOwn({ problems }: OwnStep, print: (line: string) => void): { passed: boolean; cpuSeconds: number } {
  const before = process.cpuUsage();
  const found = problems();
  for (const problem of found) print(problem);
  const { user, system } = process.cpuUsage(before);
  return { passed: found.length === 0, cpuSeconds: (user + system) / 1e6 };
}

/** Sums what `times` prints, four times such as 1m2.5s. */
export function cpuSecondsOf(times: string): number {
  const each = [...times.matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)];
  return sum(each.map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds.replace(',', '.'))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
