/** What the ledger of a wallet says and takes, in the words that edge, admin API and command line share. */
import type { CreditStanding } from './operations/credit.ts';
import type { OperationName } from './operations.ts';

/** Where the rate window of a key stands, for the `X-RateLimit-*` headers. */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which a slot is free. */
  readonly resetUnixSeconds: number;
}

export type Admission =
  | {
      readonly outcome: 'admitted';
      readonly holdId: string;
      /** Of a repeat: the fingerprint that the first call was charged for, hexadecimal SHA-256. Null otherwise. */
      readonly remembered: string | null;
      readonly rate: RateStanding;
    }
  | { readonly outcome: 'credit'; readonly standing: CreditStanding; readonly rate: RateStanding }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'rate-limited'; readonly retryAfterSeconds: number; readonly rate: RateStanding }
  | {
      readonly outcome: 'restricted' | 'in-progress' | 'exhausted' | 'expired' | 'insufficient';
      readonly rate: RateStanding;
    };

export interface AdmissionRequest {
  /** HMAC of the whole key, hexadecimal: which key of the wallet asks. */
  readonly keyHash: string;
  /** Null asks for the balance: no hold, no scope, no expiry check. */
  readonly operation: OperationName | null;
  readonly requestId: string;
  /** The well-formed `Idempotency-Key` of the client; null where it sent none, or one that is refused later. */
  readonly idempotencyKey: string | null;
}

export type EntryKind = 'opening' | 'grant' | 'charge' | 'repeat' | 'lapse' | 'refund' | 'correction';

/** One movement of a wallet's credits. */
export interface Entry {
  readonly sequence: number;
  readonly atMs: number;
  readonly kind: EntryKind;
  readonly amount: number;
  /** Id of the key that moved it; null where none did. */
  readonly keyId: string | null;
  readonly requestId: string | null;
  readonly balanceAfter: number;
}

/** The opening of a wallet with one key. */
export interface WalletOpening {
  /** Fresh for each creation and the same in its retries: a wallet that is open refuses any other. */
  readonly creationId: string;
  readonly keyId: string;
  /** HMAC of the whole key, hexadecimal. */
  readonly keyHash: string;
  readonly credits: number;
  readonly expiresAtMs: number;
  readonly ratePerMinute: number;
  /** Null allows every operation. */
  readonly operations: readonly OperationName[] | null;
}

export interface AccountStanding extends CreditStanding {
  readonly balance: number;
  readonly openHolds: number;
  readonly ratePerMinute: number;
  readonly operations: readonly OperationName[] | null;
  readonly revoked: boolean;
}

/** What a part of an audit found. */
export interface AuditPage {
  /** Why the entries do not add up to the balance; null when they do, as far as was looked. */
  readonly fault: string | null;
  /** Entries that were looked at. */
  readonly checked: number;
  /** Where to go on; null when all was looked at. */
  readonly next: number | null;
}

/** The remote calls of a wallet's ledger. */
export interface LedgerCalls {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Extends the lease of a hold; false when the hold is gone. */
  renew(holdId: string): Promise<boolean>;
  /**
   * Turns a hold into a charge, or counts a repeat; false when the hold is gone.
   * @param fingerprint remembered under the call's `Idempotency-Key`, hexadecimal SHA-256; null where it has none
   */
  settle(holdId: string, fingerprint: string | null): Promise<boolean>;
  /** Gives a hold back; false when the hold is gone. */
  release(holdId: string): Promise<boolean>;
  /** Null when the wallet was opened by another creation: its handle is taken. */
  open(opening: WalletOpening): Promise<AccountStanding | null>;
  topUp(credits: number, expiresAtMs: number | null): Promise<AccountStanding | null>;
  setExpiry(expiresAtMs: number): Promise<AccountStanding | null>;
  setRate(ratePerMinute: number): Promise<AccountStanding | null>;
  restrict(operations: readonly OperationName[] | null): Promise<AccountStanding | null>;
  revoke(): Promise<AccountStanding | null>;
  standing(): Promise<AccountStanding | null>;
  /** Newest first. */
  entries(limit: number, beforeSequence: number | null): Promise<readonly Entry[]>;
  /**
   * Checks a bounded number of entries, new to old.
   * @param from the `next` of the part before; null to begin. Null is answered where no wallet was opened
   */
  audit(from: number | null): Promise<AuditPage | null>;
  /** Makes entries and balance agree again, by one entry; null when nothing was to be mended. */
  mend(): Promise<Entry | null>;
}
