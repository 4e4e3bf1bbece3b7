/** What a change has to pass. */
import path from 'node:path';
import { subjectProblem } from '../repository/commit-subjects.ts';
import { patchProblems } from './patches.ts';
import type { Step } from './run-steps.ts';

export interface Change {
  /** Paths from the repository's root. */
  readonly files: readonly string[];
  /** Unit tests to run; see `nearestTests`. */
  readonly tests: readonly string[];
  /** Of commits that are still to be published. */
  readonly subjects: readonly string[];
}

/** The checks of a change, the quickest to fail first. */
export function stepsOf({ files, tests, subjects }: Change): Step[] {
  return [
    { name: 'commit subjects', problems: () => subjects.flatMap((subject) => subjectProblem(subject) ?? []) },
    { name: 'patches of test/exercise', problems: patchProblems },
    { name: 'format and lint', command: biome(files) },
    { name: 'rules of imports, form, words and documents', command: npmRun('rules') },
    { name: 'types', command: npmRun('types') },
    { name: 'files, exports and packages that nothing uses', command: npmRun('unused') },
    ...(files.some(isOfPython) ? [{ name: 'style and types of Python', command: npmRun('python') }] : []),
    ...(tests.length > 0 ? [{ name: 'unit tests of what changed', command: unitTests(tests) }] : []),
  ];
}

function npmRun(script: string): readonly string[] {
  return ['npm', 'run', '--silent', script];
}

/** What changes what Biome says of every file. */
const ofEveryFile = ['biome.json', '.gitignore', 'package-lock.json'];

/** Of the changed files alone: it judges each by itself. */
function biome(files: readonly string[]): readonly string[] {
  const all = files.length === 0 || files.some((file) => ofEveryFile.includes(file));
  return ['npx', '--no-install', 'biome', 'check', '--no-errors-on-unmatched', ...(all ? ['.'] : files)];
}

/** A runtime without tests is not started. */
function unitTests(files: readonly string[]): readonly string[] {
  const inWorkers = files.filter((file) => file.endsWith('.worker.test.ts'));
  const projects = [
    ...(inWorkers.length < files.length ? ['--project=node*'] : []),
    ...(inWorkers.length > 0 ? ['--project=workers*'] : []),
  ];
  return ['npx', '--no-install', 'vitest', 'run', '--passWithNoTests', ...projects, ...files];
}

/** Sources, and the settings of their checks. */
function isOfPython(file: string): boolean {
  return /\.pyi?$|^pyproject\.toml$|^requirements.*\.txt$/.test(path.basename(file));
}
