/** What a patch costs. */
import { readFileSync } from 'node:fs';

/** Lines that a patch adds to each file; tests are not counted. */
export function linesAdded(patch: string): ReadonlyMap<string, number> {
  const [, ...parts] = readFileSync(patch, 'utf8').split(/^diff --git /m);
  const added = parts.map((part): [string, number] => [
    /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? '',
    part.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line)).length,
  ]);
  return new Map(added.filter(([file]) => !file.endsWith('.test.ts')));
}
