/** What the arguments of `npm test` ask for. */

export interface Asked {
  /** Passed on to vitest. */
  readonly words: readonly string[];
  /** Whether they name files or a project: then just those run. */
  readonly namesTests: boolean;
  /** Whether they name files, which may be those of a group. */
  readonly namesFiles: boolean;
  /** Whether one group runs that did not change. */
  readonly drawsGroup: boolean;
}

/** Options of vitest whose value is a word of its own and no file. */
const withValue = /^(-t|--testNamePattern|--reporter|--outputFile(\..*)?|--project|--exclude|--shard|--bail|--retry)$/;

/**
 * Reads them.
 * @param testFiles paths of all tests: a word that is a part of one names files, as it does for vitest
 */
export function readArguments(given: readonly string[], testFiles: readonly string[]): Asked {
  const words = given.filter((word) => word !== '--drawn-group');
  const isFile = (word: string, at: number) =>
    !word.startsWith('-') && !withValue.test(words[at - 1] ?? '') && testFiles.some((file) => file.includes(word));
  const namesFiles = words.some(isFile);
  const namesTests = namesFiles || words.some((word) => /^--project(=|$)/.test(word));
  return { words, namesFiles, namesTests, drawsGroup: words.length < given.length };
}

/** The same without what says where a report as JSON goes: groups have reports of their own. */
export function withoutReport(words: readonly string[]): string[] {
  return words.filter((word) => word !== '--reporter=json' && !word.startsWith('--outputFile'));
}
