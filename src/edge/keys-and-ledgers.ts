/** For pages: an entrypoint without a route, which makes keys and asks ledgers. Pages have neither the secret of keys nor the ledgers. */
import { RpcTarget, WorkerEntrypoint } from 'cloudflare:workers';
import type { Grant, LedgerCalls, Refund } from '../contract/account.ts';
import type { ScopeName } from '../contract/operations.ts';
import type { NewKeyTerms, PageLedger, PageLedgers, WalletCalls } from '../contract/wallets.ts';
import { isWallet } from '../money/keys/format.ts';
import { keyCallsOf } from '../money/keys/key-calls.ts';
import type { Environment } from './environment.ts';

/** The entrypoint. */
export class KeysAndLedgers extends WorkerEntrypoint<Environment> implements WalletCalls {
  ledgers(): PageLedgers {
    return new Ledgers(this.env.LEDGERS);
  }

  makeKey(wallet: string, terms: NewKeyTerms, keyId: string) {
    if (!isWallet(wallet)) throw new Error('This is no name of a wallet');
    return keyCallsOf(this.env).makeKey(wallet, terms, keyId);
  }

  hintIn(text: string) {
    return keyCallsOf(this.env).hintIn(text);
  }

  secretMarks() {
    return keyCallsOf(this.env).secretMarks();
  }

  visitorSecrets() {
    return keyCallsOf(this.env).visitorSecrets();
  }
}

class Ledgers extends RpcTarget implements PageLedgers {
  readonly #ledgers: Environment['LEDGERS'];

  constructor(ledgers: Environment['LEDGERS']) {
    super();
    this.#ledgers = ledgers;
  }

  /** @throws Error where it is no name of a wallet: other objects of the namespace are not the pages' */
  getByName(wallet: string): PageLedger {
    if (!isWallet(wallet)) throw new Error('This is no name of a wallet');
    return new WalletLedger(this.#ledgers.getByName(wallet));
  }
}

/** One ledger, as far as pages may use it. */
class WalletLedger extends RpcTarget implements PageLedger {
  readonly #ledger: LedgerCalls;

  constructor(ledger: LedgerCalls) {
    super();
    this.#ledger = ledger;
  }

  open(opening: Parameters<PageLedger['open']>[0]) {
    return this.#ledger.open({ ...opening, keyHash: null });
  }

  addKey(opening: Parameters<PageLedger['addKey']>[0]) {
    return this.#ledger.addKey({ ...opening, keyHash: null });
  }

  topUp(keyId: string, grant: Grant) {
    return this.#ledger.topUp(keyId, grant);
  }

  refund(refund: Refund) {
    return this.#ledger.refund(refund);
  }

  suspend(keyId: string, suspended: boolean) {
    return this.#ledger.suspend(keyId, suspended);
  }

  restrict(keyId: string, operations: readonly ScopeName[] | null) {
    return this.#ledger.restrict(keyId, operations);
  }

  setLimit(keyId: string, limit: number | null) {
    return this.#ledger.setLimit(keyId, limit);
  }

  endKey(keyId: string, atMs: number | null) {
    return this.#ledger.endKey(keyId, atMs);
  }

  keyState(keyId: string) {
    return this.#ledger.keyState(keyId);
  }

  keyStates(keyIds: readonly string[]) {
    return this.#ledger.keyStates(keyIds);
  }

  allKeys() {
    return this.#ledger.allKeys();
  }

  walletBalance() {
    return this.#ledger.walletBalance();
  }

  entries(limit: number, beforeSequence: number | null) {
    return this.#ledger.entries(limit, beforeSequence);
  }

  entriesOfRequest(requestId: string) {
    return this.#ledger.entriesOfRequest(requestId);
  }
}
