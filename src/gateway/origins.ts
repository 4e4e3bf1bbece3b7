/**
 * Several addresses of one service, as one isolate of the gateway sees them. A call goes to the one that it prefers, else to that
 * with the fewest calls on their way. One that failed, or says that it is not ready, gets none until it has said that it is.
 */

export interface Origin {
  readonly base: string;
  /** Calls of this isolate without an answer yet. */
  outstanding: number;
  isOut: boolean;
  /** When it was last asked whether it is ready, or failed: Unix milliseconds. */
  probedAtMs: number;
}

/** How often an address is asked whether it is ready. */
const probeIntervalMs = { in: 2000, out: 1000 };

/** The addresses of one service. */
export class Origins {
  readonly #origins: readonly Origin[];
  readonly #now: () => number;
  readonly #random: () => number;

  /** @param bases at least one @param random from 0 to below 1, for addresses that are equally busy */
  constructor(bases: readonly string[], now: () => number = Date.now, random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
    this.#origins = bases.map((base) => ({ base, outstanding: 0, isOut: false, probedAtMs: 0 }));
  }

  /**
   * The address for a call. If all are out, one of them all the same.
   * @param preferred place in the list of the one that gets it while it is in; null where the call prefers none
   */
  choose(preferred: number | null): Origin {
    const first = preferred === null ? undefined : this.#origins[preferred];
    if (first && !first.isOut) return first;
    const inUse = this.#origins.filter(({ isOut }) => !isOut);
    const candidates = inUse.length > 0 ? inUse : this.#origins;
    const fewest = Math.min(...candidates.map(({ outstanding }) => outstanding));
    const idlest = candidates.filter(({ outstanding }) => outstanding === fewest);
    return idlest[Math.floor(this.#random() * idlest.length)];
  }

  /** An address failed, or says that it is not ready. */
  putOut(origin: Origin): void {
    origin.isOut = true;
    origin.probedAtMs = this.#now();
  }

  /** Addresses that are due for a probe. They count as probed from now on. */
  dueForProbe(): readonly Origin[] {
    const nowMs = this.#now();
    const due = this.#origins.filter(
      ({ isOut, probedAtMs }) => nowMs - probedAtMs >= (isOut ? probeIntervalMs.out : probeIntervalMs.in),
    );
    for (const origin of due) origin.probedAtMs = nowMs;
    return due;
  }
}
