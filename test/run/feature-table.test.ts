/** The table of `test/README.md` names each test once, at its level and with the run that guards it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { partsOf } from '../../scripts/deep/parts.ts';
import { matches } from '../../scripts/groups/patterns.ts';
import { gitLines } from '../../scripts/repository/git.ts';
import { projectRoot } from '../../src/local/root.ts';
import { groups } from '../../testing/groups.ts';
import { featureTable, type NamedTests, whoNames } from './feature-table.ts';

const table = featureTable(read('test/README.md'));
const files = gitLines(projectRoot, 'ls-files', '--cached', '--others', '--exclude-standard');
const tests = files.filter((file) => /\.test\.ts$|(^|\/)(test_[^/]+|[^/]+_test)\.py$/.test(file));

/** The cell that names each. */
const cells = new Map(tests.map((file) => [file, whoNames(file, table)]));

function namedBy(cell: NamedTests | undefined): string[] {
  return tests.filter((file) => cells.get(file) === cell);
}

/** What runs tests in Python. */
const python: Readonly<Record<string, readonly string[]>> = {
  'python-folders': ['lab/**'],
  'python-packages': ['clients/python/tests/**'],
};

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}

function groupOf(file: string): string | undefined {
  if (file.endsWith('.py')) return Object.keys(python).find((name) => matches(python[name], file));
  return groups.find((group) => matches(group.tests, file))?.name;
}

/** Cells whose tests leave something out at a push, or modules beside them. */
const sampled = new Set(
  files
    .filter((file) => /^(src|test\/(?!run\/)).*\.ts$/.test(file) && read(file).includes("/testing/depth.ts'"))
    .map((file) => whoNames(file, table)),
);

test('each test file is named, at its level', () => {
  expect(namedBy(undefined)).toEqual([]);
});

test('each cell names tests, once', () => {
  const idle = table.tests.filter((cell) => namedBy(cell).length === 0);
  expect(idle.map(({ level, path }) => `${level}: ${path}`)).toEqual([]);
});

test('marks are the groups of what a cell names, and whether a push leaves something out', () => {
  for (const cell of table.tests) {
    const guards = new Set(namedBy(cell).map(groupOf));
    const marks = [...guards].map((group) => group ?? (sampled.has(cell) ? 'in part' : '')).filter(Boolean);
    expect([cell.path, ...[...cell.marks].sort()]).toEqual([cell.path, ...marks.sort()]);
    if (guards.size > 1) expect([cell.path, guards.has(undefined)]).toEqual([cell.path, false]);
  }
});

test('the last column names all parts of the deep level that are no tests', () => {
  const programs = partsOf([], groups).flatMap(({ name, runs }) => (runs && 'program' in runs ? [name] : []));
  expect([...table.deepParts].sort()).toEqual(programs.sort());
});
