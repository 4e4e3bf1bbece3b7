/** What one request has taken of its isolate's memory. */
import { Capacity, type Lease, type TakeTerms } from './capacity.ts';

interface MemoryLimits {
  readonly isolateBudgetBytes: number;
  /** How long a request waits for room. */
  readonly capacityWaitMs: number;
}

/** Shared by all requests of the isolate; sized by the first one. */
let shared: Capacity | null = null;

function capacityOf({ isolateBudgetBytes }: Pick<MemoryLimits, 'isolateBudgetBytes'>): Capacity {
  shared ??= new Capacity(isolateBudgetBytes);
  return shared;
}

/** How often a request says that it lives: several times a lease, so that some may come late. */
const renewalMs = 1000;

/** Where nothing at all is known yet. */
const assumedPaceMs = 2000;

/** The lease of one request, renewed every second until it is given back. */
export class RequestMemory {
  readonly #capacity: Capacity;
  readonly #lease: Lease;
  readonly #renewal: ReturnType<typeof setInterval>;
  readonly #waitMs: number;
  readonly #signal: AbortSignal | undefined;

  /** Begins a lease of no bytes, renewed until `giveBack`. @param signal ends waiting for room */
  constructor(limits: MemoryLimits, signal?: AbortSignal) {
    this.#capacity = capacityOf(limits);
    this.#waitMs = limits.capacityWaitMs;
    this.#signal = signal;
    this.#lease = this.#capacity.begin();
    this.#renewal = setInterval(() => this.#capacity.renew(this.#lease), renewalMs);
  }

  /**
   * Takes more bytes, waiting a bounded time for them. Those of an upload may pass pictures that wait for more.
   * @returns false when they did not come free, at once when they never could
   */
  take(bytes: number, { passes = false }: Pick<TakeTerms, 'passes'> = {}): Promise<boolean> {
    return this.#capacity.take(this.#lease, bytes, this.#waitMs, { passes, signal: this.#signal });
  }

  /**
   * Takes the bytes of a picture, which are kept until the end. Who has to expect more than half of the longest wait is
   * told so at once; so the others hardly ever wait in vain.
   * @param paceMs between the ends of two pictures, where this isolate has not seen one end; null for unknown
   * @returns 0 when they are taken; else the milliseconds after which there should be room within that half
   */
  async takeTurn(bytes: number, paceMs: number | null): Promise<number> {
    const capacity = this.#capacity;
    if (await capacity.take(this.#lease, bytes, 0, { isTurn: true, signal: this.#signal })) return 0;
    if (this.#lease.bytes + bytes > capacity.totalBytes) return Number.POSITIVE_INFINITY;
    const longestMs = this.#waitMs / 2;
    const overdueMs = (assumedMs: number, lease?: Lease) =>
      capacity.expectedWaitMs(paceMs ?? assumedMs, lease) - longestMs;
    // Nothing is assumed of the first ones: they are judged at their first look, by what has ended until then.
    const atOnceMs = overdueMs(0);
    if (atOnceMs > 0) return atOnceMs;
    let looks = 0;
    const stays = () => ++looks > 1 || overdueMs(assumedPaceMs, this.#lease) <= 0;
    const taken = await capacity.take(this.#lease, bytes, this.#waitMs, { isTurn: true, stays, signal: this.#signal });
    return taken ? 0 : Math.max(1, overdueMs(assumedPaceMs));
  }

  /** Gives back what an upload turned out not to need. */
  reduceTo(bytes: number): void {
    this.#capacity.reduce(this.#lease, bytes);
  }

  /** Gives back all of it and ends the lease; a second time gives back nothing. */
  giveBack(): void {
    clearInterval(this.#renewal);
    this.#capacity.end(this.#lease);
  }
}

/** The memory of this isolate, for `/healthz`. */
export function memoryStanding(limits: Pick<MemoryLimits, 'isolateBudgetBytes'>) {
  const { totalBytes, freeBytes, expiredLeases } = capacityOf(limits);
  return { total_bytes: totalBytes, free_bytes: freeBytes, expired_leases: expiredLeases };
}
