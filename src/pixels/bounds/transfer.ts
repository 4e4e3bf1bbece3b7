/**
 * How fast bytes go between a client and us: a body that is read, or an answer that the client reads. Only the time in which
 * we wait for the client counts.
 */

/** What a body must bring in the mean, in bytes a millisecond. */
const leastPace = 8;
/** From when on it must. */
const graceMs = 10_000;
/** Below so many bytes the longest pause is left out of the mean. */
const smallBytes = 1024 * 1024;
const excusedPauseMs = 30_000;

/** Bytes a millisecond; below it others do not wait for what the transfer holds. */
const slowPace = 64;
/** What was waited for no longer than this may still turn out to be fast. */
const unknownMs = 1000;
/** How far ahead it is reckoned what a body is about to take. */
const aheadMs = 5000;
/** What it is about to take before anything has come: most pictures have no more. */
const usualBytes = 4 * 1024 * 1024;

/** One transfer, and how fast it has been so far. */
export class Transfer {
  #bytes = 0;
  /** Of waits that have ended. */
  #waitedMs = 0;
  #longestWaitMs = 0;
  /** When the present wait began, in milliseconds. */
  #sinceMs: number | null = null;
  readonly #now: () => number;

  /** @param now the clock, in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A wait for the client begins. */
  wait(): void {
    this.#sinceMs = this.#now();
  }

  /** The wait has ended, with so many bytes. */
  moved(bytes: number): void {
    const tookMs = this.#presentMs;
    this.#sinceMs = null;
    this.#waitedMs += tookMs;
    this.#longestWaitMs = Math.max(this.#longestWaitMs, tookMs);
    this.#bytes += bytes;
  }

  /**
   * How long a body may take for its next bytes, in milliseconds, from the beginning of the wait: it must bring 8 kB/s in the mean
   * once 10 s have been waited. Of less than 1 MiB the longest pause does not count, as far as it is no longer than 30 s.
   */
  get patienceMs(): number {
    const allowedMs = Math.max(graceMs, this.#bytes / leastPace);
    if (this.#bytes >= smallBytes) return allowedMs - this.#waitedMs;
    const excusedMs = Math.min(excusedPauseMs, this.#longestWaitMs);
    const spentMs = this.#waitedMs - excusedMs;
    // What this wait adds is left out too while it is the longest.
    return this.#waitedMs <= allowedMs ? excusedPauseMs : allowedMs - spentMs;
  }

  /** Whether it is slower than 64 kB/s. */
  get isSlow(): boolean {
    const waitedMs = this.#waitedMs + this.#presentMs;
    return waitedMs >= unknownMs && this.#bytes < slowPace * waitedMs;
  }

  /**
   * How many bytes a body is about to bring, by its pace so far.
   * @param restBytes most that can come
   */
  soonOf(restBytes: number): number {
    const waitedMs = this.#waitedMs + this.#presentMs;
    if (this.#bytes === 0) return waitedMs < unknownMs ? Math.min(restBytes, usualBytes) : 0;
    return Math.min(restBytes, (this.#bytes * aheadMs) / Math.max(1, waitedMs));
  }

  get #presentMs(): number {
    return this.#sinceMs === null ? 0 : Math.max(0, this.#now() - this.#sinceMs);
  }
}
