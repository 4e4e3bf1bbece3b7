import { expect, test } from 'vitest';
import { resultsText, summaryOf, wrongIn } from './results.ts';
import type { Result } from './run.ts';

function result(path: string, changes: Partial<Result> = {}): Result {
  const picture = { title: 'package 1', sha256: path, path };
  return { picture, format: 'png', verdict: 'right', detail: '', oneLane: false, ...changes };
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
  ]);
});

test('the text has a row a format and a line for each picture that is not plainly right, which can be read again', () => {
  const text = resultsText(results, 0);
  expect(text).toContain('png: 2 pictures, 1 right, 1 wrong, 0 beyond, 0 refused');
  expect(text).toContain('other: 1 pictures');
  expect(text).toContain('wrong\tpng\tpackage 1 c.png\tedge mean 3, far 9');
  expect(wrongIn(text)).toEqual(new Set(['package 1 c.png']));
});
