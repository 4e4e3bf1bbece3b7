/** Makes a version of what is committed: moves its entries in the changelog, sets the version, commits, and makes its files. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { treeHash, whyNotGreen } from '../deep/record.ts';
import { runsIn } from '../deep/records.ts';
import { git, gitIfPossible } from '../repository/git.ts';
import { treeOf } from '../repository/tree.ts';
import { hasVersion, unreleased, withVersion } from './changelog.ts';
import { ReleaseRefused } from './step.ts';
import { versionOf, versionPlaces } from './version-places.ts';

export interface Release {
  /** The project's folder, root of its repository. */
  readonly root: string;
  /** Such as 0.2.0. */
  readonly version: string;
  /** Such as 2026-11-22. */
  readonly date: string;
  /** Makes all of it elsewhere, and throws it away. */
  readonly dryRun: boolean;
  /** A folder for the files of the release: new or empty. */
  readonly into: string;
}

/** A file of the project as the release has it. */
export interface Text {
  /** From the project's root. */
  readonly file: string;
  readonly text: string;
}

/** Makes the files of a release somewhere. @returns the folder that holds them, and what ends it */
export type MakeFiles = (texts: readonly Text[], version: string) => Promise<{ folder: string; remove(): void }>;

/**
 * A version that is committed already, and has no tag on another commit, only gets its files: a run that failed is run again.
 * @throws ReleaseRefused with one line; what was committed by then stays
 */
export async function release(
  { root, version, date, dryRun, into }: Release,
  makeFiles: MakeFiles,
  print: (line: string) => void,
): Promise<void> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const current = versionOf(read('package.json'));
  const changelog = read('CHANGELOG.md');
  const subject = `chore: release ${version}`;
  const isCommitted = hasVersion(changelog, version) && git(root, 'log', '-1', '--format=%s') === subject;
  refuseUnlessPossible(root, { version, current, isCommitted, entries: unreleased(changelog), into });
  const notGreen = whyNotGreen(runsIn(root), treeHash(treeOf(root)));
  if (notGreen !== null && !dryRun) throw new ReleaseRefused(notGreen);
  const texts = isCommitted ? [] : textsOf(version, date, read);
  const files = texts.map(({ file }) => file).join(', ');
  print(isCommitted ? `${version} is committed` : `${current} → ${version} in ${files}`);
  if (notGreen !== null) print(`It would be refused: ${notGreen}`);
  if (!dryRun && !isCommitted) commit(root, texts, subject);
  const { folder, remove } = await makeFiles(texts, version);
  try {
    for (const name of readdirSync(folder).sort()) print(`  ${name}`);
    if (!dryRun) cpSync(folder, into, { recursive: true });
  } finally {
    remove();
  }
  const tag = `git tag --annotate --message='Edgematte ${version}' v${version}`;
  if (dryRun) return print(`Dry run: nothing was kept. The commit would be "${subject}", its tag: ${tag}`);
  print(`The files are in ${into}. Now: ${tag} && git push --follow-tags`);
}

function textsOf(version: string, date: string, read: (file: string) => string): Text[] {
  return [
    { file: 'CHANGELOG.md', text: withVersion(read('CHANGELOG.md'), version, date) },
    ...versionPlaces.map((place) => ({ file: place.file, text: place.withVersion(read(place.file), version) })),
  ];
}

function commit(root: string, texts: readonly Text[], subject: string): void {
  const before = git(root, 'rev-parse', 'HEAD');
  try {
    writeTexts(root, texts);
    git(root, 'commit', '--quiet', `--message=${subject}`, '--', ...texts.map(({ file }) => file));
  } catch (error) {
    // Nothing else can be lost: the tree was clean.
    git(root, 'reset', '--hard', '--quiet', before);
    throw error;
  }
}

/** Writes files as the release has them. */
export function writeTexts(root: string, texts: readonly Text[]): void {
  for (const { file, text } of texts) writeFileSync(path.join(root, file), text);
}

interface Asked {
  readonly version: string;
  readonly current: string;
  readonly isCommitted: boolean;
  readonly entries: string;
  readonly into: string;
}

function refuseUnlessPossible(root: string, { version, current, isCommitted, entries, into }: Asked): void {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    throw new ReleaseRefused(`"${version}" is no version: three numbers are expected, such as 0.2.0`);
  if (!isCommitted && !isNewer(version, current))
    throw new ReleaseRefused(`${version} is not newer than ${current}, the version so far`);
  if (git(root, 'status', '--porcelain') !== '')
    throw new ReleaseRefused('The working tree is not clean: commit or remove what git status shows');
  const tagged = gitIfPossible(root, 'rev-parse', '--quiet', '--verify', `refs/tags/v${version}^{commit}`);
  if (tagged !== null && !(isCommitted && tagged === git(root, 'rev-parse', 'HEAD')))
    throw new ReleaseRefused(`There is a tag v${version} already`);
  if (!isCommitted && entries === '')
    throw new ReleaseRefused('CHANGELOG.md has nothing under Unreleased: write first what is new');
  if (existsSync(into) && readdirSync(into).length > 0) throw new ReleaseRefused(`${into} is not empty`);
}

function isNewer(version: string, current: string): boolean {
  const [next, last] = [version, current].map((each) => each.split('.').map(Number));
  const differing = next.findIndex((part, at) => part !== last[at]);
  return differing >= 0 && next[differing] > last[differing];
}
