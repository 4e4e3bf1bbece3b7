/** Which files lead vitest to the unit tests of a change. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gitLines } from '../repository/git.ts';

const unitTests = ['src/*.test.ts', 'scripts/*.test.ts', 'evaluation/*.test.ts', 'clients/*.test.ts'];

/**
 * Sources as they are, for vitest follows imports; and unit tests that name another file of the change, such as a document or a
 * migration, for what is read has no import.
 * @param changed paths from the repository's root
 */
export function relatedFiles(root: string, changed: readonly string[]): string[] {
  const sources = changed.filter(isSource);
  const read = changed.filter((file) => !isSource(file)).map((file) => path.basename(file));
  if (read.length === 0) return sources;
  const tests = gitLines(root, 'ls-files', '--cached', '--others', '--exclude-standard', ...unitTests);
  const naming = tests.filter((test) => {
    const text = readFileSync(path.join(root, test), 'utf8');
    return read.some((name) => text.includes(name));
  });
  return [...new Set([...sources, ...naming])];
}

function isSource(file: string): boolean {
  return /\.tsx?$/.test(file);
}
