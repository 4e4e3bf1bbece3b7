/**
 * What a ledger is, as values: the state of one wallet and its key, and the events that change it. The rules beside
 * this file decide which events a command makes; `evolve` applies them; `store.ts` keeps them.
 *
 * Invariants, held at every step (see `faultOf`): the balance is never negative, open holds never exceed the balance,
 * and the window never holds more hits than the rate allows at the moment one is added. A hold is a lease: it ends as
 * exactly one of charge, repeat, release or lapse.
 *
 * Nothing here reads a clock or stores anything.
 */
import type { AccountStanding, EntryKind } from '../contract/account.ts';
import type { OperationName } from '../contract/operations.ts';
import type { Remembered } from './names.ts';
import { withHit } from './rate.ts';

/** The credits: what every key of the wallet spends. */
export interface Wallet {
  /** Of the opening: another opening of the same handle is refused by it. */
  readonly creationId: string;
  readonly balance: number;
  readonly expiresAtMs: number;
}

/** What one key may do. */
export interface Key {
  readonly id: string;
  /** HMAC of the whole key. */
  readonly hash: string;
  readonly ratePerMinute: number;
  readonly operations: readonly OperationName[] | null;
  readonly revoked: boolean;
}

export interface HeldCredit {
  readonly id: string;
  readonly requestId: string;
  /** Credits: 1, or 0 for a repeat. */
  readonly amount: 0 | 1;
  /** The `Idempotency-Key` that is in work with it. */
  readonly name: string | null;
  readonly leaseEndsAtMs: number;
}

/** Holds and hits are replaced in place by `evolve`: a busy key has thousands and copies would cost more than rules. */
export interface LedgerState {
  /** Null until the wallet is opened; the key likewise. */
  wallet: Wallet | null;
  key: Key | null;
  readonly holds: Map<string, HeldCredit>;
  /** Sum of the amounts of all holds. */
  held: number;
  /** Names of all holds that have one. */
  readonly namesInWork: Set<string>;
  /** Times of counted requests, oldest first. */
  hits: number[];
}

export type LedgerEvent =
  | { readonly kind: 'hit'; readonly atMs: number }
  | { readonly kind: 'hold-opened'; readonly hold: HeldCredit }
  | { readonly kind: 'hold-renewed'; readonly hold: HeldCredit }
  | { readonly kind: 'hold-closed'; readonly hold: HeldCredit }
  | { readonly kind: 'wallet-changed'; readonly wallet: Wallet }
  | { readonly kind: 'key-changed'; readonly key: Key }
  | { readonly kind: 'moved'; readonly entry: Movement }
  // Names that are remembered are in the store alone, for there may be many.
  | { readonly kind: 'name-remembered'; readonly name: string; readonly remembered: Remembered }
  | { readonly kind: 'name-repeated'; readonly name: string };

/** What an entry says, before the store numbers it. */
export interface Movement {
  readonly atMs: number;
  readonly kind: EntryKind;
  readonly amount: number;
  /** Id of the key that moved it; null where none did. */
  readonly keyId: string | null;
  readonly requestId: string | null;
  readonly balanceAfter: number;
}

/** The answer to a command and what it changes. */
export interface Decision<Answer> {
  readonly answer: Answer;
  readonly events: readonly LedgerEvent[];
}

/** A decision that changes nothing. */
export function unchanged<Answer>(answer: Answer): Decision<Answer> {
  return { answer, events: [] };
}

/** The state of a ledger that was never opened: no wallet, no key. */
export function emptyState(): LedgerState {
  return { wallet: null, key: null, holds: new Map(), held: 0, namesInWork: new Set(), hits: [] };
}

/** Applies an event to the state in place. */
export function evolve(state: LedgerState, event: LedgerEvent): void {
  switch (event.kind) {
    case 'hit':
      state.hits = withHit(state.hits, event.atMs);
      return;
    case 'hold-opened':
      state.holds.set(event.hold.id, event.hold);
      state.held += event.hold.amount;
      if (event.hold.name !== null) state.namesInWork.add(event.hold.name);
      return;
    case 'hold-renewed':
      state.holds.set(event.hold.id, event.hold);
      return;
    case 'hold-closed':
      state.holds.delete(event.hold.id);
      state.held -= event.hold.amount;
      if (event.hold.name !== null) state.namesInWork.delete(event.hold.name);
      return;
    case 'wallet-changed':
      state.wallet = event.wallet;
      return;
    case 'key-changed':
      state.key = event.key;
      return;
    case 'moved':
    case 'name-remembered':
    case 'name-repeated':
      return;
  }
}

/** Credits that can be spent now. */
export function spendable({ wallet, held }: LedgerState, nowMs: number): number {
  if (!wallet || nowMs >= wallet.expiresAtMs) return 0;
  return Math.max(0, wallet.balance - held);
}

/** All that an operator or owner may know of a key and its wallet. Null until it is opened. */
export function standing(state: LedgerState, nowMs: number): AccountStanding | null {
  const { wallet, key, holds } = state;
  if (!wallet || !key) return null;
  const { balance, expiresAtMs } = wallet;
  const { ratePerMinute, operations, revoked } = key;
  const credit = spendable(state, nowMs);
  return { balance, expiresAtMs, ratePerMinute, operations, revoked, credit, openHolds: holds.size };
}

/** The broken invariant in words; null when all hold. A ledger that cannot trust its state must not go on. */
export function faultOf({ wallet, key, holds, held }: LedgerState): string | null {
  if (!wallet || !key) return wallet || key || holds.size > 0 ? 'it was opened in part' : null;
  if (!Number.isSafeInteger(wallet.balance) || wallet.balance < 0) return `its balance is ${wallet.balance}`;
  return held > wallet.balance ? `${held} credits are held of ${wallet.balance}` : null;
}
