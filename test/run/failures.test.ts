import { expect, test } from 'vitest';
import { linesOfFailures } from './failures.ts';

test('nothing is said where nothing failed', () => {
  expect(linesOfFailures([])).toEqual([]);
});

test('each is named with the first line of its error, without colours', () => {
  const failed = {
    file: 'src/a.test.ts',
    name: 'adds > twice',
    message: '\u001b[31mexpected 1 to be 2\u001b[39m\n  at b',
  };
  const unread = { file: 'src/b.test.ts', message: 'no such module' };
  expect(linesOfFailures([failed, unread])).toEqual([
    'Tests that failed: 2',
    '  src/a.test.ts > adds > twice: expected 1 to be 2',
    '  src/b.test.ts: no such module',
  ]);
});

test('forty are named, each with at most 200 characters of its error', () => {
  const failures = Array.from({ length: 43 }, (_, i) => ({ file: `${i}.test.ts`, message: 'm'.repeat(300) }));
  const lines = linesOfFailures(failures);
  expect(lines).toHaveLength(42);
  expect(lines[1]).toBe(`  0.test.ts: ${'m'.repeat(200)}`);
  expect(lines.at(-1)).toBe('  and 3 more');
});
