/** What is read from the days of the status. */
import type { PartName, StatusDay } from '../../../contract/service-state.ts';

/** How often something was asked, and how often it failed. */
export interface Tally {
  readonly asked: number;
  readonly failed: number;
}

/** The minutes of a part on a day. */
export function tallyOf(part: PartName, { minutes, unanswered }: StatusDay): Tally {
  return { asked: minutes, failed: unanswered[part] };
}

/** The calls of a day. */
export function callTally({ calls, failedCalls }: StatusDay): Tally {
  return { asked: calls, failed: failedCalls };
}

/** Several days together. */
export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { asked, failed }) => ({ asked: sum.asked + asked, failed: sum.failed + failed }), {
    asked: 0,
    failed: 0,
  });
}

/** The share that did not fail, as `99.98 %`: 100 % only where nothing failed. @param pendingCounts of something that was asked */
export function shownShare({ asked, failed }: Tally): string {
  return failed === 0 ? '100 %' : `${(Math.floor(((asked - failed) * 10_000) / asked) / 100).toFixed(2)} %`;
}
