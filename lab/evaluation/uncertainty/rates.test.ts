import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ratesTable, readVerdicts } from './rates.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-rates-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('of each verdict the answers that say that they need a review are counted', () => {
  const quality = (word: 'sell' | 'not') => ({ quality: word, reason: '' });
  const verdicts = { a: quality('sell'), b: quality('sell'), c: quality('not'), elsewhere: quality('not') };
  const answers = [
    { name: 'a', uncertainty: 0.499 },
    { name: 'b', uncertainty: 0.5 },
    { name: 'c', uncertainty: 1 },
    { name: 'unjudged', uncertainty: 1 },
  ];
  expect(ratesTable(answers, verdicts).split('\n').slice(2)).toEqual([
    '| sell | 2 | 1 | 50 % (9–91) |',
    '| retouch | 0 | 0 | – |',
    '| not | 1 | 1 | 100 % (21–100) |',
  ]);
});

test('verdicts of other words are none', () => {
  const file = path.join(folder, 'verdicts.json');
  writeFileSync(file, '{"a": {"quality": "fine", "reason": ""}}');
  expect(() => readVerdicts(file)).toThrow('quality');
  writeFileSync(file, '{"a": {"quality": "sell", "reason": "whole"}}');
  expect(readVerdicts(file)).toEqual({ a: { quality: 'sell', reason: 'whole' } });
});
