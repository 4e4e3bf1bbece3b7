/**
 * Which of several instances gets a call: as few as can carry the calls are in use, so that the others sleep. Each says how many
 * calls it has; an isolate asks all of them at most once a second.
 */
import type { InstanceState } from './instance.ts';

/** What an instance says of itself. */
export interface Load {
  readonly state: InstanceState;
  /** Calls without an answer yet. */
  readonly calls: number;
}

/** An instance has four processors (`instance_type`): with so many calls for each of those in use, one more is used. */
const callsOfOne = 4;
/** How long an isolate uses what instances reported. */
const ageMs = 1000;

/** Those that take a call soonest come first. */
const order: readonly InstanceState[] = ['awake', 'starting', 'asleep', 'failed'];

export interface Choice {
  /** Place of the instance that gets the call. */
  readonly chosen: number;
  /** Place of one to start meanwhile, for calls to come; null where none is needed. */
  readonly woken: number | null;
}

/**
 * Chooses by load. A call waits for a start only where no instance is awake.
 * @param loads one for each instance, at least one
 * @param preferredOf which of so many instances the call prefers, by their order; null where none
 */
export function chooseInstance(loads: readonly Load[], preferredOf: (count: number) => number | null): Choice {
  const places = [...loads.keys()];
  const byState = order.flatMap((state) => places.filter((place) => loads[place].state === state));
  const calls = loads.reduce((sum, load) => sum + load.calls, 0);
  const used = byState.slice(0, 1 + Math.floor(calls / callsOfOne));
  const awake = used.filter((place) => loads[place].state === 'awake');
  const chosen = awake.length === 0 ? used[0] : (awake[preferredOf(awake.length) ?? -1] ?? idlestOf(awake, loads));
  const sleeps = ({ state }: Load) => state === 'asleep' || state === 'failed';
  return { chosen, woken: used.find((place) => place !== chosen && sleeps(loads[place])) ?? null };
}

/** The first of those with the fewest calls. */
function idlestOf(places: readonly number[], loads: readonly Load[]): number {
  return places.reduce((best, place) => (loads[place].calls < loads[best].calls ? place : best));
}

/** What an isolate knows of the loads. */
export class KnownLoads {
  readonly #now: () => number;
  #loads: readonly Load[] = [];
  /** Calls of this isolate by instance: begun since it asked, less those that ended since. */
  #since: number[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds that never fall */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The loads, not older than a second but for what this isolate did since. Calls that find them older ask each for itself: in a
   * Worker no request may wait for what another one began.
   * @param ask gives one for each instance and never fails
   */
  async read(ask: () => Promise<readonly Load[]>): Promise<readonly Load[]> {
    if (this.#now() - this.#askedAtMs >= ageMs) {
      this.#loads = await ask();
      this.#since = this.#loads.map(() => 0);
      this.#askedAtMs = this.#now();
    }
    return this.#loads.map(({ state, calls }, place) => ({ state, calls: Math.max(0, calls + this.#since[place]) }));
  }

  /** A call begins. @returns to be called once it has its answer */
  begin(place: number): () => void {
    const add = (calls: number) => {
      this.#since[place] = (this.#since[place] ?? 0) + calls;
    };
    add(1);
    return () => add(-1);
  }
}
