import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { treeHash, whole, writeRuns } from '../deep/record.ts';
import { type TemporaryRepository, temporaryRepository } from '../repository/temporary-repository.ts';
import { treeOf } from '../repository/tree.ts';
import { ReleaseRefused, release } from './release.ts';
import { versionOf, versionPlaces } from './version-places.ts';

const current = versionOf(readFileSync(inProject('package.json'), 'utf8'));
const changelog = `# Changelog\n\n## Unreleased\n\n- One\n\n## ${current} (2026-11-22)\n\nThe first version.\n`;
const next = '98.0.0';

let repository: TemporaryRepository;
let lines: string[];

beforeEach(() => {
  lines = [];
  repository = temporaryRepository();
  for (const { file } of versionPlaces) {
    mkdirSync(path.join(repository.folder, path.dirname(file)), { recursive: true });
    repository.write(file, readFileSync(inProject(file), 'utf8'));
  }
  repository.write('CHANGELOG.md', changelog);
  mkdirSync(path.join(repository.folder, '.ci'));
  repository.write('.ci/deep.tsv', deepRecord(treeHash(treeOf(repository.folder)), 0));
  repository.commit('first');
});
afterEach(() => repository.remove());

/** Of a run of the whole deep level. */
function deepRecord(tree: string, failures: number): string {
  const run = { part: whole, tree, commit: 'abcdef', date: '2026-12-31', machine: '', seed: 1, tests: 9, failures };
  return writeRuns(new Map([[whole, { ...run, cpuSeconds: 1, wallSeconds: 1, greenAt: '' }]]));
}

function run(version: string, dryRun = false): void {
  release({ root: repository.folder, version, date: '2027-01-02', dryRun }, (line) => lines.push(line));
}

const read = (file: string) => readFileSync(path.join(repository.folder, file), 'utf8');

/** Files, commits and tags are as they were. */
function expectNothingDone(): void {
  expect(repository.git('log', '--format=%s')).toBe('first');
  expect(repository.git('tag')).toBe('');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(versionOf(read('package.json'))).toBe(current);
}

test('moves the entries, sets the version everywhere, commits and tags', () => {
  run(next);
  expect(repository.git('log', '--format=%s')).toBe(`chore: release ${next}\nfirst`);
  expect(repository.git('describe')).toBe(`v${next}`);
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(read('CHANGELOG.md')).toBe(changelog.replace('- One', `## ${next} (2027-01-02)\n\n- One`));
  for (const { file, withVersion } of versionPlaces) {
    expect(read(file)).toBe(withVersion(readFileSync(inProject(file), 'utf8'), next));
  }
  expect(lines.at(-1)).toBe(`Committed and tagged v${next}. To publish it: git push --follow-tags`);
});

test('a dry run prints what it would do, and does nothing', () => {
  run(next, true);
  expect(lines).toEqual([
    `${current} → ${next} in CHANGELOG.md, ${versionPlaces.map(({ file }) => file).join(', ')}`,
    `Dry run: nothing was written. The commit would be "chore: release ${next}", the tag v${next}`,
  ]);
  expectNothingDone();
});

test.each(['', 'v98.0.0', '98.0', '98.0.0-beta', '098.0.0', '98.0.0\n'])('%j is no version', (version) => {
  expect(() => run(version)).toThrow(ReleaseRefused);
  expect(() => run(version)).toThrow('is no version: three numbers are expected, such as 0.2.0');
  expectNothingDone();
});

test.each([current, '0.0.9', '0.0.1000'])('%s is not newer', (version) => {
  expect(() => run(version)).toThrow(`${version} is not newer than ${current}, the version so far`);
  expectNothingDone();
});

test.each([
  ['a changed file', 'CHANGELOG.md'],
  ['an untracked file', 'new.txt'],
])('%s is not released unseen', (_, file) => {
  repository.write(file, changelog.replace('- One', '- Other'));
  expect(() => run(next)).toThrow('The working tree is not clean: commit or remove what git status shows');
  expect(repository.git('log', '--format=%s')).toBe('first');
});

test('a tag is never moved', () => {
  repository.git('tag', `v${next}`);
  expect(() => run(next)).toThrow(new ReleaseRefused(`There is a tag v${next} already`));
  expect(repository.git('log', '--format=%s')).toBe('first');
});

test('a release needs entries', () => {
  repository.write('CHANGELOG.md', changelog.replace('- One\n\n', ''));
  repository.commit('second');
  expect(() => run(next)).toThrow('CHANGELOG.md has nothing under Unreleased: write first what is new');
});

test.each([
  ['on other files', () => deepRecord('another', 0), 'The deep level last ran on other files'],
  ['with failures', () => deepRecord(treeHash(treeOf(repository.folder)), 2), 'The deep level had 2 failures'],
  ['never', () => '', '.ci/deep.tsv has no run of the whole deep level'],
])('what ran through the deep level %s is not released', (_when, record, refusal) => {
  repository.write('.ci/deep.tsv', record());
  repository.commit('second');
  expect(() => run(next)).toThrow(refusal);
  expect(repository.git('tag')).toBe('');
  run(next, true);
  expect(lines[1]).toContain(`It would be refused: ${refusal}`);
});

test('where git refuses the commit, all is as it was', () => {
  const hook = path.join(repository.folder, '.git/hooks/pre-commit');
  mkdirSync(path.dirname(hook), { recursive: true });
  writeFileSync(hook, '#!/bin/sh\necho "not today" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  expect(() => run(next)).toThrow('not today');
  expectNothingDone();
});
