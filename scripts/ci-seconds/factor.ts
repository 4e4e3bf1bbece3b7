/** What `.ci/calibration.tsv` holds, and how this machine compares with it. */

export interface Calibration {
  /** CPU seconds by work, on the machine that they were measured on. */
  readonly seconds: ReadonlyMap<string, number>;
  /** Seconds of that machine for one of the machine of test-seconds.tsv. */
  readonly factor: number;
}

/** Reads rows of seconds and work after the header; comments begin with #, one of them holds the factor. @throws Error without one */
export function parseCalibration(text: string): Calibration {
  const [, factor] = /^# factor: (\d+\.\d+)$/m.exec(text) ?? [];
  if (factor === undefined) throw new Error('.ci/calibration.tsv has no line such as "# factor: 0.66"');
  return { seconds: secondsByName(text), factor: Number(factor) };
}

/** Rows of CPU seconds and a name, with a tab between. */
export function secondsByName(text: string): ReadonlyMap<string, number> {
  const rows = text.split('\n').filter((line) => /^\d/.test(line));
  return new Map(rows.map((row) => row.split('\t')).map(([seconds, name]) => [name, Number(seconds)]));
}

/**
 * Seconds of this machine for one of the machine of test-seconds.tsv: the geometric mean over all works, for each says as much.
 * @throws Error where a work has no kept seconds
 */
export function factorOf(seconds: ReadonlyMap<string, number>, kept: Calibration): number {
  const ratios = [...seconds].map(([work, taken]) => {
    const then = kept.seconds.get(work);
    if (then === undefined) throw new Error(`.ci/calibration.tsv has no seconds of ${work}`);
    return Math.log(taken / then);
  });
  return kept.factor * Math.exp(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length);
}
