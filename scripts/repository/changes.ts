/** What a branch and a working tree change. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { git, gitIfPossible, gitLines } from './git.ts';

/** Where a branch began: first those that a hosted repository has. */
const mainBranches = ['origin/main', 'main'];

/** The commit at which this branch left the main one; HEAD on the main one, and where there is none. */
export function branchBase(folder: string): string {
  for (const branch of mainBranches) {
    const base = gitIfPossible(folder, 'merge-base', branch, 'HEAD');
    if (base !== null) return base;
  }
  return git(folder, 'rev-parse', 'HEAD');
}

/** Files that are there and differ from a commit, untracked ones too; paths from the repository's root. */
export function changedFiles(folder: string, base: string): string[] {
  const differing = gitLines(folder, 'diff', '--name-only', '--diff-filter=d', base);
  const untracked = gitLines(folder, 'ls-files', '--others', '--exclude-standard');
  return [...new Set([...differing, ...untracked])].filter((file) => existsSync(path.join(folder, file))).sort();
}

/** Subjects of commits that are still to be published: of this branch; on the main one since the last tag. */
export function newSubjects(folder: string): string[] {
  const base = branchBase(folder);
  const onBranch = base !== git(folder, 'rev-parse', 'HEAD');
  const since = onBranch ? base : gitIfPossible(folder, 'describe', '--tags', '--abbrev=0');
  // Without any tag all of history would be new: subjects from before the rule are not checked.
  const range = since === null ? ['--max-count=1', 'HEAD'] : [`${since}..HEAD`];
  return gitLines(folder, 'log', '--no-merges', '--format=%s', ...range);
}
