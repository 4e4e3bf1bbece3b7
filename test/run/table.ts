/** The report of a test run: seconds by file, as text and as a table to keep, and why tests were skipped. */

export interface FileSeconds {
  /** Its path from the project's folder. */
  readonly file: string;
  /** Of processors; null for a file whose tests run in workerd, where many share what is started for all. */
  readonly processor: number | null;
  /** Of a clock. Files that run side by side each count in full. */
  readonly wall: number;
  readonly tests: number;
}

export interface SkippedTest {
  readonly file: string;
  readonly name: string;
  /** The reason that the test gave when it skipped itself. */
  readonly note: string | undefined;
}

/** The files that took most of the processors, the last line first in worth. */
export function heaviest(files: readonly FileSeconds[], count: number): string[] {
  const lines = inOrder(files)
    .slice(0, count)
    .map(({ file, processor, wall }) => `${column(processor)}${column(wall)}  ${file}`);
  return ['     CPU    wall', ...lines];
}

/** All files as tab-separated values, with lines of comment in front. */
export function tableOf(files: readonly FileSeconds[], comments: readonly string[]): string {
  const rows = inOrder(files).map(({ file, processor, wall, tests }) =>
    [processor === null ? '-' : processor.toFixed(2), wall.toFixed(2), tests, file].join('\t'),
  );
  return [...comments.map((line) => `# ${line}`), 'cpu_seconds\twall_seconds\ttests\tfile', ...rows, ''].join('\n');
}

/** Processor seconds by file of such a table. */
export function secondsIn(table: string): ReadonlyMap<string, number> {
  const rows = table.split('\n').flatMap((line) => {
    const [processor, , , file] = line.split('\t');
    return file === undefined || !Number.isFinite(Number(processor)) ? [] : ([[file, Number(processor)]] as const);
  });
  return new Map(rows);
}

/** What files of a kept table took then and take now; those that are gone count then alone. */
export function comparison(kept: ReadonlyMap<string, number>, files: readonly FileSeconds[]): string {
  const now = files.reduce((sum, { file, processor }) => sum + (kept.has(file) ? (processor ?? 0) : 0), 0);
  const then = [...kept.values()].reduce((sum, seconds) => sum + seconds, 0);
  const share = then > 0 ? `${((100 * now) / then).toFixed(1)} %` : 'nothing';
  return `Files of the kept table took ${then.toFixed(1)} CPU seconds then, and ${now.toFixed(1)} now: ${share}`;
}

/**
 * Why a test was skipped: its own words, else those in brackets of a name (`a browser (skipped: no Chromium)`).
 * @returns null without a reason
 */
export function reasonOf({ name, note }: SkippedTest): string | null {
  return note ?? /\(skipped: (.+?)\)(?= > |$)/.exec(name)?.[1] ?? null;
}

function inOrder(files: readonly FileSeconds[]): FileSeconds[] {
  return [...files].sort((one, other) => (other.processor ?? 0) - (one.processor ?? 0) || other.wall - one.wall);
}

function column(seconds: number | null): string {
  return (seconds === null ? '-' : seconds.toFixed(1)).padStart(8);
}
