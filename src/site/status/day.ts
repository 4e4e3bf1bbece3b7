/** A day of the status as it was counted, and what is read from it. */

/** The parts of the service that are asked each minute. */
export const partNames = ['ledger', 'directory', 'inference', 'image_lane'] as const;
export type PartName = (typeof partNames)[number];

/** What was counted on a day. */
export interface StatusDay {
  /** Its midnight (UTC), in Unix milliseconds. */
  readonly startMs: number;
  /** Minutes of it that are over: 1,440, or fewer of today. */
  readonly passedMinutes: number;
  /** Minutes in which the parts were asked. For the others there is no data. */
  readonly minutes: number;
  /** Of those, the minutes in which some pictures would have been refused, or all. */
  readonly degraded: number;
  readonly unavailable: number;
  /** Of those, the minutes in which each part did not answer. */
  readonly unanswered: Readonly<Record<PartName, number>>;
  /** Calls that the service made of itself, and those of them that failed. */
  readonly calls: number;
  readonly failedCalls: number;
}

/** How often something was asked, and how often it failed. */
export interface Tally {
  readonly asked: number;
  readonly failed: number;
}

/** How many days the status goes back, today included. */
export const shownDays = 90;

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

/** The share that did not fail, as `99.98 %`: 100 % only where nothing failed. @param tally of something that was asked */
export function shownShare({ asked, failed }: Tally): string {
  return failed === 0 ? '100 %' : `${(Math.floor(((asked - failed) * 10_000) / asked) / 100).toFixed(2)} %`;
}
