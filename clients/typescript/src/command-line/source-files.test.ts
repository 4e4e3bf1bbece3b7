import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bounds, sourceTree } from './source-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, content: string | Buffer = 'text'): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

function read(bounds?: Bounds) {
  const { files, leftOut } = sourceTree(folder, bounds);
  return { files: [...files].map(({ file }) => file), leftOut };
}

const bounds = { maxFiles: 100, maxBytes: 1000, maxDepth: 10 };

test('files in order, hidden ones too, without those that people do not write', () => {
  for (const file of ['b.js', 'a.js', '.env', 'src/c.py', '.github/workflows/ci.yml']) put(file);
  for (const file of ['node_modules/remove.bg/index.js', 'src/node_modules/x.js', '.git/config', 'dist/b.js'])
    put(file);
  for (const file of ['test/fixtures/a.json', 'spec/vcr_cassettes/b.yml', 'src/__snapshots__/c.snap']) put(file);
  put('photo.jpg', Buffer.from([0xff, 0xd8, 0, 1]));
  symlinkSync(path.join(folder, 'a.js'), path.join(folder, 'link.js'));
  symlinkSync(folder, path.join(folder, 'round'));
  expect(read()).toEqual({ files: ['.env', 'a.js', 'b.js', '.github/workflows/ci.yml', 'src/c.py'], leftOut: [] });
});

test('a large file is left out, and reported', () => {
  put('large.js', 'x'.repeat(1001));
  put('small.js', 'x'.repeat(1000));
  expect(read(bounds)).toEqual({ files: ['small.js'], leftOut: ['large.js: more than 1000 bytes'] });
});

test('so are folders too deep', () => {
  put('a/b/c.js');
  put('a/d.js');
  expect(read({ ...bounds, maxDepth: 1 })).toEqual({ files: ['a/d.js'], leftOut: ['a/b: too deep'] });
});

test('and files beyond the limit', () => {
  for (const file of ['1.js', '2.js', '3.js', '4.js']) put(file);
  expect(read({ ...bounds, maxFiles: 2 })).toEqual({
    files: ['1.js', '2.js'],
    leftOut: ['all behind 3.js: more than 2 files'],
  });
});
