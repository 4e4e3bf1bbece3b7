/**
 * The line of requests that wait for a hash. A hash blocks the whole isolate, so after each the isolate pauses hashing for
 * as long as that one took: other calls go on in between.
 */
import { WaitingLine } from '../../pixels/bounds/waiting-line.ts';

/** Clock and timer, in milliseconds; tests bring their own. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Further hashes are refused. */
const maxWaiting = 4;
/** Of these places so many are for browsers that have signed in before. */
const keptForKnown = 1;
/** Of the others so many are for networks without a failed try, and without another one that waits. */
const keptForUntried = 1;

/** Who asks for a hash. */
export interface Asker {
  /** Whether the browser has signed in before. */
  readonly isKnown: boolean;
  /** The network of its address; null where addresses cannot be distinguished. */
  readonly network: string | null;
  /** Whether a try of that network has failed lately. */
  readonly hasFailed: boolean;
}

/** How often a waiting hash checks whether it is its turn. */
const pollMs = 20;
/** One that has not checked for so long after its time is gone: the runtime may drop a request without notice. */
const goneMs = 2000;
const retryAfterSeconds = { min: 1, max: 3 };

const clockOfIsolate: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

interface Waiting extends Asker {
  readonly endsAtMs: number;
}

/** The line had no place, or the turn did not come in time. */
export interface NoTurn {
  /** 1 to 3. */
  readonly retryAfterSeconds: number;
}

/** Hashes of one isolate, one after the other with a rest between. */
export class HashLine {
  readonly #clock: Clock;
  readonly #line = new WaitingLine<Waiting>();
  /** When the last hash began, until it is known how long it took. */
  #beganMs: number | null = null;
  #restEndsMs = 0;
  #tookMs = 0;

  constructor(clock: Clock = clockOfIsolate) {
    this.#clock = clock;
  }

  /**
   * Runs a hash when it is its turn.
   * @param asker decides which places it may have
   * @param waitMs longest wait for the turn
   * @param getReady takes what the hash needs, once it is the turn; false where there is no room for it
   * @param hash computes, without a pause
   */
  async run<Hash>(
    asker: Asker,
    waitMs: number,
    getReady: () => Promise<boolean>,
    hash: () => Hash,
  ): Promise<{ readonly hash: Hash } | NoTurn> {
    this.#dropGone();
    if (!this.#hasPlace(asker)) return this.#noTurn();
    const waiting: Waiting = { ...asker, endsAtMs: this.#clock.now() + waitMs };
    this.#line.add(waiting);
    try {
      if (!(await this.#comesFirst(waiting))) return this.#noTurn();
      // Others may have had a turn meanwhile.
      if (!(await getReady()) || !(await this.#comesFirst(waiting))) return this.#noTurn();
      this.#line.remove(waiting);
      this.#beganMs = this.#clock.now();
      const made = hash();
      // The clock of a Worker does not advance while it computes.
      await this.#clock.sleep(0);
      this.#measure();
      return { hash: made };
    } finally {
      this.#line.remove(waiting);
    }
  }

  #hasPlace({ isKnown, network, hasFailed }: Asker): boolean {
    const waiting = [...this.#line];
    const strangers = waiting.filter((each) => !each.isKnown).length;
    const forStrangers = maxWaiting - keptForKnown;
    const isTried = network !== null && (hasFailed || waiting.some((each) => each.network === network));
    return waiting.length < maxWaiting && (isKnown || strangers < forStrangers - (isTried ? keptForUntried : 0));
  }

  /** Waits for the turn; false where it did not come in time. */
  async #comesFirst(waiting: Waiting): Promise<boolean> {
    for (;;) {
      this.#measure();
      this.#dropGone();
      const nowMs = this.#clock.now();
      const isFirst = this.#line.first === waiting;
      if (isFirst && nowMs >= this.#restEndsMs) return true;
      if (nowMs >= waiting.endsAtMs) return false;
      const restMs = isFirst ? this.#restEndsMs - nowMs : pollMs;
      await this.#clock.sleep(Math.max(1, Math.min(restMs, waiting.endsAtMs - nowMs)));
    }
  }

  /** Begins the pause after the last hash, at the first check after the clock has advanced. */
  #measure(): void {
    if (this.#beganMs === null) return;
    const nowMs = this.#clock.now();
    this.#tookMs = nowMs - this.#beganMs;
    this.#restEndsMs = nowMs + this.#tookMs;
    this.#beganMs = null;
  }

  #dropGone(): void {
    const nowMs = this.#clock.now();
    for (const each of [...this.#line]) if (nowMs > each.endsAtMs + goneMs) this.#line.remove(each);
  }

  #noTurn(): NoTurn {
    const seconds = Math.ceil((this.#line.length * 2 * this.#tookMs) / 1000);
    return { retryAfterSeconds: Math.min(retryAfterSeconds.max, Math.max(retryAfterSeconds.min, seconds)) };
  }
}
