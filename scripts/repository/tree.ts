/** The files of the working tree, each with the hash of what is in it: what is committed, staged, changed or new. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { versionPlaces } from '../release/version-places.ts';
import { git, gitLines } from './git.ts';

/** Hashes by path from the repository's root. */
export type Tree = ReadonlyMap<string, string>;

/** In place of the project's own version: a release changes nothing else in those files. */
const noVersion = '0.0.0';

/**
 * Reads it. Files that git ignores are no part of it, and the project's own version counts for nothing.
 * @param root the repository's folder
 */
export function treeOf(root: string): Tree {
  const tree = new Map(
    gitLines(root, 'ls-files', '--stage').map((line): [string, string] => {
      const [entry, file] = line.split('\t');
      const [mode, hash] = entry.split(' ');
      return [file, `${mode} ${hash}`];
    }),
  );
  const changed = gitLines(root, 'diff-files', '--name-only');
  const untracked = gitLines(root, 'ls-files', '--others', '--exclude-standard');
  for (const file of [...changed, ...untracked]) {
    const whole = path.join(root, file);
    if (existsSync(whole)) tree.set(file, `${modeOf(whole)} ${git(root, 'hash-object', '--', file)}`);
    else tree.delete(file);
  }
  for (const { file, withVersion } of versionPlaces) {
    const whole = path.join(root, file);
    if (tree.has(file)) tree.set(file, sha256(withVersion(readFileSync(whole, 'utf8'), noVersion)));
  }
  return tree;
}

/** As git has it: a file, or one that can be run. */
function modeOf(file: string): string {
  return (statSync(file).mode & 0o100) === 0 ? '100644' : '100755';
}

/** Whether nothing differs from the last commit but records, which say nothing of the tree. */
export function isClean(root: string): boolean {
  return git(root, 'status', '--porcelain', '--', '.', ':!.ci/*.tsv', ':!.ci/**/*.tsv') === '';
}

/** SHA-256 in hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
