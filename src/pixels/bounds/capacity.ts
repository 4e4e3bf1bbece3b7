/**
 * The bytes of one isolate that pictures may take: a budget of bytes whose holders may vanish.
 *
 * All requests of an isolate share 128 MB, and going over kills them all. So each says what it needs before it takes
 * it, waits a bounded time for it, and gives it back.
 *
 * What a request has is a lease. A runtime may drop a request at any point, with its timers and without notice. Its
 * bytes then come back because nobody renews the lease: the next request that asks for bytes ends it.
 */

import { type Asking, ByteBudget, type Share } from './byte-budget.ts';
import { inTime } from './in-time.ts';
import type { Transfer } from './transfer.ts';
import { Turnover } from './turnover.ts';

/** A body on its way in, whose files take bytes as they come. */
export interface Body {
  readonly transfer: Transfer;
  /** Most bytes that its files may take. */
  readonly expectedBytes: number;
  /** Bytes that they have. */
  readonly heldBytes: number;
  /** Gives these back at once: an older body needs them. */
  drop(): void;
}

/**
 * What a body takes at most beside what it has: its last buffer grows out of one of half the size, and both are held.
 * @returns bytes
 */
export function furtherBytes({ expectedBytes, heldBytes }: Pick<Body, 'expectedBytes' | 'heldBytes'>): number {
  return heldBytes >= expectedBytes ? 0 : Math.ceil(1.5 * expectedBytes) - heldBytes;
}

/** What one request has, and until when it counts as alive. */
export interface Lease extends Share {
  /** Whose it is. */
  readonly caller: string;
  /** Unix milliseconds. */
  endsAtMs: number;
  /** The body that is being read, or the answer that the client reads. */
  transfer: Transfer | null;
  /** Whether it waits for its turn, or has it until its end. Others take their bytes without one. */
  turn: 'none' | 'waits' | 'works';
}

/** Shorter than a picture waits for room, so that a waiting request outlasts the leases of dropped ones. */
export const leaseMs = 8000;
/** How often a request in line checks whether a lease before it has run out, and whether it still wants to wait. */
const pollMs = 400;

/** How a request waits for bytes. */
export interface TakeTerms extends Asking {
  /** Its abort ends the wait. */
  readonly signal?: AbortSignal;
  /** Counts among those who wait for their turn. One that is kept lasts until the lease ends, and shows how often turns end. */
  readonly turn?: 'passing' | 'kept';
  /** Asked every 0.4 s of the wait; false ends it. */
  stays?(): boolean;
}

/** The bytes of an isolate, lent to requests; those who find too few wait in line for a bounded time. */
export class Capacity {
  readonly #budget: ByteBudget;
  readonly #now: () => number;
  readonly #leases = new Set<Lease>();
  readonly #turnover = new Turnover();
  /** Bodies that are being read, the oldest first. */
  readonly #bodies = new Map<Lease, Body>();
  /** How each waiting lease leaves the line. */
  readonly #inLine = new Map<Lease, () => void>();

  /** @param now the clock, Unix milliseconds */
  constructor(totalBytes: number, now: () => number = Date.now) {
    this.#budget = new ByteBudget(totalBytes);
    this.#now = now;
  }

  get totalBytes(): number {
    return this.#budget.totalBytes;
  }

  get freeBytes(): number {
    return this.#budget.freeBytes;
  }

  /** Leases that ran out and still hold their bytes. */
  get expiredLeases(): number {
    return [...this.#leases].filter((lease) => this.#isExpired(lease)).length;
  }

  /** How many wait for their turn. */
  get waitingTurns(): number {
    return this.#waiting.length;
  }

  /**
   * Estimate of the wait for a turn, in milliseconds.
   * @param assumedMs between the ends of two turns, where none has ended yet
   * @param lease of the request, whether it waits already or would do so from now on
   */
  expectedWaitMs(assumedMs: number, lease: Lease): number {
    const before = new Set<Share>(this.#budget.ahead(lease.caller, lease));
    const ahead = this.#waiting.filter((waiting) => before.has(waiting)).length;
    return (ahead + 1) * this.#turnover.intervalMs(this.#now(), this.#working, assumedMs);
  }

  /**
   * Begins a lease of no bytes. Its owner renews it well within `leaseMs` and ends it.
   * @param caller whose it is: callers take turns in the line
   */
  begin(caller = ''): Lease {
    const lease: Lease = {
      ...{ caller, bytes: 0, endsAtMs: this.#now() + leaseMs, transfer: null, turn: 'none' },
      get isStuck() {
        return this.transfer?.isSlow ?? false;
      },
    };
    this.#leases.add(lease);
    return lease;
  }

  /** Says that the lease's owner lives. */
  renew(lease: Lease): void {
    lease.endsAtMs = this.#now() + leaseMs;
  }

  /**
   * Takes bytes, waiting up to `waitMs` for others to give theirs back. A lease asks for one thing after the other.
   * @returns false when there was no room in time, at once when there never could be, or only slow clients could free it
   */
  async take(lease: Lease, bytes: number, waitMs: number, terms: TakeTerms = {}): Promise<boolean> {
    const { signal, turn, stays = () => true, laterBytes = 0 } = terms;
    const { caller } = lease;
    if (lease.bytes + bytes + laterBytes > this.totalBytes || signal?.aborted) return false;
    if (this.expiredLeases > 0) await this.#reap();
    if (turn) lease.turn = 'waits';
    const wish = { granted: false };
    const granted = new Promise<void>((resolve) => {
      const onGranted = () => {
        wish.granted = true;
        if (turn === 'kept') this.#beginTurn(lease);
        else if (turn) lease.turn = 'none';
        this.#leases.add(lease);
        this.#inLine.delete(lease);
        resolve();
      };
      const leaves = () => this.#bytesSoonTaken(lease);
      const leave = this.#budget.take(lease, bytes, onGranted, { ...terms, caller, leaves });
      if (!wish.granted) this.#inLine.set(lease, leave);
    });
    const endsAtMs = this.#now() + waitMs;
    // Timers belong to their own request, so it is the one that waits who sets them, not the one that gives back.
    while (!wish.granted && !signal?.aborted && this.#now() < endsAtMs) {
      if (bytes + laterBytes > this.reachableBytes(lease)) break;
      await inTime(granted, { ms: Math.min(pollMs, endsAtMs - this.#now()), signal }, () => {});
      if (!wish.granted && this.expiredLeases > 0) await this.#reap();
      // Bodies may have become slower meanwhile.
      this.#budget.serve();
      if (!wish.granted && !stays()) break;
    }
    if (!wish.granted) {
      this.#leaveLine(lease);
      if (turn) lease.turn = 'none';
    }
    return wish.granted;
  }

  /**
   * Bytes that a lease could have beside its own without waiting for slow clients; one that works does not count on those who wait for
   * a turn either, for they wait until it has its bytes.
   */
  reachableBytes(lease: Lease): number {
    const others = [...this.#leases].filter((other) => other !== lease);
    const beyond = others.filter((other) => other.isStuck || (lease.turn === 'works' && other.turn === 'waits'));
    return this.totalBytes - lease.bytes - beyond.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** A body begins to come. */
  beginBody(lease: Lease, body: Body): void {
    lease.transfer = body.transfer;
    this.#bodies.set(lease, body);
  }

  /** It is there, or comes no more. */
  endBody(lease: Lease): void {
    lease.transfer = null;
    this.#bodies.delete(lease);
  }

  /**
   * Takes bytes for a body that comes, at once: where they are not free, of the bodies that began after it, the youngest first.
   * @returns false where not all of these together would do
   */
  grow(lease: Lease, bytes: number): boolean {
    const began = [...this.#bodies.keys()];
    // A lease that had run out has no body any more.
    const younger = began.includes(lease) ? [...this.#bodies.values()].slice(began.indexOf(lease) + 1) : [];
    const dropped: Body[] = [];
    let droppedBytes = 0;
    while (!this.#budget.couldTake(bytes, droppedBytes)) {
      const youngest = younger.pop();
      if (!youngest) return false;
      dropped.push(youngest);
      droppedBytes += youngest.heldBytes;
    }
    return this.#budget.takeNow(lease, bytes, () => {
      for (const body of dropped) body.drop();
    });
  }

  /** Whether a further body of a caller is to wait: it has a slow one, and less than half of the room is free. */
  isHeldUp(lease: Lease): boolean {
    if (this.freeBytes * 2 >= this.totalBytes) return false;
    return [...this.#bodies].some(
      ([other, { transfer }]) => other !== lease && other.caller === lease.caller && transfer.isSlow,
    );
  }

  /** Gives back all but `bytes` of a lease. */
  reduce(lease: Lease, bytes: number): void {
    this.#budget.reduce(lease, bytes);
  }

  /** Gives back some bytes of a turn that is kept, at a later stage of which they may be asked for again. */
  lower(lease: Lease, bytes: number): void {
    this.#budget.lower(lease, bytes);
  }

  /** Ends a turn that is kept: gives back all but `bytes`, and no further stage follows. */
  endTurn(lease: Lease, bytes: number): void {
    if (lease.turn === 'works') this.#turnover.end(this.#now());
    lease.turn = 'none';
    this.#budget.end(lease, bytes);
  }

  /** Gives back everything; a second time gives back nothing. */
  end(lease: Lease): void {
    this.#leases.delete(lease);
    this.endBody(lease);
    this.endTurn(lease, 0);
  }

  get #waiting(): readonly Lease[] {
    return [...this.#inLine.keys()].filter(({ turn }) => turn === 'waits');
  }

  /** What the bodies of others are about to take. */
  #bytesSoonTaken(lease: Lease): number {
    let bytes = 0;
    for (const [other, body] of this.#bodies) {
      if (other !== lease) bytes += body.transfer.soonOf(furtherBytes(body));
    }
    return bytes;
  }

  get #working(): number {
    return [...this.#leases].filter(({ turn }) => turn === 'works').length;
  }

  #beginTurn(lease: Lease): void {
    this.#turnover.begin(this.#now(), this.#working);
    lease.turn = 'works';
  }

  /**
   * Takes back what expired leases hold. A long decode holds up the timers of the living too, so they get a turn first
   * in which a late renewal can run.
   */
  async #reap(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const lease of this.#leases) {
      if (!this.#isExpired(lease)) continue;
      this.#leaveLine(lease);
      this.end(lease);
    }
  }

  #leaveLine(lease: Lease): void {
    this.#inLine.get(lease)?.();
    this.#inLine.delete(lease);
  }

  #isExpired({ endsAtMs }: Lease): boolean {
    return endsAtMs <= this.#now();
  }
}
