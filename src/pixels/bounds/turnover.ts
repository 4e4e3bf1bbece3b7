/**
 * How often work comes to an end: the smoothed time between two ends while anything is in work. By Little's law a request
 * behind `n` others waits `n + 1` of these, however much is worked on at once.
 */

const smoothing = 0.2;

/** The pace at which work ends, as seen so far. */
export class Turnover {
  #meanMs: number | undefined;
  /** When the last one ended, or where nothing was in work since, when the first one began. */
  #sinceMs = 0;

  /** Work begins. @param inWork what is in work already */
  begin(nowMs: number, inWork: number): void {
    if (inWork === 0) this.#sinceMs = nowMs;
  }

  /** Work ends. */
  end(nowMs: number): void {
    const tookMs = nowMs - this.#sinceMs;
    this.#meanMs = this.#meanMs === undefined ? tookMs : this.#meanMs + smoothing * (tookMs - this.#meanMs);
    this.#sinceMs = nowMs;
  }

  /**
   * Milliseconds between two ends, from now on.
   * @param inWork what is in work; while nothing ends for long, the pace is no better than if all of it ended now
   * @param assumedMs where nothing has ended yet
   */
  intervalMs(nowMs: number, inWork: number, assumedMs: number): number {
    const idleMs = inWork === 0 ? 0 : (nowMs - this.#sinceMs) / inWork;
    return Math.max(this.#meanMs ?? assumedMs, idleMs);
  }
}
