import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { compareSeconds, keptList } from './compare.ts';
import { factorOf, parseCalibration, secondsByName } from './factor.ts';

const calibration = parseCalibration('# of a machine\n# factor: 0.50\ncpu_seconds\twork\n2.00\tloop\n4.00\tcodec\n');

test('a machine that takes what is kept has the kept factor', () => {
  expect(
    factorOf(
      new Map([
        ['loop', 2],
        ['codec', 4],
      ]),
      calibration,
    ),
  ).toBeCloseTo(0.5, 10);
});

test('works count alike, however long they are', () => {
  expect(
    factorOf(
      new Map([
        ['loop', 8],
        ['codec', 4],
      ]),
      calibration,
    ),
  ).toBeCloseTo(1, 10);
  expect(
    factorOf(
      new Map([
        ['loop', 2],
        ['codec', 1],
      ]),
      calibration,
    ),
  ).toBeCloseTo(0.25, 10);
});

test('a work without kept seconds is an error, and a file without its factor too', () => {
  expect(() => factorOf(new Map([['start', 1]]), calibration)).toThrow('no seconds of start');
  expect(() => parseCalibration('2.00\tloop\n')).toThrow('# factor');
});

test('the kept file has each work once', () => {
  const { seconds, factor } = parseCalibration(readFileSync(inProject('.ci/calibration.tsv'), 'utf8'));
  expect(seconds.size).toBe(4);
  expect(factor).toBeGreaterThan(0);
});

const kept = new Map([
  ['lint', 10],
  ['tests', 1000],
]);

test('up to 15 % above what is kept there is no warning, and machines are scaled', () => {
  expect(
    compareSeconds(
      new Map([
        ['lint', 10],
        ['tests', 1150],
      ]),
      kept,
      1,
    ).warning,
  ).toBeNull();
  expect(
    compareSeconds(
      new Map([
        ['lint', 20],
        ['tests', 2000],
      ]),
      kept,
      2,
    ).warning,
  ).toBeNull();
  expect(
    compareSeconds(
      new Map([
        ['lint', 10],
        ['tests', 1160],
      ]),
      kept,
      1,
    ).warning,
  ).toBe('Warning: steps took 1170 CPU seconds, scaled, 16 % above the 1010 of .ci/seconds.tsv');
});

test('steps without a kept figure are shown and do not count', () => {
  const { lines, warning } = compareSeconds(
    new Map([
      ['lint', 10],
      ['group clients', 500],
    ]),
    kept,
    1,
  );
  expect(warning).toBeNull();
  expect(lines).toContain('   500.0   500.0       -  group clients');
  expect(lines.at(-1)).toMatch(/^ {3}510\.0 {3}510\.0 {4}10\.0 {2}all; steps with a kept figure: 10\.0 scaled$/);
});

test('a list to keep is read as it was written', () => {
  const list = keptList(
    new Map([
      ['lint', 10],
      ['tests', 660],
    ]),
    0.66,
    'a machine',
  );
  expect([...secondsByName(list)]).toEqual([
    ['lint', 15.2],
    ['tests', 1000],
  ]);
});
