import { expect, test } from 'vitest';
import { type DeepRun, readRuns, treeHash, whole, whyNotGreen, writeRuns } from './record.ts';

const run: DeepRun = {
  part: whole,
  tree: 'aa',
  commit: 'bb',
  date: '2026-11-28',
  machine: '2 cores, Some Processor',
  seed: 5,
  tests: 7,
  failures: 0,
  cpuSeconds: 1.5,
  wallSeconds: 2.5,
  greenAt: '',
};
const runs = new Map([
  [whole, run],
  ['src/edge', { ...run, part: 'src/edge', failures: 2, greenAt: 'cc' }],
]);

test('what is written is read again', () => {
  expect([...readRuns(writeRuns(runs))].sort()).toEqual([...runs].sort());
  expect(readRuns('').size).toBe(0);
  expect(readRuns('part\ttree\nwhole\taa\n').size).toBe(0);
});

test('records and the changelog are left out of the hash of a tree', () => {
  const tree = new Map([
    ['src/a.ts', '1'],
    ['.ci/run', '2'],
  ]);
  const hash = treeHash(tree);
  const left = ['.ci/deep.tsv', '.ci/green/weights.tsv', 'CHANGELOG.md'].map((file): [string, string] => [file, '3']);
  expect(treeHash(new Map([...left, ...tree]))).toBe(hash);
  for (const file of ['src/a.ts', '.ci/run', 'lab/evaluation/measurements/test-seconds.tsv', 'docs/CHANGELOG.md']) {
    expect(treeHash(new Map([...tree, [file, '4']])), file).not.toBe(hash);
  }
});

test('a release needs a green run of the whole on the same files', () => {
  expect(whyNotGreen(runs, 'aa')).toBeNull();
  expect(whyNotGreen(runs, 'dd')).toContain('last ran on other files, 2026-11-28 at bb');
  expect(whyNotGreen(new Map([['src/edge', run]]), 'aa')).toContain('no run of the whole');
  expect(whyNotGreen(new Map([[whole, { ...run, failures: 3 }]]), 'aa')).toContain('3 failures');
});
