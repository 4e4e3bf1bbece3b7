/** What a patch costs. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/local/root.ts';

/** Where a patch of this folder is. */
export function patchPath(name: string): string {
  return inProject(`test/exercise/${name}`);
}

/** Lines that a patch adds to each file; tests are not counted, and a binary file has none. */
export function linesAdded(patch: string): ReadonlyMap<string, number> {
  const [, ...parts] = readFileSync(patch, 'utf8').split(/^diff --git /m);
  const added = parts.map((part): [string, number] => [
    /^a\/\S+ b\/(\S+)$/m.exec(part)?.[1] ?? '',
    /^GIT binary patch$/m.test(part) ? 0 : part.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line)).length,
  ]);
  return new Map(added.filter(([file]) => !file.endsWith('.test.ts')));
}

/** The price in words: "54 lines in 4 files". */
export function costOf(patch: string): string {
  const added = linesAdded(patch);
  const lines = [...added.values()].reduce((sum, count) => sum + count, 0);
  return `${lines} lines in ${added.size} files`;
}
