import { expect, test } from 'vitest';
import { matches } from './patterns.ts';

test.each([
  ['src/kernels/**', 'src/kernels/a/b.c', true],
  ['src/kernels/**', 'src/kernels.ts', false],
  ['src/**/*.test.ts', 'src/one.test.ts', true],
  ['src/**/*.test.ts', 'src/a/b/one.test.ts', true],
  ['src/**/*.test.ts', 'src/a/one.ts', false],
  ['test/*.ts', 'test/stack.ts', true],
  ['test/*.ts', 'test/client/recorder.ts', false],
  ['tsconfig*.json', 'tsconfig.node.json', true],
  ['package.json', 'package_json', false],
  ['test/{one,other}.test.ts', 'test/other.test.ts', true],
  ['test/{one,other}.test.ts', 'test/oneother.test.ts', false],
  ['package.json', 'clients/typescript/package.json', false],
])('%s and %s: %s', (pattern, file, expected) => {
  expect(matches([pattern], file)).toBe(expected);
});

test('a pattern takes out what those before it took in', () => {
  const patterns = ['src/**', '!src/**/*.test.ts', 'src/site/site.test.ts'];
  const files = ['src/a.ts', 'src/a.test.ts', 'src/site/site.test.ts', 'test/a.ts'];
  expect(files.filter((file) => matches(patterns, file))).toEqual(['src/a.ts', 'src/site/site.test.ts']);
});
