/** The creation of a key: with a new wallet under a fresh handle, or as one more of a wallet that is open. */
import type { KeyOpening, KeyState, WalletOpening } from '../../contract/account.ts';
import type { KeysEnv } from './environment.ts';
import { type ApiKey, createKey, createKeyId, type KeyType, walletOf } from './format.ts';
import { hashKey } from './hash.ts';

/** A handle is one of 62^10, so a second draw is never seen; more than these mean that something else is wrong. */
const maxDraws = 5;

export interface Opened {
  readonly key: ApiKey;
  readonly keyId: string;
  /** Type and handle. */
  readonly wallet: string;
  readonly state: KeyState;
}

/**
 * Opens a wallet with one key. If a handle is in use, another one is drawn.
 * @throws Error when the ledger cannot be reached, or no free handle was found
 */
export async function openWallet(
  env: Pick<KeysEnv, 'LEDGERS' | 'KEY_HASH_SECRET'>,
  type: KeyType,
  terms: Omit<WalletOpening, 'creationId' | 'keyId' | 'keyHash'>,
): Promise<Opened> {
  const creationId = crypto.randomUUID();
  const keyId = createKeyId();
  for (let draw = 0; draw < maxDraws; draw++) {
    const key = await createKey(type, env.KEY_HASH_SECRET);
    const keyHash = await hashKey(key, env.KEY_HASH_SECRET);
    const wallet = walletOf(key);
    const open = () => env.LEDGERS.getByName(wallet).open({ creationId, keyId, keyHash, ...terms });
    // An answer that was lost is asked for again: the same creation opens nothing twice.
    const state = await open().catch(open);
    if (state) return { key, keyId, wallet, state };
  }
  throw new Error(`No free handle was found in ${maxDraws} draws`);
}

/** A key of a wallet that is open; `full` and `unknown` as the ledger has it. */
export type Added = { readonly key: ApiKey; readonly keyId: string; readonly state: KeyState } | 'full' | 'unknown';

/**
 * Adds a key to an open wallet.
 * @param wallet type and handle
 * @param keyId of the new key; drawn where none is given
 * @throws Error when the ledger cannot be reached
 */
export async function addToWallet(
  env: Pick<KeysEnv, 'LEDGERS' | 'KEY_HASH_SECRET'>,
  wallet: string,
  terms: Omit<KeyOpening, 'keyId' | 'keyHash'>,
  keyId = createKeyId(),
): Promise<Added> {
  const key = await createKey(wallet, env.KEY_HASH_SECRET);
  const keyHash = await hashKey(key, env.KEY_HASH_SECRET);
  const ledger = env.LEDGERS.getByName(wallet);
  const add = () => ledger.addKey({ keyId, keyHash, ...terms });
  const outcome = await add().catch(add);
  if (outcome !== 'added') return outcome;
  const state = await ledger.keyState(keyId);
  return state ? { key, keyId, state } : 'unknown';
}
