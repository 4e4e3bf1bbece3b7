/**
 * What a ledger is, as values: the state of one wallet and its keys, and the events that change it. The rules beside
 * this file decide which events a command makes; `evolve` applies them; `store.ts` keeps them.
 *
 * Invariants, held at every step (see `faultOf`): the balance is never negative, open holds never exceed the balance,
 * and no window holds more hits than the rate of its key allows at the moment one is added. A hold is a lease: it ends
 * as exactly one of charge, free preview, repeat, edit, release or lapse.
 *
 * Nothing here reads a clock or stores anything.
 */
import type { AskingKey, EntryKind, KeyState, OneUse, Refunded } from '../../contract/account.ts';
import type { EditKind, Variant } from '../../contract/idempotency.ts';
import type { ScopeName } from '../../contract/operations.ts';
import type { Remembered } from './names.ts';
import { noPreviewsUsed, type PreviewsUsed, withPreview } from './previews.ts';
import { withHit } from './rate.ts';

/** The credits: what every key of the wallet spends. */
export interface Wallet {
  /** Of the opening: another opening of the same handle is refused by it. */
  readonly creationId: string;
  readonly balance: number;
  readonly expiresAtMs: number;
  /** While it is, its keys are as unknown as those that have ended. */
  readonly suspended: boolean;
}

/** What one key may do. */
export interface Key {
  readonly id: string;
  /** HMAC of the whole key; null for a hidden one. */
  readonly hash: string | null;
  readonly ratePerMinute: number;
  /** Null allows every operation. */
  readonly operations: readonly ScopeName[] | null;
  /** Most credits that it is ever charged for; null where the wallet alone decides. */
  readonly limit: number | null;
  /** From then on it has ended; null where no end is set. */
  readonly endsAtMs: number | null;
}

/** A key and what it has used. */
export interface KeyUse {
  key: Key;
  /** Credits that it was charged for. */
  charged: number;
  /** Sum of the amounts of its open holds. */
  held: number;
  /** Names of its open holds that have one. */
  readonly namesInWork: Set<string>;
  /** Times of counted requests, oldest first. */
  hits: number[];
}

export interface HeldCredit {
  readonly id: string;
  readonly keyId: string;
  readonly requestId: string;
  /** Credits: 1, or 0 for a repeat or edit and for what only a free preview can pay. */
  readonly amount: 0 | 1;
  /** The month whose free previews it keeps one of; null where it keeps none. */
  readonly previewMonth: number | null;
  /** The `Idempotency-Key` that is in work with it. */
  readonly name: string | null;
  readonly leaseEndsAtMs: number;
}

/** Holds and hits are replaced in place by `evolve`: a busy key has thousands and copies would cost more than rules. */
export interface LedgerState {
  /** Null until it is opened. */
  wallet: Wallet | null;
  /** By id, those that have ended among them. */
  readonly keys: Map<string, KeyUse>;
  readonly holds: Map<string, HeldCredit>;
  /** Sum of the amounts of all holds. */
  held: number;
  previews: PreviewsUsed;
}

export type LedgerEvent =
  | { readonly kind: 'hit'; readonly keyId: string; readonly atMs: number }
  | { readonly kind: 'hold-opened'; readonly hold: HeldCredit }
  | { readonly kind: 'hold-renewed'; readonly hold: HeldCredit }
  // What admitted a call that was released admits another.
  | { readonly kind: 'hold-closed'; readonly hold: HeldCredit; readonly isReleased?: true }
  | { readonly kind: 'wallet-changed'; readonly wallet: Wallet }
  | { readonly kind: 'key-changed'; readonly key: Key }
  | { readonly kind: 'moved'; readonly entry: Movement }
  | { readonly kind: 'preview-used'; readonly month: number }
  // What was used, and names that are remembered, are in the store alone, for there may be many.
  | { readonly kind: 'admission-used'; readonly once: OneUse; readonly atMs: number }
  | { readonly kind: 'name-remembered'; readonly keyId: string; readonly name: string; readonly remembered: Remembered }
  | { readonly kind: 'name-repeated'; readonly keyId: string; readonly name: string }
  | {
      readonly kind: 'name-edited';
      readonly keyId: string;
      readonly name: string;
      readonly variant: Variant;
      readonly edit: EditKind;
    }
  // References likewise.
  | { readonly kind: 'reference-noted'; readonly noted: Noted };

/** A grant or refund that was taken under its reference, or a refund that waits for its grant. */
export type Noted =
  | { readonly kind: 'grant'; readonly reference: string }
  | ({ readonly kind: 'refund'; readonly reference: string; readonly of: string; readonly credits: number } & Refunded);

/** What an entry says, before the store numbers it. */
export interface Movement {
  readonly atMs: number;
  readonly kind: EntryKind;
  readonly amount: number;
  /** Id of the key that moved it; null where none did. */
  readonly keyId: string | null;
  readonly requestId: string | null;
  /** Of a grant or refund that has one. */
  readonly reference: string | null;
  /** Credits of a refund that could not be taken; 0 otherwise. */
  readonly missing: number;
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
  return { wallet: null, keys: new Map(), holds: new Map(), held: 0, previews: noPreviewsUsed };
}

/** Applies an event to the state in place. */
export function evolve(state: LedgerState, event: LedgerEvent): void {
  switch (event.kind) {
    case 'hit': {
      const use = state.keys.get(event.keyId);
      if (use) use.hits = withHit(use.hits, event.atMs);
      return;
    }
    case 'hold-opened':
      state.holds.set(event.hold.id, event.hold);
      held(state, event.hold, 1);
      return;
    case 'hold-renewed':
      state.holds.set(event.hold.id, event.hold);
      return;
    case 'hold-closed':
      state.holds.delete(event.hold.id);
      held(state, event.hold, -1);
      return;
    case 'wallet-changed':
      state.wallet = event.wallet;
      return;
    case 'key-changed': {
      const use = state.keys.get(event.key.id);
      if (use) use.key = event.key;
      else state.keys.set(event.key.id, { key: event.key, charged: 0, held: 0, namesInWork: new Set(), hits: [] });
      return;
    }
    case 'moved': {
      const { kind, keyId, amount } = event.entry;
      const use = keyId === null ? undefined : state.keys.get(keyId);
      if (use && kind === 'charge') use.charged -= amount;
      return;
    }
    case 'preview-used':
      state.previews = withPreview(state.previews, event.month);
      return;
    case 'admission-used':
    case 'name-remembered':
    case 'name-repeated':
    case 'name-edited':
    case 'reference-noted':
      return;
  }
}

/** Counts a hold in, or out, for the wallet and for its key. */
function held(state: LedgerState, { keyId, amount, name }: HeldCredit, sign: 1 | -1): void {
  state.held += sign * amount;
  const use = state.keys.get(keyId);
  if (!use) return;
  use.held += sign * amount;
  if (name === null) return;
  if (sign === 1) use.namesInWork.add(name);
  else use.namesInWork.delete(name);
}

/** Whether a key has ended. */
export function hasEnded({ endsAtMs }: Key, nowMs: number): boolean {
  return endsAtMs !== null && nowMs >= endsAtMs;
}

/** The key that asks, ended or not; undefined where the wallet has none. The id of a key with a hash opens nothing. */
export function keyOf({ keys }: LedgerState, asking: AskingKey): KeyUse | undefined {
  if ('hiddenId' in asking) {
    const use = keys.get(asking.hiddenId);
    return use?.key.hash === null ? use : undefined;
  }
  for (const use of keys.values()) if (use.key.hash === asking.hash) return use;
  return undefined;
}

/** Credits that a key has not been charged for, open holds included: what the wallet has, and what its own limit leaves. */
export function unspent({ balance }: Wallet, { key, charged }: KeyUse): number {
  return key.limit === null ? balance : Math.min(balance, key.limit - charged);
}

/** Credits that a key can spend now: what the wallet has free, and what its own limit leaves. */
export function spendable({ wallet, held }: LedgerState, { key, ...use }: KeyUse, nowMs: number): number {
  if (!wallet || nowMs >= wallet.expiresAtMs) return 0;
  const left = key.limit === null ? Number.POSITIVE_INFINITY : key.limit - use.charged - use.held;
  return Math.max(0, Math.min(wallet.balance - held, left));
}

/** All that an operator or owner may know of a key and its wallet. Null where the wallet has no such key. */
export function keyState(state: LedgerState, keyId: string, nowMs: number): KeyState | null {
  const { wallet, holds } = state;
  const use = state.keys.get(keyId);
  if (!wallet || !use) return null;
  const { key, charged } = use;
  return {
    balance: wallet.balance,
    expiresAtMs: wallet.expiresAtMs,
    suspended: wallet.suspended,
    ratePerMinute: key.ratePerMinute,
    operations: key.operations,
    limit: key.limit,
    charged,
    endsAtMs: key.endsAtMs,
    revoked: hasEnded(key, nowMs),
    credit: spendable(state, use, nowMs),
    openHolds: holds.size,
  };
}

/** A description of the broken invariant; null if all hold. A ledger that cannot trust its state must not go on. */
export function faultOf({ wallet, keys, holds, held }: LedgerState): string | null {
  if (!wallet) return keys.size + holds.size > 0 ? 'it was opened in part' : null;
  if (keys.size === 0) return 'it was opened in part';
  if (!Number.isSafeInteger(wallet.balance) || wallet.balance < 0) return `its balance is ${wallet.balance}`;
  return held > wallet.balance ? `${held} credits are held of ${wallet.balance}` : null;
}
