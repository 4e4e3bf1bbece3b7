/** Refusals of callers that no key names. They are counted, so that guessing keys fills no log: one line a minute for each network. */

/** Refusals that are counted together. */
export interface Stranger {
  /** The network that they come from; null where addresses are not known, and for all that there was no place for. */
  readonly network: string | null;
  readonly status: number;
  readonly errorCode: string;
}

interface Count {
  readonly stranger: Stranger;
  /** When they had their last line, Unix milliseconds. */
  linedAtMs: number;
  /** Since then. */
  calls: number;
}

const minuteMs = 60_000;
const mostNetworks = 1000;

/** Counts of one isolate. What it holds is bounded, and lost with it: less than a minute. */
export class Strangers {
  readonly #counts = new Map<string, Count>();

  /** Counts a refusal. @returns how many calls a line stands for that is due now; 0 where none is */
  add(stranger: Stranger, nowMs: number): number {
    const count = this.#countOf(stranger);
    count.calls += 1;
    return this.#take(count, nowMs);
  }

  /** What is due a line although nobody comes again. Those that were quiet for a minute are forgotten. */
  due(nowMs: number): readonly (readonly [stranger: Stranger, calls: number])[] {
    const due: (readonly [Stranger, number])[] = [];
    for (const [name, count] of this.#counts) {
      const calls = this.#take(count, nowMs);
      if (calls > 0) due.push([count.stranger, calls]);
      else if (nowMs - count.linedAtMs >= minuteMs) this.#counts.delete(name);
    }
    return due;
  }

  /** A first one has its line at once. */
  #countOf(stranger: Stranger): Count {
    const nameOf = ({ network, status, errorCode }: Stranger) => `${network} ${status} ${errorCode}`;
    const known = this.#counts.get(nameOf(stranger));
    if (known) return known;
    const placed = this.#counts.size < mostNetworks ? stranger : { ...stranger, network: null };
    const count = this.#counts.get(nameOf(placed)) ?? {
      stranger: placed,
      linedAtMs: Number.NEGATIVE_INFINITY,
      calls: 0,
    };
    this.#counts.set(nameOf(placed), count);
    return count;
  }

  #take(count: Count, nowMs: number): number {
    const { calls } = count;
    if (calls === 0 || nowMs - count.linedAtMs < minuteMs) return 0;
    count.linedAtMs = nowMs;
    count.calls = 0;
    return calls;
  }
}
