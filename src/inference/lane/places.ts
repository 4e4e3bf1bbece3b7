/**
 * A bounded number of places, shared fairly. While some are free anybody gets one. When none is, a newcomer whose caller
 * would still hold fewer than the greediest takes the newest place of that caller on which no work has begun.
 */

export interface Place {
  readonly caller: string;
  /** Aborted when another caller gets the place. */
  readonly displaced: AbortSignal;
  /** Work begins: from now on no other caller gets the place. */
  begin(): void;
  /** Gives the place up; a second time, or after it was displaced, nothing happens. */
  leave(): void;
}

interface Held extends Place {
  waiting: boolean;
  readonly controller: AbortController;
}

/** The places of the lane: those that work, those that wait, and who has how many. */
export class Places {
  readonly #total: number;
  /** Oldest first. */
  readonly #held = new Set<Held>();

  constructor(total: number) {
    this.#total = total;
  }

  /** Places on which no work has begun. */
  get waiting(): number {
    return [...this.#held].filter(({ waiting }) => waiting).length;
  }

  /** A place for a caller; null if all are in use and fairly shared. */
  enter(caller: string): Place | null {
    if (this.#held.size >= this.#total) {
      const victim = this.#displaceable(caller);
      if (!victim) return null;
      this.#held.delete(victim);
      victim.controller.abort(new Error('Another caller has fewer places'));
    }
    const controller = new AbortController();
    const place: Held = {
      caller,
      controller,
      displaced: controller.signal,
      waiting: true,
      begin: () => {
        place.waiting = false;
      },
      leave: () => {
        this.#held.delete(place);
      },
    };
    this.#held.add(place);
    return place;
  }

  /** The newest waiting place of the caller that holds most, if that is more than the newcomer's caller would hold. */
  #displaceable(newcomer: string): Held | null {
    const counts = new Map<string, number>();
    for (const { caller } of this.#held) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    let most = (counts.get(newcomer) ?? 0) + 2;
    let victim: Held | null = null;
    for (const place of this.#held) {
      const count = counts.get(place.caller) ?? 0;
      if (!place.waiting || count < most) continue;
      most = count;
      victim = place;
    }
    return victim;
  }
}
