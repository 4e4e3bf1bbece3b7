import { expect, test } from 'vitest';
import { comparison, type FileSeconds, heaviest, reasonOf, secondsIn, tableOf } from './table.ts';

const files: readonly FileSeconds[] = [
  { file: 'src/light.test.ts', processor: 0.5, wall: 90, tests: 2 },
  { file: 'test/heavy.test.ts', processor: 61.25, wall: 30, tests: 7 },
  { file: 'src/in.worker.test.ts', processor: null, wall: 3, tests: 1 },
];

test('the heaviest file comes first, whatever its wall time', () => {
  expect(heaviest(files, 2)).toEqual([
    '     CPU    wall',
    '    61.3    30.0  test/heavy.test.ts',
    '     0.5    90.0  src/light.test.ts',
  ]);
});

test('a table is read as it was written, without files that have no seconds of their own', () => {
  const table = tableOf(files, ['a comment']);
  expect(table).toMatch(
    /^# a comment\ncpu_seconds\twall_seconds\ttests\tfile\n61\.25\t30\.00\t7\ttest\/heavy\.test\.ts\n/,
  );
  expect(table).toContain('\n-\t3.00\t1\tsrc/in.worker.test.ts\n');
  expect([...secondsIn(table)]).toEqual([
    ['test/heavy.test.ts', 61.25],
    ['src/light.test.ts', 0.5],
  ]);
});

test('files that came later do not count beside a kept table, and those that went count then', () => {
  const kept = new Map([
    ['test/heavy.test.ts', 80],
    ['test/gone.test.ts', 20],
  ]);
  expect(comparison(kept, files)).toMatch(/took 100\.0 CPU seconds then, and 61\.3 now: 61\.3 %$/);
});

test.each([
  ['a note', { name: 'one (skipped: two)', note: 'three' }, 'three'],
  [
    'the name of a suite',
    { name: 'a browser (skipped: no Chromium (yet)) > it opens', note: undefined },
    'no Chromium (yet)',
  ],
  ['its own name', { name: 'a > it opens (skipped: no Go)', note: undefined }, 'no Go'],
  ['nobody', { name: 'nothing is skipped here', note: undefined }, null],
])('the reason of a skip is %s', (_, test, reason) => {
  expect(reasonOf({ file: 'a.test.ts', ...test })).toBe(reason);
});
