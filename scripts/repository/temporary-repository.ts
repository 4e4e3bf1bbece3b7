/** A git repository that a test may do anything to. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from './git.ts';

export interface TemporaryRepository {
  readonly folder: string;
  /** Runs git there. */
  git(...args: string[]): string;
  write(name: string, text: string): void;
  /** Commits all that is there. */
  commit(subject: string): void;
  remove(): void;
}

/** Makes a repository with a branch `main` and no commit. */
export function temporaryRepository(): TemporaryRepository {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-repository-'));
  const inFolder = (...args: string[]) => git(folder, ...args);
  inFolder('init', '--quiet', '--initial-branch=main');
  for (const [name, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ]) {
    inFolder('config', name, value);
  }
  return {
    folder,
    git: inFolder,
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    commit(subject) {
      inFolder('add', '--all');
      inFolder('commit', '--quiet', '--allow-empty', '--no-verify', `--message=${subject}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
