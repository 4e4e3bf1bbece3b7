/** When a part that has ended is started again. Pure: no clock, no process. */
import { backoffMs } from '../inference/processes/backoff.ts';

const pauses = { firstMs: 200, longestMs: 5000 };
/** Up for so long, and what was wrong before is over. */
const steadyMs = 20_000;
const mostUnready = 10;

export interface PartHistory {
  /** Ends in a row, none of them after a steady time. */
  readonly ends: number;
  /** Starts in a row that did not become ready. */
  readonly unready: number;
}

export const freshHistory: PartHistory = { ends: 0, unready: 0 };

export interface Restart {
  readonly history: PartHistory;
  /** Pause before the next start, in milliseconds; null where there is none. */
  readonly inMs: number | null;
}

/**
 * A part has ended.
 * @param upMs from its being ready to its end; null when it never was ready
 * @returns 200 ms, doubling up to 5 s; none after ten starts in a row that did not become ready
 */
export function afterEnd(history: PartHistory, upMs: number | null): Restart {
  const ends = upMs !== null && upMs >= steadyMs ? 1 : history.ends + 1;
  const unready = upMs === null ? history.unready + 1 : 0;
  return { history: { ends, unready }, inMs: unready >= mostUnready ? null : backoffMs(ends, pauses) };
}
