/** Copies of a part of the project: a repository of its own, with the packages of this one. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { git } from './git.ts';

export interface TreeCopy {
  /** Its folder. */
  readonly root: string;
  remove(): void;
}

/**
 * Makes one in a folder of its own; the caller removes it.
 * @param files paths from the project's folder: the copy has nothing else but packages
 */
export function copyTree(files: readonly string[]): TreeCopy {
  const root = mkdtempSync(path.join(tmpdir(), 'edgematte-copy-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    for (const file of files) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      cpSync(path.join(projectRoot, file), path.join(root, file));
    }
    git(root, 'init', '--quiet');
    appendFileSync(path.join(root, '.git/info/exclude'), 'node_modules\ndist\n.edgematte\n');
    git(root, 'add', '--all');
    for (const packages of ['node_modules', 'clients/typescript/node_modules']) linkPackages(root, packages);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** workerd reads no module from outside of the project. Hard links cost a second, where they are possible. */
function linkPackages(root: string, packages: string): void {
  const from = inProject(packages);
  const to = path.join(root, packages);
  if (!existsSync(from) || !existsSync(path.dirname(to))) return;
  const linked = spawnSync('cp', ['-al', from, to]);
  if (linked.status !== 0) cpSync(from, to, { recursive: true });
}
