/** Checks 2 to 6 of admission, and the name that makes a call a repeat. */
import type { Admission, AdmissionRequest } from '../contract/account.ts';
import { namingOf, type Remembered } from './names.ts';
import { hasFreeSlot, rateStanding, waitSeconds } from './rate.ts';
import {
  type Decision,
  type HeldCredit,
  hasEnded,
  keyOf,
  type LedgerEvent,
  type LedgerState,
  spendable,
  unchanged,
  unspent,
} from './state.ts';

export interface AdmitCommand extends AdmissionRequest {
  readonly holdId: string;
  readonly leaseMs: number;
  /** What the store has of the key under the `idempotencyKey`. */
  readonly remembered: Remembered | null;
}

/**
 * Decides in this order: known, rate, scope, name, expiry, credits, holds: where credits are left that other calls hold,
 * one may come back. A repeat was paid and passes the last three, or the last credit's lost answer could not be fetched
 * again. A null operation asks for the balance and passes the first two
 * alone. A wrong key of the wallet, an ended one and any of a suspended wallet are as unknown as one that never was, and
 * write nothing.
 */
export function admit(state: LedgerState, command: AdmitCommand, nowMs: number): Decision<Admission> {
  const { wallet } = state;
  const use = keyOf(state, command.key);
  if (!wallet || wallet.suspended || !use || hasEnded(use.key, nowMs)) return unchanged({ outcome: 'unknown' });
  const { key, hits } = use;

  const keyId = key.id;
  const limit = key.ratePerMinute;
  if (!hasFreeSlot(hits, limit, nowMs)) {
    const rate = rateStanding(hits, limit, nowMs, 0);
    const retryAfterSeconds = waitSeconds(hits, limit, nowMs);
    return unchanged({ outcome: 'rate-limited', keyId, retryAfterSeconds, rate });
  }

  const hit: LedgerEvent = { kind: 'hit', keyId, atMs: nowMs };
  const rate = rateStanding(hits, limit, nowMs, 1);
  const counted = (answer: Admission): Decision<Admission> => ({ answer, events: [hit] });
  if (command.operation === null) {
    const standing = { credit: spendable(state, use, nowMs), expiresAtMs: wallet.expiresAtMs };
    return counted({ outcome: 'credit', keyId, standing, rate });
  }
  if (key.operations && !key.operations.includes(command.operation))
    return counted({ outcome: 'restricted', keyId, rate });

  const naming = namingOf(command.idempotencyKey, use.namesInWork, command.remembered, nowMs);
  if (naming.kind === 'in-progress' || naming.kind === 'exhausted')
    return counted({ outcome: naming.kind, keyId, rate });
  const remembered = naming.kind === 'repeat' ? naming.fingerprint : null;
  if (remembered === null) {
    if (nowMs >= wallet.expiresAtMs) return counted({ outcome: 'expired', keyId, rate });
    if (unspent(wallet, use) < 1) return counted({ outcome: 'insufficient', keyId, rate });
    if (spendable(state, use, nowMs) < 1) return counted({ outcome: 'credits-held', keyId, rate });
  }
  const hold: HeldCredit = {
    id: command.holdId,
    keyId,
    requestId: command.requestId,
    amount: remembered === null ? 1 : 0,
    name: command.idempotencyKey,
    leaseEndsAtMs: nowMs + command.leaseMs,
  };
  return {
    answer: { outcome: 'admitted', keyId, holdId: hold.id, remembered, rate },
    events: [hit, { kind: 'hold-opened', hold }],
  };
}
