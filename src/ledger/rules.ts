/**
 * The rules of a key's money and rate, as values: `decide` says what a command does to a state, `evolve` does it.
 *
 * Invariants, held at every step (see `assertSound`): the balance is never negative, open holds never exceed the
 * balance, and the window never holds more hits than the rate allows at the moment one is added. A hold is a lease:
 * it ends as exactly one of charge, release or lapse.
 *
 * Nothing here reads a clock or stores anything; `ledger.ts` does both.
 */
import type { AccountStanding, AccountTerms, Admission, EntryKind, RateStanding } from '../contract/account.ts';
import type { OperationName } from '../contract/operations.ts';

/** Length of the exact sliding window. */
export const windowMs = 60_000;
/** Entries older than this are folded into one opening entry. */
export const entryLifeMs = 400 * 86_400_000;

export interface Hold {
  readonly id: string;
  readonly requestId: string;
  /** Credits: 1, or 0 for a repeat. */
  readonly amount: 0 | 1;
  /** The `Idempotency-Key` that is in work with it. */
  readonly name: string | null;
  readonly leaseEndsAtMs: number;
}

export interface Account {
  readonly balance: number;
  readonly expiresAtMs: number;
  readonly ratePerMinute: number;
  readonly operations: readonly OperationName[] | null;
  readonly revoked: boolean;
}

/** Holds and hits are replaced in place by `evolve`: a busy key has thousands and copies would cost more than rules. */
export interface LedgerState {
  /** Null until the key is opened. */
  account: Account | null;
  readonly holds: Map<string, Hold>;
  /** Times of counted requests, oldest first. */
  hits: number[];
}

export type LedgerEvent =
  | { readonly kind: 'hit'; readonly atMs: number }
  | { readonly kind: 'hold-opened'; readonly hold: Hold }
  | { readonly kind: 'hold-renewed'; readonly hold: Hold }
  | { readonly kind: 'hold-closed'; readonly holdId: string }
  | { readonly kind: 'account-changed'; readonly account: Account }
  | { readonly kind: 'moved'; readonly entry: Movement };

/** What an entry says, before the store numbers it. */
export interface Movement {
  readonly atMs: number;
  readonly kind: EntryKind;
  readonly amount: number;
  readonly requestId: string | null;
  readonly balanceAfter: number;
}

export interface Decision<Answer> {
  readonly answer: Answer;
  readonly events: readonly LedgerEvent[];
}

export function emptyState(): LedgerState {
  return { account: null, holds: new Map(), hits: [] };
}

export interface AdmitCommand {
  readonly operation: OperationName | null;
  readonly requestId: string;
  readonly holdId: string;
  readonly leaseMs: number;
}

/**
 * Checks 2 to 6 of admission, in the order of docs/decisions: known, rate, scope, expiry, credits.
 * A null operation asks for the balance and passes checks 2 and 3 alone.
 */
export function admit(state: LedgerState, command: AdmitCommand, nowMs: number): Decision<Admission> {
  const { account } = state;
  if (!account || account.revoked) return refuse({ outcome: 'unknown' });

  if (countHits(state, nowMs) >= account.ratePerMinute) {
    const waitMs = slotFreeAtMs(state, nowMs, 0) - nowMs;
    const rate = rateStanding(state, nowMs, 0);
    return refuse({ outcome: 'rate-limited', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), rate });
  }

  const hit: LedgerEvent = { kind: 'hit', atMs: nowMs };
  const rate = rateStanding(state, nowMs, 1);
  if (command.operation === null) {
    const standing = { credit: spendable(state, nowMs), expiresAtMs: account.expiresAtMs };
    return { answer: { outcome: 'credit', standing, rate }, events: [hit] };
  }
  if (account.operations && !account.operations.includes(command.operation)) {
    return { answer: { outcome: 'restricted', rate }, events: [hit] };
  }
  if (nowMs >= account.expiresAtMs) return { answer: { outcome: 'expired', rate }, events: [hit] };
  if (spendable(state, nowMs) < 1) return { answer: { outcome: 'insufficient', rate }, events: [hit] };

  const { holdId: id, requestId, leaseMs } = command;
  const hold: Hold = { id, requestId, amount: 1, name: null, leaseEndsAtMs: nowMs + leaseMs };
  return {
    answer: { outcome: 'admitted', holdId: hold.id, remembered: null, rate },
    events: [hit, { kind: 'hold-opened', hold }],
  };
}

/** Extends a lease. False when the hold has ended. */
export function renew(state: LedgerState, holdId: string, leaseMs: number, nowMs: number): Decision<boolean> {
  const hold = state.holds.get(holdId);
  if (!hold) return refuse(false);
  return { answer: true, events: [{ kind: 'hold-renewed', hold: { ...hold, leaseEndsAtMs: nowMs + leaseMs } }] };
}

/** Turns a hold into a charge of one credit. A hold that has ended is not charged a second time. */
export function settle(state: LedgerState, holdId: string, nowMs: number): Decision<boolean> {
  const hold = state.holds.get(holdId);
  if (!hold || !state.account) return refuse(false);
  const account = { ...state.account, balance: state.account.balance - 1 };
  const entry = movement('charge', -1, hold.requestId, account.balance, nowMs);
  return {
    answer: true,
    events: [
      { kind: 'hold-closed', holdId },
      { kind: 'account-changed', account },
      { kind: 'moved', entry },
    ],
  };
}

/** Gives a hold back. */
export function release(state: LedgerState, holdId: string): Decision<boolean> {
  if (!state.holds.has(holdId)) return refuse(false);
  return { answer: true, events: [{ kind: 'hold-closed', holdId }] };
}

/** Gives back every hold whose lease has run out. Answers when to look again, null when no hold is open. */
export function lapse(state: LedgerState, nowMs: number): Decision<number | null> {
  const events: LedgerEvent[] = [];
  let nextMs: number | null = null;
  for (const hold of state.holds.values()) {
    if (hold.leaseEndsAtMs > nowMs) {
      nextMs = Math.min(nextMs ?? Number.POSITIVE_INFINITY, hold.leaseEndsAtMs);
      continue;
    }
    const balance = state.account?.balance ?? 0;
    events.push({ kind: 'hold-closed', holdId: hold.id });
    events.push({ kind: 'moved', entry: movement('lapse', 0, hold.requestId, balance, nowMs) });
  }
  return { answer: nextMs, events };
}

/** Opens a key. A second call changes nothing, so that a retried creation gives no credits twice. */
export function open(state: LedgerState, terms: AccountTerms, nowMs: number): Decision<void> {
  if (state.account) return refuse(undefined);
  const { credits, expiresAtMs, ratePerMinute, operations } = terms;
  const account: Account = { balance: credits, expiresAtMs, ratePerMinute, operations, revoked: false };
  const entry = movement('grant', credits, null, credits, nowMs);
  return {
    answer: undefined,
    events: [
      { kind: 'account-changed', account },
      { kind: 'moved', entry },
    ],
  };
}

/** Adds credits. Without a date the expiry becomes the later of the present one and now + `lifetimeMs`. */
export function topUp(
  state: LedgerState,
  credits: number,
  expiresAtMs: number | null,
  lifetimeMs: number,
  nowMs: number,
): Decision<boolean> {
  if (!state.account) return refuse(false);
  const account = {
    ...state.account,
    balance: state.account.balance + credits,
    expiresAtMs: expiresAtMs ?? Math.max(state.account.expiresAtMs, nowMs + lifetimeMs),
  };
  const entry = movement('grant', credits, null, account.balance, nowMs);
  return {
    answer: true,
    events: [
      { kind: 'account-changed', account },
      { kind: 'moved', entry },
    ],
  };
}

/** Changes terms that move no credit: expiry, rate, scope, revocation. */
export function amend(
  state: LedgerState,
  change: Partial<Pick<Account, 'expiresAtMs' | 'ratePerMinute' | 'operations' | 'revoked'>>,
): Decision<boolean> {
  if (!state.account) return refuse(false);
  return { answer: true, events: [{ kind: 'account-changed', account: { ...state.account, ...change } }] };
}

/** Applies an event to the state in place. */
export function evolve(state: LedgerState, event: LedgerEvent): void {
  switch (event.kind) {
    case 'hit':
      state.hits = [...state.hits.slice(firstLiveHit(state, event.atMs)), event.atMs];
      return;
    case 'hold-opened':
    case 'hold-renewed':
      state.holds.set(event.hold.id, event.hold);
      return;
    case 'hold-closed':
      state.holds.delete(event.holdId);
      return;
    case 'account-changed':
      state.account = event.account;
      return;
    case 'moved':
      return;
  }
}

/** Credits that can be spent now. */
export function spendable(state: LedgerState, nowMs: number): number {
  const { account, holds } = state;
  if (!account || nowMs >= account.expiresAtMs) return 0;
  return Math.max(0, account.balance - holds.size);
}

/** All that an operator or owner may know of a key. Null until it is opened. */
export function standing(state: LedgerState, nowMs: number): AccountStanding | null {
  const { account, holds } = state;
  if (!account) return null;
  return { ...account, credit: spendable(state, nowMs), openHolds: holds.size };
}

/** @throws Error naming the broken invariant. A ledger that cannot trust its state must not go on. */
export function assertSound({ account, holds }: LedgerState): void {
  if (!account) {
    if (holds.size > 0) throw new Error(`Ledger unsound: ${holds.size} holds on a key that was never opened`);
    return;
  }
  if (!Number.isSafeInteger(account.balance) || account.balance < 0) {
    throw new Error(`Ledger unsound: balance ${account.balance}`);
  }
  if (holds.size > account.balance)
    throw new Error(`Ledger unsound: ${holds.size} holds on ${account.balance} credits`);
}

function rateStanding(state: LedgerState, nowMs: number, adding: 0 | 1): RateStanding {
  const limit = state.account?.ratePerMinute ?? 0;
  const remaining = Math.max(0, limit - countHits(state, nowMs) - adding);
  return { limit, remaining, resetUnixSeconds: Math.ceil(slotFreeAtMs(state, nowMs, adding) / 1000) };
}

/** When one more request may be counted: now, or once the oldest of the last `limit` hits leaves the window. */
function slotFreeAtMs(state: LedgerState, nowMs: number, adding: 0 | 1): number {
  const limit = state.account?.ratePerMinute ?? 0;
  if (countHits(state, nowMs) + adding < limit) return nowMs;
  return (state.hits[state.hits.length + adding - limit] ?? nowMs) + windowMs;
}

function countHits(state: LedgerState, nowMs: number): number {
  return state.hits.length - firstLiveHit(state, nowMs);
}

/** A hit leaves the window exactly `windowMs` after it was counted. */
function firstLiveHit({ hits }: LedgerState, nowMs: number): number {
  let first = 0;
  while (first < hits.length && hits[first] <= nowMs - windowMs) first++;
  return first;
}

function movement(
  kind: EntryKind,
  amount: number,
  requestId: string | null,
  balanceAfter: number,
  atMs: number,
): Movement {
  return { atMs, kind, amount, requestId, balanceAfter };
}

function refuse<Answer>(answer: Answer): Decision<Answer> {
  return { answer, events: [] };
}
