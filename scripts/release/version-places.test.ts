import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { gitLines } from '../repository/git.ts';
import { versionOf, versionPlaces } from './version-places.ts';

const current = versionOf(readFileSync(inProject('package.json'), 'utf8'));

/** The others name versions of other projects, or show the form of a version. */
const ownFolders = [
  '.ci',
  '.github',
  'clients',
  'deploy',
  'docs',
  'examples',
  'scripts',
  'src',
  '*.json',
  '*.toml',
  '*.md',
  '*.ts',
];
const ofOthers = ['models', 'lab', 'test', 'scripts/release'].map((folder) => `:!${folder}`);

test.each(versionPlaces)(
  '$file holds the version of package.json, and nothing else changes',
  ({ file, withVersion }) => {
    const text = readFileSync(inProject(file), 'utf8');
    const changed = withVersion(text, '98.76.54');
    expect(changed).toContain('98.76.54');
    expect(withVersion(changed, current)).toBe(text);
  },
);

test('no other file holds it, or a release would leave it behind', () => {
  const line = `version.*\\b${current.replaceAll('.', '\\.')}\\b`;
  const found = gitLines(projectRoot, 'grep', '-lIiP', line, '--', ...ownFolders, ...ofOthers);
  expect(found.sort()).toEqual(versionPlaces.map(({ file }) => file).sort());
});
