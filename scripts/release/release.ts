/** Makes a version of what is committed: moves its entries in the changelog, sets the version, commits and tags. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { treeHash, whyNotGreen } from '../deep/record.ts';
import { runsIn } from '../deep/records.ts';
import { git, gitIfPossible } from '../repository/git.ts';
import { treeOf } from '../repository/tree.ts';
import { unreleased, withVersion } from './changelog.ts';
import { versionOf, versionPlaces } from './version-places.ts';

/** Nothing was done. The message is for the person who asked, one line. */
export class ReleaseRefused extends Error {}

export interface Release {
  /** The project's folder, root of its repository. */
  readonly root: string;
  /** Such as 0.2.0. */
  readonly version: string;
  /** Such as 2026-11-22. */
  readonly date: string;
  /** Only prints what would be done. */
  readonly dryRun: boolean;
}

/** @throws ReleaseRefused before anything is changed; Error where git fails, after everything was undone */
export function release({ root, version, date, dryRun }: Release, print: (line: string) => void): void {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const tag = `v${version}`;
  const current = versionOf(read('package.json'));
  const changelog = read('CHANGELOG.md');
  refuseUnlessPossible(root, { version, current, tag, entries: unreleased(changelog) });
  const texts = [
    { file: 'CHANGELOG.md', text: withVersion(changelog, version, date) },
    ...versionPlaces.map((place) => ({ file: place.file, text: place.withVersion(read(place.file), version) })),
  ];
  const files = texts.map(({ file }) => file);
  const subject = `chore: release ${version}`;
  const notGreen = whyNotGreen(runsIn(root), treeHash(treeOf(root)));
  if (notGreen !== null && !dryRun) throw new ReleaseRefused(notGreen);
  print(`${current} → ${version} in ${files.join(', ')}`);
  if (notGreen !== null) print(`It would be refused: ${notGreen}`);
  if (dryRun) return print(`Dry run: nothing was written. The commit would be "${subject}", the tag ${tag}`);
  const before = git(root, 'rev-parse', 'HEAD');
  try {
    for (const { file, text } of texts) writeFileSync(path.join(root, file), text);
    git(root, 'commit', '--quiet', `--message=${subject}`, '--', ...files);
    git(root, 'tag', '--annotate', `--message=Edgematte ${version}`, tag);
  } catch (error) {
    // Nothing else can be lost: the tree was clean.
    git(root, 'reset', '--hard', '--quiet', before);
    throw error;
  }
  print(`Committed and tagged ${tag}. To publish it: git push --follow-tags`);
}

interface Asked {
  readonly version: string;
  readonly current: string;
  readonly tag: string;
  readonly entries: string;
}

function refuseUnlessPossible(root: string, { version, current, tag, entries }: Asked): void {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    throw new ReleaseRefused(`"${version}" is no version: three numbers are expected, such as 0.2.0`);
  if (!isNewer(version, current))
    throw new ReleaseRefused(`${version} is not newer than ${current}, the version so far`);
  if (git(root, 'status', '--porcelain') !== '')
    throw new ReleaseRefused('The working tree is not clean: commit or remove what git status shows');
  if (gitIfPossible(root, 'rev-parse', '--quiet', '--verify', `refs/tags/${tag}`) !== null)
    throw new ReleaseRefused(`There is a tag ${tag} already`);
  if (entries === '') throw new ReleaseRefused('CHANGELOG.md has nothing under Unreleased: write first what is new');
}

function isNewer(version: string, current: string): boolean {
  const [next, last] = [version, current].map((each) => each.split('.').map(Number));
  const differing = next.findIndex((part, at) => part !== last[at]);
  return differing >= 0 && next[differing] > last[differing];
}
