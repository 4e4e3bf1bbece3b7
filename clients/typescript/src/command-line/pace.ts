/** Calls at the rate of the key, so that none is refused for coming too soon. */
import type { Rate } from '../answers.ts';
import { pause } from '../silence.ts';

/** The service's window, and a little for the way there. */
const windowMs = 60_250;

/** A window of a minute that slides, as the service's does. */
export class Pace {
  #limit = Number.POSITIVE_INFINITY;
  /** When calls of the last minute were begun. */
  #begun: number[] = [];
  #closedUntil = 0;

  /** Follows the window that an answer states: others may use the key as well. */
  learn({ limit, remaining, reset }: Rate, now = Date.now()): void {
    this.#limit = limit;
    if (remaining === 0) this.#closedUntil = Math.max(this.#closedUntil, Math.min(reset * 1000, now + windowMs));
  }

  /** Calls that may begin in any minute; infinite before an answer has stated it. */
  get limit(): number {
    return this.#limit;
  }

  /** How long the rate alone keeps so many calls from having begun; null before it is known. */
  secondsFor(calls: number): number | null {
    if (!Number.isFinite(this.#limit)) return null;
    return (Math.floor(Math.max(0, calls - 1) / this.#limit) * windowMs) / 1000;
  }

  /** Milliseconds until a call may begin; at 0 it counts as begun. */
  take(now = Date.now()): number {
    this.#begun = this.#begun.filter((at) => at > now - windowMs);
    const [oldest = now] = this.#begun;
    const full = this.#begun.length >= this.#limit ? oldest + windowMs - now : 0;
    const waitMs = Math.max(full, this.#closedUntil - now, 0);
    if (waitMs === 0) this.#begun.push(now);
    return waitMs;
  }

  /** Waits for a place. @throws the reason of the signal */
  async turn(signal?: AbortSignal): Promise<void> {
    for (let waitMs = this.take(); waitMs > 0; waitMs = this.take()) await pause(waitMs / 1000, signal);
  }
}
