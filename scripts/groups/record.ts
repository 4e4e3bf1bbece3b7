/** Records of runs that were green: `.ci/green/GROUP.tsv`. */

export interface GreenRecord {
  readonly key: string;
  readonly commit: string;
  /** Such as 2026-11-28. */
  readonly date: string;
  readonly machine: string;
  /** How many passed. */
  readonly tests: number;
  readonly cpuSeconds: number;
}

const heading = ['key', 'commit', 'date', 'machine', 'tests', 'cpu_seconds'].join('\t');

/** @returns null where it holds no record */
export function readRecord(text: string): GreenRecord | null {
  const [first, row = ''] = text.split('\n');
  const [key, commit, date, machine, tests, cpuSeconds] = row.split('\t');
  if (first !== heading || cpuSeconds === undefined) return null;
  return { key, commit, date, machine, tests: Number(tests), cpuSeconds: Number(cpuSeconds) };
}

/** As it is kept. */
export function writeRecord({ key, commit, date, machine, tests, cpuSeconds }: GreenRecord): string {
  return `${heading}\n${[key, commit, date, machine, tests, cpuSeconds.toFixed(1)].join('\t')}\n`;
}
