/** Callers that were refused for want of room, and until when: one that comes sooner need not upload in vain. */

/** Callers that are remembered; the oldest go first. */
const mostCallers = 1000;

/** Callers by the names of their ledgers. */
export class RefusedCallers {
  readonly #untilMs = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Remembers that a caller was answered a `Retry-After` of so many seconds. */
  note(caller: string, seconds: number): void {
    this.#untilMs.delete(caller);
    this.#untilMs.set(caller, this.#now() + seconds * 1000);
    if (this.#untilMs.size <= mostCallers) return;
    for (const oldest of this.#untilMs.keys()) {
      this.#untilMs.delete(oldest);
      return;
    }
  }

  /** Whole seconds that are left of a caller's `Retry-After`; 0 where it may come. */
  secondsLeft(caller: string): number {
    return Math.max(0, Math.ceil(((this.#untilMs.get(caller) ?? 0) - this.#now()) / 1000));
  }
}

/** Those of the isolate. */
export const refusedCallers = new RefusedCallers();
