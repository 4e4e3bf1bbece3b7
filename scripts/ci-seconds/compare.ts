/** What a run of `.ci/run` took of the processors, beside the sum that is kept. */

/** Above this much more than kept, a warning is due. */
const mostGrowth = 0.15;

export interface Comparison {
  /** What every run says. */
  readonly lines: readonly string[];
  /** For the end of the run; null where all is as kept. */
  readonly warning: string | null;
}

/**
 * Compares CPU seconds by step. Steps that the kept list does not have are shown and count nowhere: groups and drawn parts are in records of
 * their own.
 * @param factor seconds of this machine for one of the machine that the kept ones are stated for
 */
export function compareSeconds(
  taken: ReadonlyMap<string, number>,
  kept: ReadonlyMap<string, number>,
  factor: number,
): Comparison {
  const rows = [...taken].map(([step, seconds]) => {
    const then = kept.get(step);
    return [seconds.toFixed(1), (seconds / factor).toFixed(1), then === undefined ? '-' : then.toFixed(1), step];
  });
  const counted = [...taken].filter(([step]) => kept.has(step));
  const now = sum(counted.map(([, seconds]) => seconds)) / factor;
  const then = sum(counted.map(([step]) => kept.get(step) ?? 0));
  const all = sum([...taken.values()]);
  const lines = [
    ['CPU s', 'scaled', 'kept', 'step'],
    ...rows,
    [
      all.toFixed(1),
      (all / factor).toFixed(1),
      then.toFixed(1),
      `all; steps with a kept figure: ${now.toFixed(1)} scaled`,
    ],
  ].map(([a, b, c, step]) => `${a.padStart(8)}${b.padStart(8)}${c.padStart(8)}  ${step}`);
  const growth = then > 0 ? now / then - 1 : 0;
  const warning =
    growth > mostGrowth
      ? `Warning: steps took ${now.toFixed(0)} CPU seconds, scaled, ${(100 * growth).toFixed(0)} % above the ${then.toFixed(0)} of .ci/seconds.tsv`
      : null;
  return { lines, warning };
}

/** The list to keep, of a run whose steps all passed: rows of scaled seconds and step. */
export function keptList(taken: ReadonlyMap<string, number>, factor: number, machine: string): string {
  const rows = [...taken].map(([step, seconds]) => `${(seconds / factor).toFixed(1)}\t${step}\n`);
  const comments = [
    'CPU seconds of each step of .ci/run with keys of groups equal, scaled to the machine of lab/evaluation/measurements/test-seconds.tsv.',
    `Measured on ${machine}, ${factor.toFixed(3)} seconds there for one here.`,
  ];
  return [...comments.map((line) => `# ${line}\n`), 'cpu_seconds\tstep\n', ...rows].join('');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
