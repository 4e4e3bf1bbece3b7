/**
 * Circuit breaker: after enough connection failures in a row no call is tried for a while, so that callers fail fast and
 * a server that comes back is not met by everyone at once. Then one caller probes; its outcome opens or closes.
 *
 * Pure apart from the clock, no timers: safe to share between requests of a Worker.
 */

export interface BreakerSettings {
  /** Connection failures in a row that open it. */
  readonly failures?: number;
  /** How long it stays open before a probe. */
  readonly openMs?: number;
  /** Milliseconds on any monotonic or wall clock. */
  readonly now?: () => number;
}

/** Counts failures in a row; open, it refuses at once, and lets one request probe after a pause. */
export class Breaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #openUntilMs = 0;

  /** A closed breaker; by default it opens after 5 failures, for 2 s. */
  constructor({ failures = 5, openMs = 2000, now = Date.now }: BreakerSettings = {}) {
    this.#threshold = failures;
    this.#openMs = openMs;
    this.#now = now;
  }

  /** Whether a connection may be tried now. A `true` is followed by `succeed`, `fail` or `withdraw`. */
  admit(): boolean {
    if (this.#failures < this.#threshold) return true;
    if (this.#now() < this.#openUntilMs) return false;
    // One probe. If nothing more is heard of it, the next one is let through after the same pause.
    this.#open();
    return true;
  }

  /** The peer answered, whatever it said. */
  succeed(): void {
    this.#failures = 0;
  }

  /** The peer could not be reached. */
  fail(): void {
    this.#failures = Math.min(this.#failures + 1, this.#threshold);
    if (this.#failures === this.#threshold) this.#open();
  }

  /** The caller left before the peer answered: if it was a probe, the next call becomes one. */
  withdraw(): void {
    this.#openUntilMs = Math.min(this.#openUntilMs, this.#now());
  }

  /** Milliseconds until a probe is let through, 0 while closed. */
  remainingMs(): number {
    return this.#failures < this.#threshold ? 0 : Math.max(0, this.#openUntilMs - this.#now());
  }

  #open(): void {
    this.#openUntilMs = this.#now() + this.#openMs;
  }
}
