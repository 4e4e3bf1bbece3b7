/** The credit that a call holds. It ends once: settled by a 200, released by anything else. */
import type { FreePreview, LedgerCalls } from '../../contract/account.ts';
import { log } from '../log.ts';

/**
 * Pauses between tries to end a hold: a deployment that replaces the ledger's object takes a second or two. A refusal waits
 * for its release, which the lease does in the end.
 */
const pausesMs = { settle: [100, 400, 1600, 6400], release: [100, 400] };
type Ending = keyof typeof pausesMs;

let inWork = 0;

/** Holds of this isolate that have not been settled or released yet. */
export function holdsInWork(): number {
  return inWork;
}

/** Where a hold is renewed and ended: a ledger, or what stands in for one. */
export type HoldCalls = Pick<LedgerCalls, 'renew' | 'settle' | 'release'>;

export interface HoldTerms {
  readonly id: string;
  /** The fingerprint of the call that this one repeats, see `idempotency.ts`; null where it is the first. */
  readonly remembered: string | null;
  /** The free preview that is kept for the call, if it asks for one; left out where none is. */
  readonly freePreview?: FreePreview | null;
  readonly requestId: string;
  readonly leaseMs: number;
}

/** The hold of one call, renewed until the call settles or releases it. */
export class Hold {
  readonly remembered: string | null;
  readonly freePreview: FreePreview | null;
  readonly #ledger: HoldCalls;
  readonly #id: string;
  readonly #requestId: string;
  readonly #renewal: ReturnType<typeof setInterval>;
  #isFree = false;
  #ending: Promise<void> | null = null;

  /** Renews the lease from now on, until the hold ends. */
  constructor(ledger: HoldCalls, { id, remembered, freePreview, requestId, leaseMs }: HoldTerms) {
    this.#ledger = ledger;
    this.#id = id;
    this.remembered = remembered;
    this.freePreview = freePreview ?? null;
    this.#requestId = requestId;
    inWork += 1;
    // Three renewals a lease: one may be lost without losing the hold.
    this.#renewal = setInterval(() => {
      ledger.renew(id).catch((cause) => log('warning', 'hold-not-renewed', { requestId, cause }));
    }, leaseMs / 3);
  }

  /** Has the free preview pay for the call: a settlement charges nothing. */
  payByPreview(): void {
    this.#isFree = true;
  }

  /** Charges the credit, or counts the free preview. @param fingerprint remembered for repeats of the call; null where it has no `Idempotency-Key` */
  settle(fingerprint: string | null): Promise<void> {
    return this.#end('settle', () => this.#ledger.settle(this.#id, fingerprint, this.#isFree));
  }

  /** Gives the credit back. */
  release(): Promise<void> {
    return this.#end('release', () => this.#ledger.release(this.#id));
  }

  /** The first way to end is the one; later calls wait for it. */
  #end(how: Ending, call: () => Promise<boolean>): Promise<void> {
    this.#ending ??= this.#tell(how, call);
    return this.#ending;
  }

  async #tell(how: Ending, call: () => Promise<boolean>): Promise<void> {
    clearInterval(this.#renewal);
    const requestId = this.#requestId;
    try {
      if (!(await insist(call, pausesMs[how]))) log('warning', 'hold-already-lapsed', { requestId, how });
    } catch (cause) {
      // The lease runs out by itself, so a ledger out of reach loses no credit of the client.
      log('error', 'hold-not-ended', { requestId, how, cause });
    } finally {
      inWork -= 1;
    }
  }
}

/**
 * Ends a hold, again where the call failed: a hold ends once, however often it is asked to.
 * @returns false where the hold was gone at the first try; a later one may find what an earlier one has done
 */
async function insist(call: () => Promise<boolean>, pausesMs: readonly number[]): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      return (await call()) || tries > 0;
    } catch (cause) {
      if (tries === pausesMs.length) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, pausesMs[tries]));
  }
}
