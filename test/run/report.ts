/** A reporter of vitest: what each file took of processors and clock, which tests failed, were skipped and why, or needed a retry. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { inProject } from '../../src/local/root.ts';
import { type Failure, linesOfFailures } from './failures.ts';
import { beginProcessorTime, type ProcessorTime } from './processor-time.ts';
import { judgeRetried } from './retries.ts';
import { comparison, type FileSeconds, heaviest, reasonOf, type SkippedTest, secondsIn, tableOf } from './table.ts';

const shown = 30;
/** Of this run. */
const written = inProject('dist/test-seconds.tsv');
/** Lines for the end of `.ci/run`; empty where no test needed its retry. */
const retried = inProject('dist/retried.txt');
/** As well; empty where no test failed. */
const failed = inProject('dist/failed.txt');
/** Of the run that others are compared with. */
const kept = inProject('lab/evaluation/measurements/test-seconds.tsv');

export default class TestReport implements Reporter {
  #startedAtMs = 0;
  #endProcessorTime: (() => ProcessorTime) | null = null;

  /** Before any process of a test file is started. */
  onInit(): void {
    this.#startedAtMs = performance.now();
    this.#endProcessorTime = beginProcessorTime();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const taken = this.#endProcessorTime?.();
    this.#endProcessorTime = null;
    if (!taken) return;
    const files = modules.map((module) => secondsOf(module, taken));
    const tookSeconds = (performance.now() - this.#startedAtMs) / 1000;
    const lines = summary(taken, files, tookSeconds);
    console.log(['', `Heaviest files, seconds:`, ...heaviest(files, shown), ...lines].join('\n'));
    mkdirSync(path.dirname(written), { recursive: true });
    const machine = `${availableParallelism()} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`;
    writeFileSync(written, tableOf(files, [`${new Date().toISOString().slice(0, 10)}, ${machine}`, ...lines]));
    if (existsSync(kept)) console.log(comparison(secondsIn(readFileSync(kept, 'utf8')), files));
    printSkipped(modules);
    reportRetried(modules);
    writeLines(failed, linesOfFailures(failuresOf(modules)));
  }
}

function secondsOf(module: TestModule, { files }: ProcessorTime): FileSeconds {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const file = module.relativeModuleId;
  return {
    file,
    processor: files.get(file) ?? null,
    wall: (setupDuration + collectDuration + duration) / 1000,
    tests: [...module.children.allTests()].length,
  };
}

/** Of tests, and of files and suites that failed without one. */
function failuresOf(modules: readonly TestModule[]): Failure[] {
  return modules.flatMap((module) => {
    const file = module.relativeModuleId;
    const suites = [...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => ({ file, name: suite.fullName, message })),
    );
    const tests = [...module.children.allTests('failed')].map((test) => {
      const message = test.result().errors?.[0]?.message ?? '';
      return { file, name: test.fullName, message };
    });
    return [...module.errors().map(({ message }) => ({ file, message })), ...suites, ...tests];
  });
}

function summary({ files, own, all, exact }: ProcessorTime, of: readonly FileSeconds[], tookSeconds: number): string[] {
  const inFiles = [...files.values()].reduce((sum, seconds) => sum + seconds, 0);
  const inWorkerd = of.filter(({ processor }) => processor === null).length;
  return [
    `${of.length} files took ${all.toFixed(1)} CPU seconds in ${tookSeconds.toFixed(1)} s: ` +
      `${inFiles.toFixed(1)} in files with all that they start, ${own.toFixed(1)} in vitest itself, ` +
      `${Math.max(0, all - inFiles - own).toFixed(1)} in what it starts: workerd with ${inWorkerd} files of unit tests, builds, and the service that files share.`,
    exact
      ? 'Nothing that was started is missing.'
      : 'Missing are processes that nobody waited for: this system has no control groups for us.',
  ];
}

/** Prints the skipped tests with their reasons. @throws Error where a reason is missing */
function printSkipped(modules: readonly TestModule[]): void {
  const skipped = modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test): SkippedTest => {
      const { note } = test.result() as { readonly note?: string };
      return { file: module.relativeModuleId, name: test.fullName, note };
    }),
  );
  console.log(`\nSkipped tests: ${skipped.length}`);
  for (const test of skipped) console.log(`  ${test.file} > ${test.name}: ${reasonOf(test) ?? 'no reason'}`);
  if (skipped.every((test) => reasonOf(test) !== null)) return;
  process.exitCode = 1;
  console.log('Each skipped test has to say why, in its note or in a name: (skipped: why)');
}

/** Says which tests passed at their retry only, and fails the run where they are too many. */
function reportRetried(modules: readonly TestModule[]): void {
  const names = modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );
  const { lines, tooMany } = judgeRetried(names);
  writeLines(retried, lines);
  console.log(['', ...lines].join('\n'));
  if (tooMany) process.exitCode = 1;
}

function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}
