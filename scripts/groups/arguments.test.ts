import { expect, test } from 'vitest';
import { readArguments, withoutReport } from './arguments.ts';

const files = ['src/pixels/pipeline/plan/plan.test.ts', 'test/money/money.test.ts'];
const read = (...given: string[]) => readArguments(given, files);

test.each<[readonly string[], { namesTests: boolean; namesFiles: boolean }]>([
  [[], { namesTests: false, namesFiles: false }],
  [['--reporter=default', '--bail', '1'], { namesTests: false, namesFiles: false }],
  [['-t', 'plan'], { namesTests: false, namesFiles: false }],
  [['--project=node'], { namesTests: true, namesFiles: false }],
  [['--project', 'node'], { namesTests: true, namesFiles: false }],
  [['money'], { namesTests: true, namesFiles: true }],
  [['--update', 'src/pixels/pipeline'], { namesTests: true, namesFiles: true }],
])('%j', (given, expected) => {
  expect(read(...given)).toEqual({ words: given, ...expected, drawsGroup: false });
});

test('our own option is not passed on', () => {
  expect(read('--drawn-group', '--bail=1')).toMatchObject({ words: ['--bail=1'], drawsGroup: true });
});

test('a group writes its own report', () => {
  const words = ['--reporter=default', '--reporter=json', '--outputFile.json=dist/report.json', '--bail=1'];
  expect(withoutReport(words)).toEqual(['--reporter=default', '--bail=1']);
});
