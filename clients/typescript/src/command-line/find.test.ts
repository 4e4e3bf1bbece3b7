import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPictures } from './find.ts';

const root = mkdtempSync(path.join(tmpdir(), 'edgematte-find-'));
for (const file of ['b.JPG', 'a.png', 'notes.txt', 'odd.dat', '.hidden.png', 'deep/er/c.webp', '.cache/d.png']) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), '');
}
afterAll(() => rmSync(root, { recursive: true }));

const named = (...words: string[]) => {
  const found = findPictures(words.map((word) => path.join(root, word)));
  return found.map(({ file, inside }) => [path.relative(root, file), inside]);
};

test('a folder is all pictures in it, hidden ones apart', () => {
  expect(named('.')).toEqual([
    ['a.png', ''],
    ['b.JPG', ''],
    ['deep/er/c.webp', 'deep/er'],
  ]);
});

test('a file is found whatever its name, and only once', () => {
  expect(named('odd.dat', 'a.png', '.')).toHaveLength(4);
});

test('a glob finds pictures alone', () => {
  expect(named('**/*')).toHaveLength(3);
  expect(named('*.{JPG,txt}')).toEqual([['b.JPG', '']]);
});

test('a name that nothing has is an error', () => {
  expect(() => named('none.png')).toThrow('There is no ');
});
