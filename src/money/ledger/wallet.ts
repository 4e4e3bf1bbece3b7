/** What an operator or owner does: open a wallet, add keys, change terms, correct the entries. */
import { type KeyOpening, maxKeys, type WalletOpening } from '../../contract/account.ts';
import { moved } from './credits.ts';
import { type Decision, hasEnded, type Key, type LedgerState, unchanged, type Wallet } from './state.ts';

/**
 * Opens a wallet with one key. The same opening once more changes nothing, so that a retried creation gives no credits
 * twice; another one is refused with false: the handle is in use.
 */
export function open(state: LedgerState, opening: WalletOpening, nowMs: number): Decision<boolean> {
  const { creationId, credits, expiresAtMs } = opening;
  if (state.wallet) return unchanged(state.wallet.creationId === creationId);
  const wallet: Wallet = { creationId, balance: credits, expiresAtMs, suspended: false };
  return {
    answer: true,
    events: [
      { kind: 'wallet-changed', wallet },
      { kind: 'key-changed', key: keyOfOpening(opening) },
      moved({ kind: 'grant', amount: credits, balanceAfter: credits, atMs: nowMs }),
    ],
  };
}

/**
 * Adds a key to an open wallet. The same key once more changes nothing. For a hidden one there is always place.
 * @returns whether the wallet has it now: `unknown` where it was never opened, `full` where it has no place for another
 */
export function addKey(
  { wallet, keys }: LedgerState,
  opening: KeyOpening,
  nowMs: number,
): Decision<'added' | 'full' | 'unknown'> {
  if (!wallet) return unchanged('unknown');
  if (keys.has(opening.keyId)) return unchanged('added');
  const counted = [...keys.values()].filter(({ key }) => key.hash !== null && !hasEnded(key, nowMs));
  if (opening.keyHash !== null && counted.length >= maxKeys) return unchanged('full');
  return { answer: 'added', events: [{ kind: 'key-changed', key: keyOfOpening(opening) }] };
}

/** Changes the terms of the wallet: when its credits expire, whether it is suspended. */
export function amendWallet(
  { wallet }: LedgerState,
  change: Partial<Pick<Wallet, 'expiresAtMs' | 'suspended'>>,
): Decision<boolean> {
  if (!wallet) return unchanged(false);
  return { answer: true, events: [{ kind: 'wallet-changed', wallet: { ...wallet, ...change } }] };
}

/** Changes the terms of a key: rate, scope, limit. */
export function amendKey(
  { keys }: LedgerState,
  keyId: string,
  change: Partial<Pick<Key, 'ratePerMinute' | 'operations' | 'limit'>>,
): Decision<boolean> {
  const use = keys.get(keyId);
  if (!use) return unchanged(false);
  return { answer: true, events: [{ kind: 'key-changed', key: { ...use.key, ...change } }] };
}

/** Sets when a key ends. What has ended stays ended, as it did. */
export function endKey({ keys }: LedgerState, keyId: string, endsAtMs: number, nowMs: number): Decision<boolean> {
  const use = keys.get(keyId);
  if (!use) return unchanged(false);
  if (hasEnded(use.key, nowMs)) return unchanged(true);
  return { answer: true, events: [{ kind: 'key-changed', key: { ...use.key, endsAtMs } }] };
}

/**
 * Makes the entries add up to the balance again, by one entry. The balance is kept: it is what the owner was shown.
 * @param sum of the amounts of all entries
 */
export function correct({ wallet }: LedgerState, sum: number, nowMs: number): Decision<boolean> {
  if (!wallet) return unchanged(false);
  const amount = wallet.balance - sum;
  return { answer: true, events: [moved({ kind: 'correction', amount, balanceAfter: wallet.balance, atMs: nowMs })] };
}

function keyOfOpening({ keyId: id, keyHash: hash, ratePerMinute, operations, limit }: KeyOpening): Key {
  return { id, hash, ratePerMinute, operations, limit, endsAtMs: null };
}
