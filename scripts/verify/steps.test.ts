import { expect, test } from 'vitest';
import { type Change, stepsOf } from './steps.ts';

const nothing: Change = { files: [], tests: [], subjects: [] };
const namesOf = (change: Partial<Change>) => stepsOf({ ...nothing, ...change }).map(({ name }) => name);
const always = [
  'commit subjects',
  'patches of test/exercise',
  'format and lint',
  'rules of imports, form, words and documents',
  'types',
  'files, exports and packages that nothing uses',
];

test('without tests to run there are the checks of the whole', () => {
  expect(namesOf({ files: ['docs/guide.md'] })).toEqual(always);
});

test.each(['lab/evaluation/corpus/judge.py', 'pyproject.toml', 'clients/python/requirements-tests.txt'])(
  '%s has Python checked',
  (file) => {
    expect(namesOf({ files: [file] })).toEqual([...always, 'style and types of Python']);
  },
);

test.each<[tests: Change['tests'], words: string[]]>([
  [['src/a.test.ts'], ['--project=node*', 'src/a.test.ts']],
  [['src/a.worker.test.ts'], ['--project=workers*', 'src/a.worker.test.ts']],
  [
    ['src/a.test.ts', 'src/b.worker.test.ts'],
    ['--project=node*', '--project=workers*', 'src/a.test.ts', 'src/b.worker.test.ts'],
  ],
])('unit tests %j run in their runtimes alone', (tests, words) => {
  const step = stepsOf({ ...nothing, tests }).at(-1);
  expect(step).toMatchObject({ name: 'unit tests of what changed' });
  expect(step && 'command' in step && step.command.slice(2)).toEqual(['vitest', 'run', '--passWithNoTests', ...words]);
});

test('each subject that breaks the rule is named', () => {
  const [step] = stepsOf({ ...nothing, subjects: ['fix: right', 'wrong', 'also wrong'] });
  expect('problems' in step && step.problems()).toEqual([
    expect.stringMatching(/: wrong$/),
    expect.stringMatching(/: also wrong$/),
  ]);
});

test.each<[files: string[], checked: string[]]>([
  [
    ['src/a.ts', 'docs/guide.md'],
    ['src/a.ts', 'docs/guide.md'],
  ],
  [['src/a.ts', 'biome.json'], ['.']],
  [['package-lock.json'], ['.']],
  [[], ['.']],
])('of %j Biome checks %j', (files, checked) => {
  const step = stepsOf({ ...nothing, files }).find(({ name }) => name === 'format and lint');
  expect(step && 'command' in step && step.command.slice(5)).toEqual(checked);
});
