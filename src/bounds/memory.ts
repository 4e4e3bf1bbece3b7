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

  /** Takes more bytes, waiting a bounded time for them. False when they did not come free, at once when they never could. */
  take(bytes: number): Promise<boolean> {
    return this.#capacity.take(this.#lease, bytes, this.#waitMs, { signal: this.#signal });
  }

  /**
   * Takes the bytes of an upload, which passes pictures that wait for more. Where they are not free it waits its turn.
   * @returns as `takeTurn`
   */
  takeUpload(bytes: number, paceMs: number | null): Promise<number> {
    return this.#takeInLine(bytes, paceMs, { turn: 'passing', passes: true });
  }

  /**
   * Takes the bytes with which a picture begins, which are kept until the end. A picture that would wait more than half of
   * the longest wait is refused at once; so the others hardly ever wait in vain.
   * @param laterBytes most that its further stages take beside them
   * @param paceMs between the ends of two pictures, where this isolate has not seen one end; null for unknown
   * @returns 0 when they are taken; else the milliseconds after which there should be room within that half
   */
  takeTurn(bytes: number, laterBytes: number, paceMs: number | null): Promise<number> {
    return this.#takeInLine(bytes, paceMs, { turn: 'kept', laterBytes });
  }

  /**
   * Takes the bytes of a picture's next stage, waiting a bounded time for other pictures that are in work.
   * @param laterBytes most that stages after this one take
   * @returns as `takeTurn`
   */
  async takeStage(bytes: number, laterBytes: number): Promise<number> {
    const terms = { laterBytes, signal: this.#signal };
    const isTaken = await this.#capacity.take(this.#lease, bytes, this.#waitMs, terms);
    return isTaken ? 0 : Math.max(1, this.#overdueMs(assumedPaceMs));
  }

  /** Gives back some of a picture's bytes, which a later stage may ask for again. */
  lower(bytes: number): void {
    this.#capacity.lower(this.#lease, bytes);
  }

  /** Ends a picture's turn before its request: gives back all but `bytes`. */
  endTurn(bytes: number): void {
    this.#capacity.endTurn(this.#lease, bytes);
  }

  async #takeInLine(bytes: number, paceMs: number | null, terms: TakeTerms): Promise<number> {
    const capacity = this.#capacity;
    const lease = this.#lease;
    const signal = this.#signal;
    if (await capacity.take(lease, bytes, 0, { ...terms, signal })) return 0;
    if (lease.bytes + bytes + (terms.laterBytes ?? 0) > capacity.totalBytes) return Number.POSITIVE_INFINITY;
    // Nothing is assumed of the first ones: they are judged at their first poll, by what has ended until then.
    const atOnceMs = this.#overdueMs(paceMs ?? 0);
    if (atOnceMs > 0) return atOnceMs;
    let polls = 0;
    const stays = () => ++polls > 1 || this.#overdueMs(paceMs ?? assumedPaceMs, lease) <= 0;
    const isTaken = await capacity.take(lease, bytes, this.#waitMs, { ...terms, stays, signal });
    return isTaken ? 0 : Math.max(1, this.#overdueMs(paceMs ?? assumedPaceMs));
  }

  /** Whether a picture waits, and one more would be refused at once because it would wait too long. */
  isCrowded(paceMs: number | null): boolean {
    return this.#capacity.waitingTurns > 0 && this.#overdueMs(paceMs ?? 0) > 0;
  }

  /** By how much a turn is to be expected later than after half of the longest wait; 0 or less for in time. */
  #overdueMs(paceMs: number, lease?: Lease): number {
    return this.#capacity.expectedWaitMs(paceMs, lease) - this.#waitMs / 2;
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
export function memoryState(limits: Pick<MemoryLimits, 'isolateBudgetBytes'>) {
  const { totalBytes, freeBytes, expiredLeases } = capacityOf(limits);
  return { total_bytes: totalBytes, free_bytes: freeBytes, expired_leases: expiredLeases };
}
