import { expect, test } from 'vitest';
import { folderOf, isGlob, patternOf } from './glob.ts';

test.each([
  ['photos/*.jpg', ['photos/a.jpg', 'photos/.jpg'], ['photos/a.png', 'photos/b/a.jpg', 'photos/ajpg']],
  ['photos/**/*.jpg', ['photos/a.jpg', 'photos/b/a.jpg', 'photos/b/c/a.jpg'], ['other/a.jpg']],
  ['**', ['a', 'a/b/c'], []],
  ['p?/{a,b}-[0-9].{jpg,png}', ['p1/a-0.jpg', 'px/b-9.png'], ['p1/c-0.jpg', 'p1/a-x.jpg', 'p1/a-0.gif', 'p/a-0.jpg']],
  ['[!a]*.png', ['b.png'], ['a.png']],
  ['a+b (1).png', ['a+b (1).png'], ['aab (1).png']],
  ['a,b*.png', ['a,b.png'], ['a.png']],
])('%s', (glob, matches, others) => {
  const pattern = patternOf(glob);
  for (const name of matches) expect(pattern.test(name), name).toBe(true);
  for (const name of others) expect(pattern.test(name), name).toBe(false);
});

test('a glob is searched in the folder before its first wildcard', () => {
  expect(['photos/*.jpg', '/data/{a,b}/*', '*.png', '/*'].map(folderOf)).toEqual(['photos', '/data', '.', '/']);
  expect(['a.jpg', 'a*.jpg', 'a[1].jpg'].map(isGlob)).toEqual([false, true, true]);
});
