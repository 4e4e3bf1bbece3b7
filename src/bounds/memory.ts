/** What one request has taken of its isolate's memory. */
import { Capacity, type Lease } from './capacity.ts';

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
    return this.#capacity.take(this.#lease, bytes, this.#waitMs, this.#signal);
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
