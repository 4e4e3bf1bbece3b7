import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.ts';
import { isClean, treeOf } from './tree.ts';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = temporaryRepository();
  repository.write('.gitignore', 'ignored\n');
  repository.write('kept.ts', '1');
  repository.write('package.json', '{\n  "version": "3.2.1"\n}\n');
  repository.commit('first');
});
afterEach(() => repository.remove());

const tree = () => treeOf(repository.folder);
const inRepository = (file: string) => path.join(repository.folder, file);

test('a change that is not committed counts as it would afterwards', () => {
  const before = tree();
  repository.write('kept.ts', '2');
  repository.write('new.ts', '3');
  const changed = tree();
  expect(changed).not.toEqual(before);
  expect([...changed.keys()].sort()).toEqual(['.gitignore', 'kept.ts', 'new.ts', 'package.json']);
  repository.git('add', 'kept.ts');
  expect(tree()).toEqual(changed);
  repository.commit('second');
  expect(new Map([...tree()].sort())).toEqual(new Map([...changed].sort()));
});

test('what was removed is gone, and what may be run is another file', () => {
  const before = tree().get('kept.ts');
  chmodSync(inRepository('kept.ts'), 0o755);
  expect(tree().get('kept.ts')).not.toBe(before);
  rmSync(inRepository('kept.ts'));
  expect(tree().has('kept.ts')).toBe(false);
});

test('neither the own version nor what git ignores counts', () => {
  const before = tree();
  repository.write('package.json', '{\n  "version": "0.2.0"\n}\n');
  repository.write('ignored', '1');
  expect(tree()).toEqual(before);
  repository.write('package.json', '{\n  "version": "0.2.0",\n  "type": "module"\n}\n');
  expect(tree()).not.toEqual(before);
});

test('records leave a tree clean, all else does not', () => {
  repository.git('clean', '-q', '-f');
  expect(isClean(repository.folder)).toBe(true);
  repository.write('deep.tsv', '1');
  expect(isClean(repository.folder)).toBe(false);
  repository.git('clean', '-q', '-f');
  mkdirSync(inRepository('.ci/green'), { recursive: true });
  repository.write('.ci/green/one.tsv', '1');
  repository.write('.ci/deep.tsv', '1');
  expect(isClean(repository.folder)).toBe(true);
  repository.write('.ci/run', '1');
  expect(isClean(repository.folder)).toBe(false);
});
