import { expect, test } from 'vitest';
import { type Change, stepsOf } from './steps.ts';

const nothing: Change = { files: [], related: [], subjects: [] };
const namesOf = (change: Partial<Change>) => stepsOf({ ...nothing, ...change }).map(({ name }) => name);
const always = ['commit subjects', 'format and lint', 'types', 'files, exports and packages that nothing uses'];

test('without tests to run there are the checks of the whole', () => {
  expect(namesOf({ files: ['docs/guide.md'] })).toEqual(always);
});

test.each(['evaluation/corpus/judge.py', 'pyproject.toml', 'clients/python/requirements-tests.txt'])(
  '%s has Python checked',
  (file) => {
    expect(namesOf({ files: [file] })).toEqual([...always, 'style and types of Python']);
  },
);

test('unit tests of what changed run in Node and in the Workers runtime alone', () => {
  const step = stepsOf({ ...nothing, related: ['src/a.ts', 'src/b.test.ts'] }).at(-1);
  expect(step).toMatchObject({ name: 'unit tests of what changed' });
  expect(step && 'command' in step && step.command.slice(3)).toEqual([
    ...['related', '--run', '--passWithNoTests', '--project=node', '--project=workers', 'src/a.ts', 'src/b.test.ts'],
  ]);
});

test('each subject that breaks the rule is named', () => {
  const [step] = stepsOf({ ...nothing, subjects: ['fix: right', 'wrong', 'also wrong'] });
  expect('problems' in step && step.problems()).toEqual([
    expect.stringMatching(/: wrong$/),
    expect.stringMatching(/: also wrong$/),
  ]);
});
