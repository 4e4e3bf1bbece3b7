/** What the pages ask the API of wallets and keys: plain values, which go from one Worker to another. */
import type { KeyOpening, KeyState, LedgerCalls, WalletOpening } from './account.ts';

/** A key without a secret: nobody but the service can spend by it. */
type Hidden<Opening extends KeyOpening> = Opening & { readonly keyHash: null };

/** What pages may ask of a ledger: nothing that holds or charges a credit, and no key that has a secret. */
export interface PageLedger
  extends Pick<
    LedgerCalls,
    | ('topUp' | 'refund' | 'suspend' | 'restrict' | 'setLimit' | 'endKey')
    | ('keyState' | 'keyStates' | 'allKeys' | 'walletBalance' | 'entries' | 'entriesOfRequest')
  > {
  /** Null when the wallet was opened by another creation: its handle is in use. */
  open(opening: Hidden<WalletOpening>): Promise<KeyState | null>;
  addKey(opening: Hidden<KeyOpening>): ReturnType<LedgerCalls['addKey']>;
}

/** Finds a ledger by the name of its wallet: type and handle. */
export interface PageLedgers {
  getByName(wallet: string): PageLedger;
}

/** What a key is made with, beside its id and its secret. */
export type NewKeyTerms = Omit<KeyOpening, 'keyId' | 'keyHash'>;

/** A key of an open wallet that was just made: the one time that its secret is there. */
export interface AddedKey {
  readonly key: string;
  /** Of the value of KEY_HASH_SECRET that it was made under. */
  readonly secretMark: string;
}

/** What needs the secret of keys. */
export interface KeyCalls {
  /** Makes a key of an open wallet. `full` where it has as many as it may have, `unknown` where it was never opened. */
  makeKey(wallet: string, terms: NewKeyTerms, keyId: string): Promise<AddedKey | 'full' | 'unknown'>;
  /** The last characters of the secret of a key of this deployment; null where the text is none. */
  hintIn(text: string): Promise<string | null>;
  /** Marks of KEY_HASH_SECRET and its former values, that of today first. */
  secretMarks(): Promise<readonly string[]>;
  /** Under what CSRF tokens of visitors are made where there are no accounts: of KEY_HASH_SECRET and its former values. */
  visitorSecrets(): Promise<readonly string[]>;
}

/** What the API's entrypoint `KeysAndLedgers` is asked. */
export interface WalletCalls extends KeyCalls {
  /** All ledgers: one call of the entrypoint, whatever is asked of them. */
  ledgers(): PageLedgers;
}
