/** A copy of the working tree, so that no mutant is ever in the tree itself. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Mutant, mutated } from './mutants.ts';

/** The folder of builds: not under version control, and on the same disk as the dependencies. */
const builds = 'dist';
/** Prefix of the folder of a copy, among the builds. */
const prefix = 'mutations-';
/** What tools leave among the dependencies and write again. */
const leftovers = /^\.(vite|cache|mf)/;

export class Tree {
  readonly root: string;

  /** Copies what git knows of a project and what it would add, and the builds. Dependencies are linked file by file. */
  constructor(project: string) {
    mkdirSync(path.join(project, builds), { recursive: true });
    removeAbandoned(path.join(project, builds));
    this.root = mkdtempSync(path.join(project, builds, `${prefix}${process.pid}-`));
    const known = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
      cwd: project,
      encoding: 'utf8',
    });
    const built = readdirSync(path.join(project, builds)).filter((name) => !name.startsWith(prefix));
    for (const file of [...known.split('\0'), ...built.map((name) => path.join(builds, name))]) {
      const from = path.join(project, file);
      if (file !== '' && existsSync(from)) cpSync(from, this.at(file), { recursive: true });
    }
    // A link to the folder would not do: the Workers runtime reads only files inside the tree.
    for (const folder of ['.', ...workspaces(project)]) {
      const dependencies = path.join(folder, 'node_modules');
      if (existsSync(path.join(project, dependencies))) {
        linkFiles(path.join(project, dependencies), this.at(dependencies));
      }
    }
  }

  /** A path inside the copy. */
  at(file: string): string {
    return path.join(this.root, file);
  }

  /** Replaces a file by its mutant. The function that it returns restores the file. */
  apply(mutant: Mutant): () => void {
    const file = this.at(mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, mutated(text, mutant));
    return () => writeFileSync(file, text);
  }

  /** Deletes the copy. */
  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (leftovers.test(entry.name)) continue;
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function workspaces(project: string): string[] {
  return JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')).workspaces ?? [];
}

/** Copies of runs that were killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
