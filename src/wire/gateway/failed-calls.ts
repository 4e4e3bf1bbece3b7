/**
 * Calls that an address answered with a 5xx, of the last seconds. Several of them are evidence against it, but for those of one
 * picture, and of a picture that fails elsewhere too: that picture would put out one address after the other.
 */

/** A call that failed, by what tells it from others. */
interface FailedCall {
  readonly base: string;
  /** Name of the request that it is part of, of which all calls are one; null where it has none. */
  readonly request: string | null;
  /** A short hash of its picture; null where it does not say. */
  readonly picture: string | null;
}

/** So many calls in so long a time put an address out. */
const enough = 3;
export const failureWindowMs = 10_000;
/** More are forgotten, the oldest first. */
const mostCalls = 256;

/** Failed calls at all addresses of one service. */
export class FailedCalls {
  #calls: (FailedCall & { readonly atMs: number })[] = [];

  /** Notes one. @param nowMs never falls */
  note(call: FailedCall, nowMs: number): void {
    this.#calls = [...this.#recent(nowMs), { ...call, atMs: nowMs }].slice(-mostCalls);
  }

  /** Whether an address failed at so many different calls that it is likely the cause. */
  accuse(base: string, nowMs: number): boolean {
    const recent = this.#recent(nowMs);
    const elsewhere = new Set(recent.filter((call) => call.base !== base).map(({ picture }) => picture));
    const against = recent.filter(
      (call) => call.base === base && (call.picture === null || !elsewhere.has(call.picture)),
    );
    const different = (name: 'request' | 'picture') => {
      const named = against.flatMap((call) => call[name] ?? []);
      return new Set(named).size + against.length - named.length;
    };
    return Math.min(different('request'), different('picture')) >= enough;
  }

  /** Forgets those at an address that went out: it starts anew. */
  forget(base: string): void {
    this.#calls = this.#calls.filter((call) => call.base !== base);
  }

  #recent(nowMs: number) {
    return this.#calls.filter(({ atMs }) => nowMs - atMs < failureWindowMs);
  }
}
