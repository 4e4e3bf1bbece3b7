/** Which unit tests say soonest that a change is wrong. `.ci/run` runs all of them. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gitLines } from '../repository/git.ts';
import { roomOf } from '../repository/room.ts';

/** Folders of the projects `node*` and `workers*` of vitest.config.ts. */
const unitTest = /^(?:src|scripts|lab|testing|clients|test\/run|test\/billing\/stripe)\/.*\.test\.ts$/;
/** What may change any test. A package.json alone changes none by itself. */
const ofAll = ['vitest.config.ts', 'package-lock.json'];
/** For each changed file at most so many, the smallest: a file that many tests name would have all of them run. */
const mostTests = 8;

/**
 * For each source the nearest tests: those of its folder that import it, else others that import it, else those of what imports it, and so
 * on. For another file, such as a document or a migration, the tests that name it, for what is read has no import. For what may change any
 * test, one of each folder.
 * @param changed paths from the repository's root
 * @returns paths, sorted
 */
export function nearestTests(root: string, changed: readonly string[]): readonly string[] {
  const texts = new Map(sourcesOf(root).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const importers = importersOf(texts);
  const smallestFirst = (tests: readonly string[]) =>
    [...tests].sort((one, other) => statSync(path.join(root, one)).size - statSync(path.join(root, other)).size);
  const tests = changed.flatMap((file) => {
    if (ofAll.includes(file))
      return oneOfEachFolder(smallestFirst([...texts.keys()].filter((name) => unitTest.test(name))));
    const nearest = texts.has(file) ? testsOfSource(file, importers) : testsThatName(path.posix.basename(file), texts);
    return smallestFirst(nearest).slice(0, mostTests);
  });
  return [...new Set(tests)].sort();
}

/** The first test of each room of src, and of each other folder of the first two levels: in Node where it has one, for a Workers runtime costs more. */
function oneOfEachFolder(tests: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const test of [...tests.filter((each) => !inWorkers(each)), ...tests.filter(inWorkers)]) {
    const folder = roomOf(test) ?? path.posix.dirname(test).split('/').slice(0, 2).join('/');
    if (!first.has(folder)) first.set(folder, test);
  }
  // Both kinds of runtime at least.
  return [...first.values(), ...tests.filter(inWorkers).slice(0, 1)];
}

function inWorkers(test: string): boolean {
  return test.endsWith('.worker.test.ts');
}

function sourcesOf(root: string): string[] {
  const listed = gitLines(root, 'ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx');
  const deleted = new Set(gitLines(root, 'ls-files', '--deleted'));
  return [...new Set(listed)].filter((file) => !deleted.has(file));
}

/** For each file those that import it. */
function importersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const imported = path.posix.join(path.posix.dirname(file), target);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

function testsOfSource(source: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const seen = new Set<string>();
  for (let files = [source]; files.length > 0; ) {
    const tests = files.filter((file) => unitTest.test(file));
    const beside = tests.filter((file) => path.posix.dirname(file) === path.posix.dirname(source));
    if (tests.length > 0) return beside.length > 0 ? beside : tests;
    for (const file of files) seen.add(file);
    files = [...new Set(files.flatMap((file) => importers.get(file) ?? []))].filter((file) => !seen.has(file));
  }
  return [];
}

function testsThatName(name: string, texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].filter(([file, text]) => unitTest.test(file) && text.includes(name)).map(([file]) => file);
}
