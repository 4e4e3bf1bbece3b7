/** How many pictures one caller has fetched from one host at once: further fetches wait their turn, with nothing read. */
import { inTime } from '../../pixels/bounds/in-time.ts';
import { WaitingLine } from '../../pixels/bounds/waiting-line.ts';

const mostAtOnce = 4;
const longestWaitMs = 10_000;

/** A fetch that has begun, and when it has ended in any case: the runtime may drop a request without notice. */
interface Place {
  readonly goneAtMs: number;
}

interface Waiting {
  readonly place: Place;
  begin: () => void;
}

/** Fetches of one caller from one host. */
interface Fetches {
  readonly begun: Set<Place>;
  readonly line: WaitingLine<Waiting>;
}

/** The places of one isolate. */
export class FetchPlaces {
  readonly #fetches = new Map<string, Fetches>();
  readonly #now: () => number;

  /** @param now the clock, Unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Waits for a place, at most 10 s.
   * @param lifeMs longest time from now to the end of the fetch
   * @param signal its abort ends the wait
   * @returns gives the place up; null where none came free in time
   */
  async enter(caller: string, host: string, lifeMs: number, signal: AbortSignal): Promise<(() => void) | null> {
    const name = `${caller} ${host}`;
    const fetches = this.#fetches.get(name) ?? { begun: new Set(), line: new WaitingLine() };
    this.#fetches.set(name, fetches);
    const place = { goneAtMs: this.#now() + lifeMs };
    const waiting: Waiting = { place, begin: () => {} };
    const begun = new Promise<void>((resolve) => {
      waiting.begin = resolve;
    });
    fetches.line.add(waiting);
    this.#serve(name, fetches);
    await inTime(begun, { ms: longestWaitMs, signal }, () => {});
    const leave = () => {
      fetches.begun.delete(place);
      this.#serve(name, fetches);
    };
    if (fetches.begun.has(place) && !signal.aborted) return leave;
    fetches.line.remove(waiting);
    leave();
    return null;
  }

  #serve(name: string, { begun, line }: Fetches): void {
    const nowMs = this.#now();
    for (const place of begun) if (place.goneAtMs <= nowMs) begun.delete(place);
    for (let next = line.first; next && begun.size < mostAtOnce; next = line.first) {
      line.take();
      begun.add(next.place);
      next.begin();
    }
    if (begun.size === 0 && line.length === 0) this.#fetches.delete(name);
  }
}

/** Those of this isolate. */
export const fetchPlaces = new FetchPlaces();
