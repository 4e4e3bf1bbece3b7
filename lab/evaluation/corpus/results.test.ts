import { describe, expect, test } from 'vitest';
import { isGood, resultsText, summaryOf } from './results.ts';
import type { Result } from './run.ts';

function result(path: string, changes: Partial<Result> = {}): Result {
  const picture = { title: 'package 1', sha256: path, path };
  return { picture, format: 'png', verdict: 'right', detail: '', oneLane: false, refusedAlone: false, ...changes };
}

const results = [
  result('a.png'),
  result('b.tif', { format: 'tiff', oneLane: true, detail: 'second reference alone: Lab' }),
  result('c.png', { verdict: 'wrong', detail: 'edge mean 3, far 9' }),
  result('d.xyz', { format: 'xyz', verdict: 'refused', detail: '415 None | reference: no' }),
];

test('the summary counts', () => {
  expect(summaryOf(results, 2).split('\n')).toEqual([
    '2 right, 1 refused with reason, 1 wrong',
    '4 pictures: 0 beyond the references, 1 judged by the second reference alone, 1 right on one lane, 2 skipped',
    'refused where two references decode: 0 (0.0 %, at most 2 %)',
    'beyond the first reference: 1 (25.0 %, at most 5 %)',
  ]);
});

test('the text has a row a format and a line for each picture that is not plainly right, that says why', () => {
  const text = resultsText(results, 0);
  expect(text).toContain('png: 2 pictures, 1 right, 1 wrong, 0 beyond, 0 refused');
  expect(text).toContain('other: 1 pictures');
  expect(text).toContain('wrong\tpng\tpackage 1 c.png\tedge mean 3, far 9');
});

test('what is refused where two references decode says so', () => {
  const text = resultsText([result('e.png', { verdict: 'refused', detail: '422 No | cut', refusedAlone: true })], 0);
  expect(text).toContain('refused\tpng\tpackage 1 e.png\t422 No | cut | a second reference gives a picture too');
  expect(text).toContain('refused where two references decode: 1 (100.0 %, at most 2 %)');
});

describe('of a hundred pictures', () => {
  const hundred = (count: number, changes: Partial<Result>) =>
    Array.from({ length: 100 }, (_, index) => result(`${index}.png`, index < count ? changes : {}));

  test.each<[string, Partial<Result>, number]>([
    ['wrong', { verdict: 'wrong' }, 0],
    ['refused where two references decode', { verdict: 'refused', refusedAlone: true }, 2],
    ['beyond the references', { verdict: 'beyond' }, 5],
    ['judged by the second reference alone', { detail: 'second reference alone: Lab' }, 5],
    ['refused with the first reference', { verdict: 'refused' }, 100],
  ])('so many may be %s', (_, changes, most) => {
    expect(isGood(hundred(most, changes), true)).toBe(true);
    if (most < 100) expect(isGood(hundred(most + 1, changes), true)).toBe(false);
  });
});

test('of a part none may be wrong, whatever the shares', () => {
  expect(isGood([result('a.png', { verdict: 'beyond' })], false)).toBe(true);
  expect(isGood([result('a.png', { verdict: 'wrong' })], false)).toBe(false);
});
