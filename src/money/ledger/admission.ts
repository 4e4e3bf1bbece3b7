/** Checks 2 to 6 of admission, and the name that makes a call a repeat or an edit. */
import type { Admission, AdmissionRequest, Unpaid } from '../../contract/account.ts';
import { namingOf, type Remembered } from './names.ts';
import { monthOf, previewsLeft } from './previews.ts';
import { hasFreeSlot, rateLimitState, waitSeconds } from './rate.ts';
import {
  type Decision,
  type HeldCredit,
  hasEnded,
  type KeyUse,
  keyOf,
  type LedgerEvent,
  type LedgerState,
  spendable,
  unchanged,
  unspent,
  type Wallet,
} from './state.ts';

export interface AdmitCommand extends AdmissionRequest {
  readonly holdId: string;
  readonly leaseMs: number;
  /** The stored name of the key under the `idempotencyKey`. */
  readonly remembered: Remembered | null;
  /** Previews that a wallet has free in a month. */
  readonly freePreviews: number;
  /** Whether the store knows `once` as used. */
  readonly isUsed: boolean;
}

/**
 * Decides in this order: known, used before, rate, scope, name, expiry, credits, holds: where credits are left that other calls hold,
 * one may come back. A repeat or edit was paid and passes the last three, or the last credit's lost answer could not be fetched
 * again. What may turn out to be a preview keeps a free one while there is one, beside the credit or without it. A null operation asks for the balance and passes the first two
 * alone. A wrong key of the wallet, an ended one and any of a suspended wallet are as unknown as one that never was, and
 * write nothing, nor does what was used before. What is refused here leaves `once` unused.
 */
export function admit(state: LedgerState, command: AdmitCommand, nowMs: number): Decision<Admission> {
  const { wallet } = state;
  const use = keyOf(state, command.key);
  if (!wallet || wallet.suspended || !use || hasEnded(use.key, nowMs)) return unchanged({ outcome: 'unknown' });
  const { key, hits } = use;

  const keyId = key.id;
  const limit = key.ratePerMinute;
  if (command.isUsed) return unchanged({ outcome: 'used', keyId, rate: rateLimitState(hits, limit, nowMs, 0) });
  if (!hasFreeSlot(hits, limit, nowMs)) {
    const rate = rateLimitState(hits, limit, nowMs, 0);
    const retryAfterSeconds = waitSeconds(hits, limit, nowMs);
    return unchanged({ outcome: 'rate-limited', keyId, retryAfterSeconds, rate });
  }

  const hit: LedgerEvent = { kind: 'hit', keyId, atMs: nowMs };
  const rate = rateLimitState(hits, limit, nowMs, 1);
  const counted = (answer: Admission): Decision<Admission> => ({ answer, events: [hit] });
  if (command.operation === null) {
    const available = { credit: spendable(state, use, nowMs), expiresAtMs: wallet.expiresAtMs };
    const freePreviews = freePreviewsLeft(state, command, nowMs);
    // `standing` is the former name, for Workers of the version before.
    return counted({ outcome: 'credit', keyId, available, standing: available, freePreviews, rate });
  }
  if (key.operations && !key.operations.includes(command.operation))
    return counted({ outcome: 'restricted', keyId, rate });

  const naming = namingOf(command.idempotencyKey, use.namesInWork, command.remembered, nowMs);
  if (naming.kind === 'in-progress' || naming.kind === 'exhausted')
    return counted({ outcome: naming.kind, keyId, rate });
  const remembered = naming.kind === 'again' ? naming.remembered : null;
  const unpaid = remembered === null ? whyUnpaid(state, wallet, use, nowMs) : null;
  const keepsPreview =
    remembered === null && command.operation === 'removebg' && freePreviewsLeft(state, command, nowMs) > 0;
  if (unpaid && !keepsPreview) return counted({ outcome: unpaid, keyId, rate });
  const hold: HeldCredit = {
    id: command.holdId,
    keyId,
    requestId: command.requestId,
    amount: remembered === null && unpaid === null ? 1 : 0,
    previewMonth: keepsPreview ? monthOf(nowMs) : null,
    name: command.idempotencyKey,
    leaseEndsAtMs: nowMs + command.leaseMs,
  };
  return {
    answer: {
      outcome: 'admitted',
      keyId,
      holdId: hold.id,
      remembered: remembered?.fingerprint ?? null,
      editable: remembered?.editing ? { ...remembered.editing, repeats: remembered.repeats } : null,
      freePreview: keepsPreview ? { otherwise: unpaid } : null,
      rate,
    },
    events: [hit, { kind: 'hold-opened', hold }, ...used(command, nowMs)],
  };
}

function used({ once }: AdmitCommand, atMs: number): readonly LedgerEvent[] {
  return once ? [{ kind: 'admission-used', once, atMs }] : [];
}

/** Checks 5 and 6: why there is no credit for a call; null where there is one. */
function whyUnpaid(state: LedgerState, wallet: Wallet, use: KeyUse, nowMs: number): Unpaid | null {
  if (nowMs >= wallet.expiresAtMs) return 'expired';
  if (unspent(wallet, use) < 1) return 'insufficient';
  return spendable(state, use, nowMs) < 1 ? 'credits-held' : null;
}

function freePreviewsLeft({ previews, holds }: LedgerState, { freePreviews }: AdmitCommand, nowMs: number): number {
  if (freePreviews === 0) return 0;
  const kept = [...holds.values()].flatMap(({ previewMonth }) => previewMonth ?? []);
  return previewsLeft(previews, kept, freePreviews, nowMs);
}
