/** What an operator does: open a wallet with its key, grant credits, change terms, correct the entries. */
import type { EntryKind, WalletOpening } from '../contract/account.ts';
import { type Decision, type Key, type LedgerEvent, type LedgerState, unchanged, type Wallet } from './state.ts';

/**
 * Opens a wallet with one key. The same opening once more changes nothing, so that a retried creation gives no credits
 * twice; another one is refused with false, for the handle is taken.
 */
export function open(state: LedgerState, opening: WalletOpening, nowMs: number): Decision<boolean> {
  const { creationId, credits, expiresAtMs, keyId, keyHash, ratePerMinute, operations } = opening;
  if (state.wallet) return unchanged(state.wallet.creationId === creationId);
  const wallet: Wallet = { creationId, balance: credits, expiresAtMs };
  const key: Key = { id: keyId, hash: keyHash, ratePerMinute, operations, revoked: false };
  return {
    answer: true,
    events: [{ kind: 'wallet-changed', wallet }, { kind: 'key-changed', key }, moved('grant', credits, credits, nowMs)],
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
  if (!state.wallet) return unchanged(false);
  const wallet = {
    ...state.wallet,
    balance: state.wallet.balance + credits,
    expiresAtMs: expiresAtMs ?? Math.max(state.wallet.expiresAtMs, nowMs + lifetimeMs),
  };
  return {
    answer: true,
    events: [{ kind: 'wallet-changed', wallet }, moved('grant', credits, wallet.balance, nowMs)],
  };
}

/** Sets when the credits of the wallet expire. */
export function setExpiry({ wallet }: LedgerState, expiresAtMs: number): Decision<boolean> {
  if (!wallet) return unchanged(false);
  return { answer: true, events: [{ kind: 'wallet-changed', wallet: { ...wallet, expiresAtMs } }] };
}

/** Changes the terms of the key: rate, scope, revocation. */
export function amendKey(
  { key }: LedgerState,
  change: Partial<Pick<Key, 'ratePerMinute' | 'operations' | 'revoked'>>,
): Decision<boolean> {
  if (!key) return unchanged(false);
  return { answer: true, events: [{ kind: 'key-changed', key: { ...key, ...change } }] };
}

/**
 * Makes the entries add up to the balance again, by one entry. The balance stands: it is what the owner was told.
 * @param sum of the amounts of all entries
 */
export function correct({ wallet }: LedgerState, sum: number, nowMs: number): Decision<boolean> {
  if (!wallet) return unchanged(false);
  return { answer: true, events: [moved('correction', wallet.balance - sum, wallet.balance, nowMs)] };
}

function moved(kind: EntryKind, amount: number, balanceAfter: number, atMs: number): LedgerEvent {
  return { kind: 'moved', entry: { atMs, kind, amount, keyId: null, requestId: null, balanceAfter } };
}
