/** How many tests a report counts, and which failed. */
import path from 'node:path';
import type { Failure } from '../../test/run/failures.ts';

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

/** Of the JSON that vitest writes. @param root of the tree that the tests ran in */
export function failuresOfVitest(report: string, root: string): Failure[] {
  const { testResults }: VitestReport = JSON.parse(report);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failures = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, name: fullName, message: failureMessages?.[0] ?? '' }));
    return status === 'failed' && failures.length === 0 ? [{ file, message }] : failures;
  });
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
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
