/** The table of `test/README.md`: which tests hold which feature, and which run guards them. */

export const levels = ['Unit', 'Workers', 'Service', 'Browser'] as const;
export type Level = (typeof levels)[number];

/** Tests that a cell names. */
export interface NamedTests {
  readonly level: Level;
  /** A folder or a file. */
  readonly path: string;
  /** What stands in brackets behind it: `in part`, or names of groups. */
  readonly marks: readonly string[];
}

export interface FeatureTable {
  readonly tests: readonly NamedTests[];
  /** Parts of the deep level that no folder of tests makes. */
  readonly deepParts: readonly string[];
}

/** Reads the one table of a document in Markdown. */
export function featureTable(markdown: string): FeatureTable {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').slice(2, -1));
  const tests = rows.flatMap((cells) =>
    levels.flatMap((level, column) =>
      [...cells[column].matchAll(/`([^`]+)`(?: \(([^)]+)\))?/g)].map(([, path, marks]) => {
        return { level, path, marks: marks?.split(', ') ?? [] };
      }),
    ),
  );
  const deepParts = rows.flatMap((cells) => [...cells[levels.length].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  return { tests, deepParts };
}

/** @param file path of a test from the project's folder */
function levelOf(file: string): Level {
  if (file.endsWith('.worker.test.ts')) return 'Workers';
  if (/^test\/(browser|lighthouse)\//.test(file)) return 'Browser';
  if (/^test\/(?!run\/|exercise\/|billing\/stripe\/)/.test(file)) return 'Service';
  return 'Unit';
}

/** What names a test: the cell of its level with the longest path that leads to it. */
export function whoNames(file: string, { tests }: FeatureTable): NamedTests | undefined {
  const level = levelOf(file);
  return tests
    .filter((named) => named.level === level && (file.startsWith(`${named.path}/`) || file === named.path))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
