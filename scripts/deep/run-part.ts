/** Runs one part of the deep level. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { projectRoot } from '../../src/local/root.ts';
import { countsOfVitest } from '../groups/counts.ts';
import { type Ended, runProgram } from '../groups/program.ts';
import { runGroup } from '../groups/run-group.ts';
import type { StatedGroup } from '../groups/stated-group.ts';
import type { Part } from './parts.ts';

export interface PartRun extends Pick<Ended, 'cpuSeconds' | 'wallSeconds'> {
  /** How many passed. */
  readonly tests: number;
  readonly failures: number;
}

const report = 'dist/deep/report.json';
/** Variables of its programs; see `testing/depth.ts`. */
export const environment = { EDGEMATTE_DEEP: '1', TESTS_ARE_BUILT: 'yes' };

/** @param group where the part is one */
export async function runPart({ name, runs }: Part, seed: number, group?: StatedGroup): Promise<PartRun> {
  if (group) {
    const { passed, counts, ...seconds } = await runGroup(group);
    return { ...seconds, tests: counts.passed, failures: passed ? 0 : Math.max(1, counts.failed) };
  }
  if (!runs) throw new Error(`There is no group ${name}`);
  if ('program' in runs) {
    const words = runs.program.map((word) => (word === 'SEED' ? String(seed) : word));
    const ended = await runProgram(words, projectRoot, environment);
    const failures = ended.status === 0 ? 0 : 1;
    return { ...ended, tests: 1 - failures, failures };
  }
  rmSync(report, { force: true });
  const inDrawnOrder = ['--isolate', '--sequence.shuffle.files', `--sequence.seed=${seed}`];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    ...inDrawnOrder,
    ...reports,
    ...runs.tests,
  ];
  const ended = await runProgram(vitest, projectRoot, environment);
  const { passed, failed } = existsSync(report)
    ? countsOfVitest(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 0 };
  return { ...ended, tests: passed, failures: ended.status === 0 && passed > 0 ? 0 : Math.max(1, failed) };
}
