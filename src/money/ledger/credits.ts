/** Credits that come and go other than by calls: grants and refunds, each taken once under its reference. */
import type { Grant, Refund, Refunded } from '../../contract/account.ts';
import {
  type Decision,
  type LedgerEvent,
  type LedgerState,
  type Movement,
  type Noted,
  unchanged,
  type Wallet,
} from './state.ts';

type NotedRefund = Extract<Noted, { readonly kind: 'refund' }>;

/** What the store knows of the reference of a grant. */
export interface KnownOfGrant {
  /** Whether it was granted before. */
  readonly isGranted: boolean;
  /** Refunds that wait for it, in the order in which they came. */
  readonly waiting: readonly NotedRefund[];
}

/**
 * Adds credits, and then takes back what earlier refunds of this grant ask for. Without a date the expiry becomes the
 * later of the present one and now + `lifetimeMs`; what pays a call back leaves it as it is. A reference that was granted
 * before grants nothing.
 */
export function grant(
  state: LedgerState,
  { credits, expiresAtMs, reference, ofCall }: Grant,
  { isGranted, waiting }: KnownOfGrant,
  lifetimeMs: number,
  nowMs: number,
): Decision<boolean> {
  if (!state.wallet) return unchanged(false);
  if (isGranted) return unchanged(true);
  const laterMs = expiresAtMs ?? Math.max(state.wallet.expiresAtMs, nowMs + lifetimeMs);
  let wallet: Wallet = {
    ...state.wallet,
    balance: state.wallet.balance + credits,
    expiresAtMs: ofCall === undefined ? laterMs : state.wallet.expiresAtMs,
  };
  const entry = { kind: 'grant', amount: credits, reference, balanceAfter: wallet.balance, atMs: nowMs } as const;
  const events: LedgerEvent[] = [{ kind: 'wallet-changed', wallet }, moved({ ...entry, requestId: ofCall ?? null })];
  if (reference !== null) events.push({ kind: 'reference-noted', noted: { kind: 'grant', reference } });
  for (const refund of waiting) {
    const taken = take(wallet, state.held, refund, nowMs);
    wallet = taken.wallet;
    events.push(...taken.events);
  }
  return { answer: true, events };
}

/**
 * Takes credits back, at most what is neither spent nor held. A reference that was taken before takes nothing and is
 * answered as it was; a refund of what was never granted waits.
 */
export function refund(
  { wallet, held }: LedgerState,
  asked: Refund,
  known: { readonly before: NotedRefund | null; readonly isGranted: boolean },
  nowMs: number,
): Decision<Refunded | null> {
  if (!wallet) return unchanged(null);
  if (known.before) return unchanged(answerOf(known.before));
  if (!known.isGranted) {
    const noted: NotedRefund = { kind: 'refund', ...asked, taken: 0, missing: 0, waits: true };
    return { answer: answerOf(noted), events: [{ kind: 'reference-noted', noted }] };
  }
  const { noted, events } = take(wallet, held, asked, nowMs);
  return { answer: answerOf(noted), events };
}

/** The event of an entry that no key has moved. */
export function moved(
  entry: Pick<Movement, 'kind' | 'amount' | 'balanceAfter' | 'atMs'> & Partial<Movement>,
): LedgerEvent {
  return { kind: 'moved', entry: { keyId: null, requestId: null, reference: null, missing: 0, ...entry } };
}

function take(before: Wallet, held: number, { credits, reference, of }: Refund, atMs: number) {
  const taken = Math.max(0, Math.min(credits, before.balance - held));
  const missing = credits - taken;
  const wallet: Wallet = { ...before, balance: before.balance - taken };
  const noted: NotedRefund = { kind: 'refund', credits, reference, of, taken, missing, waits: false };
  const entry = { kind: 'refund', reference, balanceAfter: wallet.balance, atMs } as const;
  const events: LedgerEvent[] = [{ kind: 'wallet-changed', wallet }];
  if (taken > 0) events.push(moved({ ...entry, amount: -taken }));
  if (missing > 0) events.push(moved({ ...entry, amount: 0, missing }));
  events.push({ kind: 'reference-noted', noted });
  return { wallet, noted, events };
}

function answerOf({ taken, missing, waits }: Refunded): Refunded {
  return { taken, missing, waits };
}
