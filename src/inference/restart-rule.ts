/**
 * When a process that has ended is started again: children of the inference service, and the parts that `npm start`
 * keeps alive. Pure: no clock, no process.
 */

export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const ofChildren: Pauses = { firstMs: 100, longestMs: 10_000 };
const ofParts: Pauses = { firstMs: 200, longestMs: 5000 };
/** After so long without an end earlier failures no longer count. */
const steadyMs = 20_000;
const mostUnready = 10;

/**
 * Pause before a process is started again.
 * @param failures ends in a row without anything that worked, from 1
 * @returns the first pause, doubling up to the longest; 100 ms and 10 s by default
 */
export function backoffMs(failures: number, { firstMs, longestMs } = ofChildren): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

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
  return { history: { ends, unready }, inMs: unready >= mostUnready ? null : backoffMs(ends, ofParts) };
}
