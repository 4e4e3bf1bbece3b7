/** The record of the deep level, `.ci/deep.tsv`: the last run of each part, and of the whole. */
import { matches } from '../groups/patterns.ts';
import { sha256, type Tree } from '../repository/tree.ts';

export interface DeepRun {
  /** A part's name, or `whole`. */
  readonly part: string;
  /** Of what it ran on; see `treeHash`. */
  readonly tree: string;
  readonly commit: string;
  /** Such as 2026-11-28. */
  readonly date: string;
  readonly machine: string;
  readonly seed: number;
  /** How many passed. */
  readonly tests: number;
  readonly failures: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** The last commit on which it was green; empty where it never was. */
  readonly greenAt: string;
}

/** The name of a run of all parts. */
export const whole = 'whole';

const columns = ['part', 'tree', 'commit', 'date', 'machine', 'seed', 'tests', 'failures'];
const heading = [...columns, 'cpu_seconds', 'wall_seconds', 'green_at'].join('\t');

/** By part. A text without the heading has none. */
export function readRuns(text: string): Map<string, DeepRun> {
  const [first, ...rows] = text.trimEnd().split('\n');
  if (first !== heading) return new Map();
  return new Map(
    rows.map((row) => {
      const [part, tree, commit, date, machine, seed, tests, failures, cpu, wall, greenAt = ''] = row.split('\t');
      const figures = { seed: Number(seed), tests: Number(tests), failures: Number(failures) };
      const seconds = { cpuSeconds: Number(cpu), wallSeconds: Number(wall) };
      return [part, { part, tree, commit, date, machine, ...figures, ...seconds, greenAt }];
    }),
  );
}

/** As it is kept, in the order of names. */
export function writeRuns(runs: ReadonlyMap<string, DeepRun>): string {
  const rows = [...runs.values()]
    .sort((one, other) => (one.part < other.part ? -1 : 1))
    .map(({ part, tree, commit, date, machine, seed, tests, failures, cpuSeconds, wallSeconds, greenAt }) => {
      const figures = [seed, tests, failures, cpuSeconds.toFixed(1), wallSeconds.toFixed(1)];
      return [part, tree, commit, date, machine, ...figures, greenAt].join('\t');
    });
  return `${[heading, ...rows].join('\n')}\n`;
}

/** Of all that a run says something about: not the records, nor what a release writes. */
export function treeHash(tree: Tree): string {
  const lines = [...tree]
    .filter(([file]) => !matches(['.ci/**/*.tsv', 'CHANGELOG.md'], file))
    .map(([file, hash]) => `${hash} ${file}`);
  return sha256(lines.sort().join('\n'));
}

/** Why a tree may not be released; null where all of the deep level was green on it. */
export function whyNotGreen(runs: ReadonlyMap<string, DeepRun>, tree: string): string | null {
  const last = runs.get(whole);
  if (!last) return '.ci/deep.tsv has no run of the whole deep level: npm run deep';
  if (last.tree !== tree)
    return `The deep level last ran on other files, ${last.date} at ${last.commit.slice(0, 12)}: npm run deep`;
  return last.failures === 0 ? null : `The deep level had ${last.failures} failures on these files`;
}
