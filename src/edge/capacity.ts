/**
 * The bytes of one isolate that pictures may take, handed out in order of arrival.
 *
 * All requests of an isolate share 128 MB, and going over kills them all. So each says what it needs before it takes
 * it, waits a bounded time for it, and gives it back.
 *
 * What a request has is a lease. A runtime may drop a request where it stands, with its timers and without a word; what
 * it had then comes back because nobody renews the lease any more. No timer of the dead could do that: the next request
 * that asks for bytes does.
 */

/** What one request has, and until when it counts as alive. */
export interface Lease {
  bytes: number;
  /** Unix milliseconds. */
  endsAtMs: number;
}

interface Waiting {
  readonly lease: Lease;
  readonly bytes: number;
  granted: boolean;
  wake: () => void;
}

/** Shorter than a picture waits for room, so that whoever waits outlasts the leases of the dead. */
export const leaseMs = 8000;
/** A request in line looks this often whether a lease before it has run out. */
const lookMs = 1000;

/** The bytes of an isolate, lent to requests; those who find too few wait in line for a bounded time. */
export class Capacity {
  readonly totalBytes: number;
  #takenBytes = 0;
  readonly #now: () => number;
  readonly #leases = new Set<Lease>();
  readonly #line: Waiting[] = [];

  /** @param now the clock, Unix milliseconds */
  constructor(totalBytes: number, now: () => number = Date.now) {
    this.totalBytes = totalBytes;
    this.#now = now;
  }

  get freeBytes(): number {
    return this.totalBytes - this.#takenBytes;
  }

  /** Leases that ran out and whose bytes nobody has taken back yet. */
  get expiredLeases(): number {
    return [...this.#leases].filter((lease) => this.#isExpired(lease)).length;
  }

  /** Begins a lease of no bytes. Its owner renews it well within `leaseMs` and ends it. */
  begin(): Lease {
    const lease = { bytes: 0, endsAtMs: this.#now() + leaseMs };
    this.#leases.add(lease);
    return lease;
  }

  renew(lease: Lease): void {
    lease.endsAtMs = this.#now() + leaseMs;
  }

  /**
   * Takes bytes, waiting up to `waitMs` for others to give theirs back.
   * @param signal ends the wait
   * @returns false when there was no room in time, at once when there never could be
   */
  async take(lease: Lease, bytes: number, waitMs: number, signal?: AbortSignal): Promise<boolean> {
    if (lease.bytes + bytes > this.totalBytes || signal?.aborted) return false;
    if (this.expiredLeases > 0) await this.#reap();
    if (this.#line.length === 0 && bytes <= this.freeBytes) {
      this.#grant(lease, bytes);
      return true;
    }
    const entry: Waiting = { lease, bytes, granted: false, wake: () => {} };
    this.#line.push(entry);
    await this.#waitInLine(entry, this.#now() + waitMs, signal);
    if (entry.granted) return true;
    this.#leave(entry);
    return false;
  }

  /** Gives back all but `bytes` of a lease. */
  reduce(lease: Lease, bytes: number): void {
    const surplus = Math.max(0, lease.bytes - bytes);
    lease.bytes -= surplus;
    this.#takenBytes -= surplus;
    this.#serve();
  }

  /** Gives back everything; a second time gives back nothing. */
  end(lease: Lease): void {
    this.#leases.delete(lease);
    this.reduce(lease, 0);
  }

  /** Timers belong to their own request, so it is the one that waits who sets and clears them, not the one that grants. */
  async #waitInLine(entry: Waiting, endsAtMs: number, signal?: AbortSignal): Promise<void> {
    const wake = () => entry.wake();
    signal?.addEventListener('abort', wake, { once: true });
    while (!entry.granted && !signal?.aborted && this.#now() < endsAtMs) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.min(lookMs, endsAtMs - this.#now()));
        entry.wake = resolve;
      });
      clearTimeout(timer);
      if (!entry.granted && this.expiredLeases > 0) await this.#reap();
    }
    signal?.removeEventListener('abort', wake);
  }

  /**
   * Takes back what expired leases hold. A long decode holds up the timers of the living too, so they get a turn first
   * in which a late renewal can run.
   */
  async #reap(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const lease of this.#leases) {
      if (!this.#isExpired(lease)) continue;
      for (const entry of this.#line.filter((waiting) => waiting.lease === lease)) this.#leave(entry);
      this.end(lease);
    }
  }

  #isExpired({ endsAtMs }: Lease): boolean {
    return endsAtMs <= this.#now();
  }

  #leave(entry: Waiting): void {
    const at = this.#line.indexOf(entry);
    if (at >= 0) this.#line.splice(at, 1);
    this.#serve();
  }

  #serve(): void {
    for (let next = this.#line[0]; next && next.bytes <= this.freeBytes; next = this.#line[0]) {
      this.#line.shift();
      this.#grant(next.lease, next.bytes);
      next.granted = true;
      next.wake();
    }
  }

  #grant(lease: Lease, bytes: number): void {
    this.#leases.add(lease);
    lease.bytes += bytes;
    this.#takenBytes += bytes;
  }
}
