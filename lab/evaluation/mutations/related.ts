/** Which unit tests see a file, the nearest first. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Paths of all files under a folder, from the root. */
function filesUnder(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesUnder(root, file) : [file];
  });
}

/** Where unit tests are, and what they test (`vitest.config.ts`). */
export const sourceFolders = ['src', 'clients', 'lab'];

/** Paths of all TypeScript of those folders, from the root. */
export function sourceFiles(root: string): string[] {
  return sourceFolders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => filesUnder(root, folder))
    .filter((file) => /\.tsx?$/.test(file));
}

/**
 * For each file the unit tests that import it, by themselves or through others: those by the shortest way first, and of these
 * the ones in the same folder.
 */
export function testsByFile(root: string): Map<string, string[]> {
  const sources = sourceFiles(root);
  const files = new Set(sources);
  const imports = new Map<string, string[]>();
  // The set grows on the way: tests also share files of other folders, as `test/`.
  for (const file of files) {
    const targets = importsOf(root, file);
    imports.set(file, targets);
    for (const target of targets) files.add(target);
  }
  const seen = new Map<string, { test: string; steps: number }[]>();
  for (const test of sources.filter((file) => file.endsWith('.test.ts'))) {
    for (const [file, steps] of stepsFrom(test, imports)) {
      seen.set(file, [...(seen.get(file) ?? []), { test, steps }]);
    }
  }
  return new Map([...seen].map(([file, tests]) => [file, nearestFirst(file, tests)]));
}

/** Whether two files are in one room: a folder of a floor of src, as `src/money/ledger`, or the floor where they are loose; else two folders. */
export function isSameRoom(one: string, other: string): boolean {
  const roomOf = (file: string) => {
    const folders = path.posix.dirname(file).split('/');
    return folders.slice(0, folders[0] === 'src' ? 3 : 2).join('/');
  };
  return roomOf(one) === roomOf(other);
}

function nearestFirst(file: string, tests: { test: string; steps: number }[]): string[] {
  const isNeighbour = (test: string) => path.dirname(test) === path.dirname(file);
  const far = (test: string) => (isNeighbour(test) ? 0 : 1);
  return tests
    .sort(
      (one, other) => one.steps - other.steps || far(one.test) - far(other.test) || (one.test < other.test ? -1 : 1),
    )
    .map(({ test }) => test);
}

/** Files that a file leads to, with the number of imports on the shortest way. */
function stepsFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map([[start, 0]]);
  for (const [file, count] of steps) {
    for (const target of imports.get(file) ?? []) if (!steps.has(target)) steps.set(target, count + 1);
  }
  return steps;
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => target);
  return targets
    .map((target) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => existsSync(path.join(root, target)));
}
