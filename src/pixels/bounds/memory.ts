/** What one request has taken of its isolate's memory. */
import { type Body, Capacity, furtherBytes, type Lease, type TakeTerms } from './capacity.ts';
import { Transfer } from './transfer.ts';

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

/** How long a body waits unread behind a slow one of its caller, and how often it looks. */
const heldUpMs = 60_000;
const lookMs = 400;

/** Where nothing at all is known yet. */
const assumedPaceMs = 2000;

/** The lease of one request, renewed every second until it is given back. */
export class RequestMemory {
  readonly #capacity: Capacity;
  readonly #lease: Lease;
  readonly #renewal: ReturnType<typeof setInterval>;
  readonly #longestWaitMs: number;
  readonly #signal: AbortSignal | undefined;
  #deadlineMs = Number.POSITIVE_INFINITY;

  /**
   * Begins a lease of no bytes, renewed until `giveBack`.
   * @param signal ends waiting for room
   * @param caller whose request it is: callers take turns
   */
  constructor(limits: MemoryLimits, signal?: AbortSignal, caller?: string) {
    this.#capacity = capacityOf(limits);
    this.#longestWaitMs = limits.capacityWaitMs;
    this.#signal = signal;
    this.#lease = this.#capacity.begin(caller);
    this.#renewal = setInterval(() => this.#capacity.renew(this.#lease), renewalMs);
  }

  /**
   * From now on no wait takes more than half of the time that is left: who finds no room needs the other half for the image lane.
   * @param deadlineMs Unix milliseconds by which the work is to be done
   */
  workUntil(deadlineMs: number): void {
    this.#deadlineMs = deadlineMs;
  }

  /** Takes more bytes, waiting a bounded time for them. False when they did not come free, at once when they never could. */
  take(bytes: number): Promise<boolean> {
    return this.#capacity.take(this.#lease, bytes, this.#waitMs, { signal: this.#signal });
  }

  /**
   * Begins a body, which passes pictures that wait for more: from then on its files take bytes as they come. Where there would not be
   * room for all of it now, it waits before its first byte, unless the request has bytes already.
   * @returns as `takeTurn`
   */
  async beginBody(body: Body, paceMs: number | null): Promise<number> {
    // Where that is more than there is, it may still hold less.
    const bytes = Math.max(body.expectedBytes, Math.min(furtherBytes(body), this.#capacity.totalBytes));
    const overdueMs = this.#lease.bytes > 0 ? 0 : await this.#waitForBody(bytes, paceMs);
    if (overdueMs <= 0) this.#capacity.beginBody(this.#lease, body);
    return overdueMs;
  }

  /** Takes bytes for the body, at once. False where there is no room, or not by ending those that began after it. */
  grow(bytes: number): boolean {
    return this.#capacity.grow(this.#lease, bytes);
  }

  /** The body is read, or comes no more: its bytes stay. */
  endBody(): void {
    this.#capacity.endBody(this.#lease);
  }

  /**
   * Waits while the caller has a slow body and less than half of the room is free, unless the request has bytes already.
   * @returns false where that took too long
   */
  async isLetIn(): Promise<boolean> {
    const endsAtMs = Date.now() + heldUpMs;
    while (this.#lease.bytes === 0 && this.#capacity.isHeldUp(this.#lease) && !this.#signal?.aborted) {
      if (Date.now() >= endsAtMs) return false;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    return true;
  }

  /** The client begins to read the answer. */
  beginAnswer(): Transfer {
    const transfer = new Transfer();
    this.#lease.transfer = transfer;
    return transfer;
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
    const waitMs = this.#waitMs;
    const isTaken = await this.#capacity.take(this.#lease, bytes, waitMs, terms);
    return isTaken ? 0 : Math.max(1, this.#overdueMs(assumedPaceMs, waitMs));
  }

  /** Gives back some of a picture's bytes, which a later stage may ask for again. */
  lower(bytes: number): void {
    this.#capacity.lower(this.#lease, bytes);
  }

  /** Ends a picture's turn before its request: gives back all but `bytes`. */
  endTurn(bytes: number): void {
    this.#capacity.endTurn(this.#lease, bytes);
  }

  /**
   * Whether a picture of so many bytes would hold up all who come behind it: it takes more than half of the isolate, and has to
   * wait until others have ended.
   */
  wouldHoldUp(bytes: number): boolean {
    const { totalBytes, freeBytes } = this.#capacity;
    return 2 * bytes > totalBytes && bytes > freeBytes;
  }

  /** Takes the bytes and gives them back, so that they were free. Those that only slow clients could free are not waited for. */
  async #waitForBody(bytes: number, paceMs: number | null): Promise<number> {
    const { totalBytes } = this.#capacity;
    const wanted = bytes > totalBytes ? bytes : Math.min(bytes, this.#capacity.reachableBytes(this.#lease));
    const overdueMs = await this.#takeInLine(wanted, paceMs, { turn: 'passing', passes: true });
    this.reduceTo(0);
    return overdueMs;
  }

  async #takeInLine(bytes: number, paceMs: number | null, terms: TakeTerms): Promise<number> {
    const capacity = this.#capacity;
    const lease = this.#lease;
    const signal = this.#signal;
    if (await capacity.take(lease, bytes, 0, { ...terms, signal })) return 0;
    if (lease.bytes + bytes + (terms.laterBytes ?? 0) > capacity.totalBytes) return Number.POSITIVE_INFINITY;
    const waitMs = this.#waitMs;
    // Nothing is assumed of the first ones: they are judged at their first poll, by what has ended until then.
    const atOnceMs = this.#overdueMs(paceMs ?? 0, waitMs);
    if (atOnceMs > 0) return atOnceMs;
    let polls = 0;
    const stays = () => ++polls > 1 || this.#overdueMs(paceMs ?? assumedPaceMs, waitMs) <= 0;
    const isTaken = await capacity.take(lease, bytes, waitMs, { ...terms, stays, signal });
    return isTaken ? 0 : Math.max(1, this.#overdueMs(paceMs ?? assumedPaceMs, waitMs));
  }

  /** Whether a picture waits, and one more would be refused at once because it would wait too long. */
  isCrowded(paceMs: number | null): boolean {
    return this.#capacity.waitingTurns > 0 && this.#overdueMs(paceMs ?? 0, this.#waitMs) > 0;
  }

  /** By how much a turn is to be expected later than after half of the longest wait; 0 or less for in time. */
  #overdueMs(paceMs: number, waitMs: number): number {
    return this.#capacity.expectedWaitMs(paceMs, this.#lease) - waitMs / 2;
  }

  /** How long the next wait may take. */
  get #waitMs(): number {
    return Math.max(0, Math.min(this.#longestWaitMs, (this.#deadlineMs - Date.now()) / 2));
  }

  /** Gives back what an upload turned out not to need. */
  reduceTo(bytes: number): void {
    this.#capacity.reduce(this.#lease, bytes);
  }

  /** Gives back so many bytes. */
  shrink(bytes: number): void {
    this.reduceTo(this.#lease.bytes - bytes);
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
