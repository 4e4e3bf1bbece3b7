import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { treeHash, whole, writeRuns } from '../deep/record.ts';
import { type TemporaryRepository, temporaryRepository } from '../repository/temporary-repository.ts';
import { treeOf } from '../repository/tree.ts';
import { release, type Text } from './release.ts';
import { ReleaseRefused } from './step.ts';
import { versionOf, versionPlaces } from './version-places.ts';

const current = versionOf(readFileSync(inProject('package.json'), 'utf8'));
const changelog = `# Changelog\n\n## Unreleased\n\n- One\n\n## ${current} (2026-11-22)\n\nThe first version.\n`;
const next = '98.0.0';
const tagging = `git tag --annotate --message='Edgematte ${next}' v${next}`;

let repository: TemporaryRepository;
let lines: string[];
/** Where the files of the release go. */
let into: string;
/** What files were made of, each time. */
let made: (readonly Text[])[];
/** Why no files can be made. */
let inTheWay: Error | null;

beforeEach(() => {
  [lines, made, inTheWay] = [[], [], null];
  into = path.join(mkdtempSync(path.join(tmpdir(), 'edgematte-release-')), 'files');
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
afterEach(() => {
  repository.remove();
  rmSync(path.dirname(into), { recursive: true, force: true });
});

/** Of a run of the whole deep level. */
function deepRecord(tree: string, failures: number): string {
  const run = { part: whole, tree, commit: 'abcdef', date: '2026-12-31', machine: '', seed: 1, tests: 9, failures };
  return writeRuns(new Map([[whole, { ...run, cpuSeconds: 1, wallSeconds: 1, greenAt: '' }]]));
}

function run(version: string, dryRun = false): Promise<void> {
  const asked = { root: repository.folder, version, date: '2027-01-02', dryRun, into };
  return release(asked, makeFiles, (line) => lines.push(line));
}

async function makeFiles(texts: readonly Text[]): Promise<{ folder: string; remove(): void }> {
  if (inTheWay) throw inTheWay;
  made.push(texts);
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-files-'));
  writeFileSync(path.join(folder, 'SHA256SUMS'), 'abc');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

const read = (file: string) => readFileSync(path.join(repository.folder, file), 'utf8');

/** Files, commits and tags are as they were. */
function expectNothingDone(): void {
  expect(repository.git('log', '--format=%s')).toBe('first');
  expect(repository.git('tag')).toBe('');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(versionOf(read('package.json'))).toBe(current);
  expect(existsSync(into)).toBe(false);
}

test('moves the entries, sets the version everywhere, commits, makes the files, and says the tag', async () => {
  await run(next);
  expect(repository.git('log', '--format=%s')).toBe(`chore: release ${next}\nfirst`);
  expect(repository.git('tag')).toBe('');
  expect(readdirSync(into)).toEqual(['SHA256SUMS']);
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(read('CHANGELOG.md')).toBe(changelog.replace('- One', `## ${next} (2027-01-02)\n\n- One`));
  for (const { file, withVersion } of versionPlaces) {
    expect(read(file)).toBe(withVersion(readFileSync(inProject(file), 'utf8'), next));
  }
  expect(lines.at(-1)).toBe(`The files are in ${into}. Now: ${tagging} && git push --follow-tags`);
});

test('a dry run makes what it would, and keeps nothing', async () => {
  await run(next, true);
  expect(made[0].map(({ file }) => file)).toEqual(['CHANGELOG.md', ...versionPlaces.map(({ file }) => file)]);
  for (const { text } of made[0]) expect(text).toContain(next);
  expect(lines).toEqual([
    `${current} → ${next} in CHANGELOG.md, ${versionPlaces.map(({ file }) => file).join(', ')}`,
    '  SHA256SUMS',
    `Dry run: nothing was kept. The commit would be "chore: release ${next}", its tag: ${tagging}`,
  ]);
  expectNothingDone();
});

test.each(['', 'v98.0.0', '98.0', '98.0.0-beta', '098.0.0', '98.0.0\n'])('%j is no version', async (version) => {
  await expect(run(version)).rejects.toThrow(ReleaseRefused);
  await expect(run(version)).rejects.toThrow('is no version: three numbers are expected, such as 0.2.0');
  expectNothingDone();
});

test.each([current, '0.0.9', '0.0.1000'])('%s is not newer', async (version) => {
  await expect(run(version)).rejects.toThrow(`${version} is not newer than ${current}, the version so far`);
  expectNothingDone();
});

test.each([
  ['a changed file', 'CHANGELOG.md'],
  ['an untracked file', 'new.txt'],
])('%s is not released unseen', async (_, file) => {
  repository.write(file, changelog.replace('- One', '- Other'));
  await expect(run(next)).rejects.toThrow('The working tree is not clean: commit or remove what git status shows');
  expect(repository.git('log', '--format=%s')).toBe('first');
});

test('a tag is never moved', async () => {
  repository.git('tag', `v${next}`);
  await expect(run(next)).rejects.toThrow(new ReleaseRefused(`There is a tag v${next} already`));
  expect(repository.git('log', '--format=%s')).toBe('first');
});

test('a release needs entries', async () => {
  repository.write('CHANGELOG.md', changelog.replace('- One\n\n', ''));
  repository.commit('second');
  await expect(run(next)).rejects.toThrow('CHANGELOG.md has nothing under Unreleased: write first what is new');
});

test.each([
  ['on other files', () => deepRecord('another', 0), 'The deep level last ran on other files'],
  ['with failures', () => deepRecord(treeHash(treeOf(repository.folder)), 2), 'The deep level had 2 failures'],
  ['never', () => '', '.ci/deep.tsv has no run of the whole deep level'],
])('what ran through the deep level %s is not released', async (_when, record, refusal) => {
  repository.write('.ci/deep.tsv', record());
  repository.commit('second');
  await expect(run(next)).rejects.toThrow(refusal);
  expect(repository.git('tag')).toBe('');
  await run(next, true);
  expect(lines[1]).toContain(`It would be refused: ${refusal}`);
});

test('where git refuses the commit, all is as it was', async () => {
  const hook = path.join(repository.folder, '.git/hooks/pre-commit');
  mkdirSync(path.dirname(hook), { recursive: true });
  writeFileSync(hook, '#!/bin/sh\necho "not today" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  await expect(run(next)).rejects.toThrow('not today');
  expectNothingDone();
});

test('where the files cannot be made the commit stays, and the same command goes on', async () => {
  inTheWay = new ReleaseRefused('The npm package could not be made: no room');
  await expect(run(next)).rejects.toThrow(inTheWay.message);
  expect(existsSync(into)).toBe(false);
  inTheWay = null;
  await run(next);
  expect(lines.at(-3)).toBe(`${next} is committed`);
  expect(repository.git('log', '--format=%s')).toBe(`chore: release ${next}\nfirst`);
  expect(readdirSync(into)).toEqual(['SHA256SUMS']);
});

test('files are made again of a release that has its tag, and of no later commit', async () => {
  await run(next);
  repository.git('tag', '--annotate', '--message=one', `v${next}`);
  rmSync(into, { recursive: true });
  await run(next);
  expect(made.at(-1)).toEqual([]);
  rmSync(into, { recursive: true });
  repository.git('commit', '--quiet', '--amend', '--no-edit', '--date=2027-01-01T00:00:00');
  await expect(run(next)).rejects.toThrow(`There is a tag v${next} already`);
  repository.commit('second');
  await expect(run(next)).rejects.toThrow(`${next} is not newer than ${next}, the version so far`);
  expect(existsSync(into)).toBe(false);
});

test('a folder that holds something is left alone', async () => {
  mkdirSync(into);
  writeFileSync(path.join(into, 'mine'), '');
  await expect(run(next)).rejects.toThrow(`${into} is not empty`);
  expect(repository.git('log', '--format=%s')).toBe('first');
});
