/** What a change has to pass. */
import path from 'node:path';
import { subjectProblem } from '../repository/commit-subjects.ts';
import type { Step } from './run-steps.ts';

export interface Change {
  /** Paths from the repository's root. */
  readonly files: readonly string[];
  /** Files that lead vitest to unit tests; see `relatedFiles`. */
  readonly related: readonly string[];
  /** Of commits that are still to be published. */
  readonly subjects: readonly string[];
}

/** The checks of a change, the quickest to fail first. */
export function stepsOf({ files, related, subjects }: Change): Step[] {
  return [
    { name: 'commit subjects', problems: () => subjects.flatMap((subject) => subjectProblem(subject) ?? []) },
    { name: 'format and lint', command: npmRun('lint') },
    { name: 'types', command: npmRun('types') },
    { name: 'files, exports and packages that nothing uses', command: npmRun('unused') },
    ...(files.some(isOfPython) ? [{ name: 'style and types of Python', command: npmRun('python') }] : []),
    ...(related.length > 0 ? [{ name: 'unit tests of what changed', command: unitTests(related) }] : []),
  ];
}

function npmRun(script: string): readonly string[] {
  return ['npm', 'run', '--silent', script];
}

function unitTests(related: readonly string[]): readonly string[] {
  const vitest = ['npx', '--no-install', 'vitest', 'related', '--run', '--passWithNoTests'];
  return [...vitest, '--project=node', '--project=workers', ...related];
}

/** Sources, and the settings of their checks. */
function isOfPython(file: string): boolean {
  return /\.pyi?$|^pyproject\.toml$|^requirements.*\.txt$/.test(path.basename(file));
}
