/** Runs a test file in a Vitest of its own, and reads what failed from its report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gitLines } from '../repository/git.ts';

/** Of the projects `service` and `chaos` in vitest.config.ts. */
const projects = ['service', 'chaos'];
const ofOtherProjects = /^test\/(?:protocol|run|billing\/stripe)\//;

/** Where the report of the last run is, from the project's folder. */
const reportFile = 'dist/steady.json';

/** The part of Vitest's JSON report that is read here. A test that passed at its retry has messages too. */
export interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** Test files of these projects, sorted, as paths from the project's folder. */
export function testFiles(root: string): string[] {
  const listed = gitLines(root, 'ls-files', '--cached', '--others', '--exclude-standard', 'test/*.test.ts');
  return [...new Set(listed)].filter((file) => !ofOtherProjects.test(file)).sort();
}

/**
 * Runs a file once; what it prints is shown.
 * @returns a line for each test that failed or passed at its retry only; one for the file where it failed without such a test
 */
export async function unsteadyTests(root: string, file: string, stop: AbortSignal): Promise<string[]> {
  const report = path.join(root, reportFile);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...projects.map((project) => `--project=${project}`), file];
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = spawn(process.execPath, [...words, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => vitest.kill();
  stop.addEventListener('abort', end);
  const [status] = await once(vitest, 'exit');
  stop.removeEventListener('abort', end);
  return unsteadyIn(file, status === 0, () => JSON.parse(readFileSync(report, 'utf8')));
}

/** As `unsteadyTests`, from a run that is over. @param read the report; may throw where none was written */
export function unsteadyIn(file: string, passed: boolean, read: () => Report): string[] {
  try {
    const tests = read().testResults.flatMap(({ assertionResults }) => assertionResults);
    const unsteady = tests.filter(({ failureMessages }) => (failureMessages ?? []).length > 0);
    if (unsteady.length > 0) return unsteady.map(({ fullName }) => `${file} > ${fullName}`);
  } catch {
    return [`${file}: it ended without a report`];
  }
  return passed ? [] : [`${file}: it failed outside of its tests`];
}
