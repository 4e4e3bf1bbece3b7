/** The credit that a call holds. A hold ends once: settled after a 200, otherwise released. */
import type { FreePreview, LedgerCalls } from '../../contract/account.ts';
import type { Editable, NamedCall } from '../../contract/idempotency.ts';
import { holds } from '../../money/counts/metrics.ts';
import { pendingCounts } from '../../money/counts/pending-counts.ts';
import { inSpan, type TraceSpan } from '../../wire/tracing/span.ts';
import { log } from '../log.ts';

/**
 * Pauses between tries to end a hold: a deployment that replaces the ledger's object takes a second or two. A release has
 * fewer, because the refusal waits for it; if it fails, the lease runs out.
 */
const pausesMs = { settle: [100, 400, 1600, 6400], release: [100, 400] };
type Ending = keyof typeof pausesMs;

/** How a hold came to its end: as was asked, by its lease before that, or in a way that the ledger did not say. */
export type HoldEnd = 'ended' | 'lapsed' | 'unknown';

let inWork = 0;

/** Holds of this isolate that have not been settled or released yet. */
export function holdsInWork(): number {
  return inWork;
}

/** Where a hold is renewed and ended: a ledger, or for the trial a substitute. */
export type HoldCalls = Pick<LedgerCalls, 'renew' | 'settle' | 'release'>;

export interface HoldTerms {
  readonly id: string;
  /** The fingerprint of the call that this one repeats or edits, see `idempotency.ts`; null for the first. */
  readonly remembered: string | null;
  /** What else is remembered of that call; left out where it cannot be edited. */
  readonly editable?: Editable | null;
  /** The free preview that pays if the call asks for a preview; left out where there is none. */
  readonly freePreview?: FreePreview | null;
  readonly requestId: string;
  readonly leaseMs: number;
  /** True where the caller names the hold: once released it may be taken again, so a release that may have worked is not sent again. */
  readonly isOneUse?: boolean;
  /** Of the call, where that is traced: its end has one below it. */
  readonly span?: TraceSpan;
}

/** The hold of one call, renewed until the call settles or releases it. */
export class Hold {
  readonly remembered: string | null;
  readonly editable: Editable | null;
  readonly freePreview: FreePreview | null;
  readonly #ledger: HoldCalls;
  readonly #id: string;
  readonly #requestId: string;
  readonly #pausesMs: Readonly<Record<Ending, readonly number[]>>;
  readonly #span: TraceSpan | undefined;
  readonly #renewal: ReturnType<typeof setInterval>;
  #isFree = false;
  #ending: Promise<HoldEnd> | null = null;

  /** Renews the lease from now on, until the hold ends. */
  constructor(
    ledger: HoldCalls,
    { id, remembered, editable, freePreview, requestId, leaseMs, isOneUse, span }: HoldTerms,
  ) {
    this.#ledger = ledger;
    this.#id = id;
    this.remembered = remembered;
    this.editable = editable ?? null;
    this.freePreview = freePreview ?? null;
    this.#requestId = requestId;
    this.#pausesMs = isOneUse ? { ...pausesMs, release: [] } : pausesMs;
    this.#span = span;
    inWork += 1;
    // Three renewals a lease: one may be lost without losing the hold.
    this.#renewal = setInterval(() => {
      ledger.renew(id).catch((cause) => log('warning', 'hold-not-renewed', { requestId, cause }));
    }, leaseMs / 3);
  }

  /** Has the free preview pay for the call: settling then charges nothing. */
  payByPreview(): void {
    this.#isFree = true;
  }

  /** Charges the credit, or counts what is free. @param call remembered for repeats and edits; null where it has no `Idempotency-Key` */
  settle(call: NamedCall | null): Promise<HoldEnd> {
    const fingerprint = call?.fingerprint ?? null;
    return this.#end('settle', () => this.#ledger.settle(this.#id, fingerprint, this.#isFree, call));
  }

  /** Gives the credit back. */
  release(): Promise<HoldEnd> {
    return this.#end('release', () => this.#ledger.release(this.#id));
  }

  /** The first call decides how the hold ends; later ones wait for it. */
  #end(how: Ending, call: () => Promise<boolean>): Promise<HoldEnd> {
    this.#ending ??= this.#endAtLedger(how, call);
    return this.#ending;
  }

  async #endAtLedger(how: Ending, call: () => Promise<boolean>): Promise<HoldEnd> {
    const end = await inSpan(this.#span, how, () => this.#tryToEnd(how, call));
    const asked = how === 'settle' ? 'settled' : 'released';
    pendingCounts.add(holds, { end: end === 'ended' ? asked : end });
    return end;
  }

  async #tryToEnd(how: Ending, call: () => Promise<boolean>): Promise<HoldEnd> {
    clearInterval(this.#renewal);
    const requestId = this.#requestId;
    try {
      if (await retry(call, this.#pausesMs[how])) return 'ended';
      log('warning', 'hold-already-lapsed', { requestId, how });
      return 'lapsed';
    } catch (cause) {
      // The lease runs out, so the client loses no credit even if the ledger cannot be reached.
      log('error', 'hold-not-ended', { requestId, how, cause });
      return 'unknown';
    } finally {
      inWork -= 1;
    }
  }
}

/**
 * Ends a hold, and tries again where the call failed: a hold ends once, however often it is called.
 * @returns false where the hold was gone at the first try; later it may be gone because an earlier try ended it
 */
async function retry(call: () => Promise<boolean>, pausesMs: readonly number[]): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      return (await call()) || tries > 0;
    } catch (cause) {
      if (tries === pausesMs.length) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, pausesMs[tries]));
  }
}
