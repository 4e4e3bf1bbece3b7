/** Goes through test files, and keeps what failed. */

export interface Plan {
  readonly files: readonly string[];
  /** Runs of each file. */
  readonly times: number;
  /** Runs a file once. @returns a line for each failure */
  readonly run: (file: string) => Promise<readonly string[]>;
  readonly print: (line: string) => void;
  /** Whether somebody has asked to end; asked after each run, whose outcome then does not count. */
  readonly isStopped: () => boolean;
}

export interface Outcome {
  /** A line for each test that failed, with how often. */
  readonly failed: readonly string[];
  /** The file to go on with; null where all are done. */
  readonly next: string | null;
}

/** Runs each file as often as asked, one after the other. */
export async function runAll({ files, times, run, print, isStopped }: Plan): Promise<Outcome> {
  const failures = new Map<string, number>();
  const outcome = (next: string | null): Outcome => ({
    failed: [...failures].map(([test, count]) => `  ${test} (${count} of ${times})`),
    next,
  });
  for (const [at, file] of files.entries()) {
    print(`\n== ${at + 1} of ${files.length}: ${file}`);
    for (let time = 1; time <= times; time += 1) {
      const failed = await run(file);
      if (isStopped()) return outcome(file);
      for (const test of failed) {
        print(`FAILED in run ${time} of ${times}: ${test}`);
        failures.set(test, (failures.get(test) ?? 0) + 1);
      }
    }
  }
  return outcome(null);
}
