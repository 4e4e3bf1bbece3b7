/** How many tests a report counts. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
    }),
    none,
  );
}

/** Of the JSON that vitest writes. */
export function countsOfVitest(report: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** Of XML as JUnit writes it. @throws Error where it counts nothing */
export function countsOfJUnit(report: string): Counts {
  const suites = [...report.matchAll(/<testsuite\b[^>]*>/g)].map(([suite]) => {
    const [tests, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
      Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0),
    );
    return { passed: tests - failures - errors - skipped, failed: failures + errors, skipped };
  });
  if (suites.length === 0) throw new Error('The report has no suite of tests');
  return sum(suites);
}
