/**
 * What calls ask after a run of a network: a picture that was let in for its full pass asks further passes, a refiner and a critic. Learnt
 * from the calls that runs name.
 */
import type { ServedModel } from '../catalogue.ts';
import type { CallOfRun } from '../runtime/session.ts';

/** Of what was known, as much still counts after one more call. */
const kept = 0.95;
/** Calls that are remembered at most: far more than are under way. */
const mostCalls = 1024;
/** Runs after which a call is forgotten. A picture asks two to eight: what asks more is no call, whatever it says. */
const mostRuns = 12;

/** Later runs after the first one of a network. */
interface Later {
  /** Calls that ran it; older ones count less. */
  calls: number;
  /** Milliseconds of what they ran afterwards, by network. */
  readonly ms: Map<ServedModel, number>;
}

interface KnownCall {
  readonly endsMs: number;
  readonly ran: Set<ServedModel>;
  runs: number;
}

/** The later runs of calls, for each network. */
export class FurtherRuns {
  readonly #later = new Map<ServedModel, Later>();
  /** By their names, the oldest first. */
  readonly #calls = new Map<string, KnownCall>();

  /** Calls that are remembered. */
  get calls(): number {
    return this.#calls.size;
  }

  /** Whether a call that has not ended has run a network. */
  knows(model: ServedModel, call: string, nowMs: number): boolean {
    const known = this.#calls.get(call);
    return known !== undefined && known.endsMs > nowMs && known.ran.has(model);
  }

  /**
   * A run has ended.
   * @param call of which it was; nothing is learnt of a run without one
   * @param tookMs its share of the time, where it ran with others
   */
  ran(model: ServedModel, call: CallOfRun | undefined, tookMs: number, nowMs: number): void {
    if (!call) return;
    const known = this.#callOf(call, nowMs);
    known.runs += 1;
    if (known.runs === mostRuns) this.#calls.delete(call.name);
    for (const before of known.ran) {
      const ms = this.#later.get(before)?.ms;
      ms?.set(model, (ms.get(model) ?? 0) + tookMs);
    }
    if (known.ran.has(model)) return;
    known.ran.add(model);
    const later = this.#later.get(model) ?? { calls: 0, ms: new Map() };
    later.calls = kept * later.calls + 1;
    for (const [each, ms] of later.ms) later.ms.set(each, kept * ms);
    this.#later.set(model, later);
  }

  /** Milliseconds that a call asks in the mean after its first run of a network, of those networks that `counts`. */
  meanMs(model: ServedModel, counts: (other: ServedModel) => boolean): number {
    const later = this.#later.get(model);
    if (!later) return 0;
    let totalMs = 0;
    for (const [other, ms] of later.ms) if (counts(other)) totalMs += ms;
    return totalMs / later.calls;
  }

  #callOf({ name, endsMs }: CallOfRun, nowMs: number): KnownCall {
    const found = this.#calls.get(name);
    if (found && found.endsMs > nowMs) return found;
    this.#calls.delete(name);
    const call = { endsMs, ran: new Set<ServedModel>(), runs: 0 };
    for (const [oldest, { endsMs: oldestEndsMs }] of this.#calls) {
      if (oldestEndsMs > nowMs && this.#calls.size < mostCalls) break;
      this.#calls.delete(oldest);
    }
    this.#calls.set(name, call);
    return call;
  }
}
