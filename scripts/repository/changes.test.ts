import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { branchBase, changedFiles, newSubjects } from './changes.ts';
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository;

beforeEach(() => {
  repository = temporaryRepository();
  repository.write('kept.ts', '1');
  repository.write('removed.ts', '1');
  repository.commit('first');
});
afterEach(() => repository.remove());

test('on a branch all that it changed counts, and what is not committed', () => {
  const { folder } = repository;
  const began = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '--quiet', '--create', 'branch');
  repository.write('committed.ts', '1');
  rmSync(path.join(folder, 'removed.ts'));
  repository.commit('fix: one');
  repository.write('untracked.ts', '1');
  repository.write('staged.ts', '1');
  repository.git('add', 'staged.ts');
  repository.write('kept.ts', '2');
  expect(branchBase(folder)).toBe(began);
  expect(changedFiles(folder, began)).toEqual(['committed.ts', 'kept.ts', 'staged.ts', 'untracked.ts']);
  expect(newSubjects(folder)).toEqual(['fix: one']);
});

test('on the main branch what is not committed counts, and subjects since the last tag', () => {
  const { folder } = repository;
  repository.commit('fix: before the tag');
  repository.git('tag', 'v1.0.0');
  repository.commit('fix: one');
  repository.commit('fix: two');
  repository.write('kept.ts', '2');
  expect(changedFiles(folder, branchBase(folder))).toEqual(['kept.ts']);
  expect(newSubjects(folder)).toEqual(['fix: two', 'fix: one']);
});

test('without any tag the last commit of the main branch counts', () => {
  repository.commit('fix: the last');
  expect(newSubjects(repository.folder)).toEqual(['fix: the last']);
});

test('subjects of merges are not checked', () => {
  const { folder } = repository;
  repository.git('switch', '--quiet', '--create', 'branch');
  repository.commit('fix: one');
  repository.git('switch', '--quiet', '--create', 'side', 'main');
  repository.commit('fix: two');
  repository.git('switch', '--quiet', 'branch');
  repository.git('merge', '--quiet', '--no-edit', 'side');
  expect(newSubjects(folder).sort()).toEqual(['fix: one', 'fix: two']);
});
