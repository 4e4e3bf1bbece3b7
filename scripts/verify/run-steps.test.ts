import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { cpuSecondsOf, runSteps, type Step } from './run-steps.ts';

function run(...steps: Step[]): { passed: boolean; lines: string[] } {
  const lines: string[] = [];
  const passed = runSteps(steps, tmpdir(), (line) => lines.push(line));
  return { passed, lines };
}

const well = { name: 'one', command: ['true'] };

test('all steps that pass are all that is well', () => {
  const { passed, lines } = run(well, { name: 'two', problems: () => [] });
  expect(passed).toBe(true);
  expect(lines[0]).toBe('\n== 1 of 2: one');
  expect(lines[1]).toBe('\n== 2 of 2: two');
  expect(lines.at(-1)).toMatch(/^ +\d+\.\d +\d+\.\d {2}all is well$/);
});

test('after a failure the rest still runs, and the last line names what failed', () => {
  const { passed, lines } = run(
    { name: 'program', command: ['false'] },
    { name: 'no program', command: ['edgematte-is-no-program'] },
    { name: 'own', problems: () => ['this is wrong'] },
    well,
  );
  expect(passed).toBe(false);
  expect(lines).toContain('this is wrong');
  expect(lines.at(-1)).toMatch(/ {2}FAILED: program; no program; own$/);
});

test('what a program and its children use is counted', () => {
  const busy = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
  const inChild = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
  const { lines } = run({ name: 'busy', command: [process.execPath, '-e', inChild] });
  expect(Number.parseFloat(lines.at(-1) ?? '')).toBeGreaterThanOrEqual(0.3);
});

test.each([
  ['0m0.00s 0m0.01s\n1m2.50s 0m3.25s\n', 65.76],
  ['0m0,00s 0m0,50s\n0m1,00s 0m0,00s\n', 1.5],
  ['', 0],
])('times %j', (times, seconds) => {
  expect(cpuSecondsOf(times)).toBeCloseTo(seconds, 6);
});
