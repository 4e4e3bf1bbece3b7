import { expect, test } from 'vitest';
import { judgeRetried, retriesOf } from './retries.ts';

test.each([
  ['test/browser/playground.test.ts', 1],
  ['test/client/verify.test.ts', 1],
  ['test/start/start.test.ts', 1],
  ['test/money/money.test.ts', 0],
  ['test/pixels/big.test.ts', 0],
  ['test/chaos/chaos.test.ts', 0],
  ['test/bad-input/bad-input.test.ts', 0],
  ['src/money/ledger/rules.test.ts', 0],
  ['src/start/start.test.ts', 0],
])('a test of %s has %d retries', (file, retries) => {
  expect(retriesOf(file)).toBe(retries);
});

test('nothing is said where nothing was retried', () => {
  expect(judgeRetried([])).toEqual({ lines: [], tooMany: false });
});

test('up to three tests are named, and more fail the run', () => {
  expect(judgeRetried(['a', 'b', 'c'])).toEqual({
    lines: ['Tests that needed their retry: 3', '  a', '  b', '  c'],
    tooMany: false,
  });
  const { lines, tooMany } = judgeRetried(['a', 'b', 'c', 'd']);
  expect(tooMany).toBe(true);
  expect(lines[0]).toBe('Tests that needed their retry: 4: more than 3 fail the run');
  expect(lines).toContain('  d');
});
