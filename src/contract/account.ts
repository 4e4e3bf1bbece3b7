/** The calls of a wallet's ledger, with the types that edge, admin API and command line share. */
import type { Editable, NamedCall } from './idempotency.ts';
import type { AvailableCredit } from './operations/credit.ts';
import type { ScopeName } from './operations.ts';

/** A key's rate window, for the `X-RateLimit-*` headers. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which a slot is free. */
  readonly resetUnixSeconds: number;
}

/** Why a call gets no credit. */
export type Unpaid = 'expired' | 'insufficient' | 'credits-held';

/** A free preview that is reserved for a call before the ledger knows what it asks for. */
export interface FreePreview {
  /** Why the call holds no credit in case it is no preview; null if it holds one. */
  readonly otherwise: Unpaid | null;
}

/** The ledger's answer to a call. All but `unknown` name the key. */
export type Admission =
  | {
      readonly outcome: 'admitted';
      readonly keyId: string;
      readonly holdId: string;
      /** Of a repeat or edit: the fingerprint that the first call was charged for, hexadecimal SHA-256. Null otherwise. */
      readonly remembered: string | null;
      /** What else is remembered of that call. Null where it cannot be edited, or by a ledger of the version before left out. */
      readonly editable?: Editable | null;
      /** Of a call that is free if it asks for a preview: what it is refused with if it asks for more. Else null. */
      readonly freePreview: FreePreview | null;
      readonly rate: RateLimitState;
    }
  | {
      readonly outcome: 'credit';
      readonly keyId: string;
      readonly available: AvailableCredit;
      /** Former name of `available`, for one release. */
      readonly standing?: AvailableCredit;
      /** Free previews that the wallet has left this month. */
      readonly freePreviews: number;
      readonly rate: RateLimitState;
    }
  | { readonly outcome: 'unknown' }
  /** By an admission that was used before. */
  | { readonly outcome: 'used'; readonly keyId: string; readonly rate: RateLimitState }
  | {
      readonly outcome: 'rate-limited';
      readonly keyId: string;
      readonly retryAfterSeconds: number;
      readonly rate: RateLimitState;
    }
  | {
      readonly outcome: 'restricted' | 'in-progress' | 'exhausted' | Unpaid;
      readonly keyId: string;
      readonly rate: RateLimitState;
    };

/**
 * Which key of the wallet asks: the one of that hash, an HMAC of the whole key in hexadecimal; or the hidden one of that
 * id, which nobody outside the service can name.
 */
export type AskingKey = { readonly hash: string } | { readonly hiddenId: string };

/** What admits one call and no other: what a page was given by `contract/playground.ts`. */
export interface OneUse {
  /** A UUID. The hold of the call has it too. */
  readonly id: string;
  /** Until then it is remembered: longer than it is good for. */
  readonly rememberedUntilMs: number;
}

export interface AdmissionRequest {
  readonly key: AskingKey;
  /** Null asks for the balance: no hold, no scope, no expiry check. */
  readonly operation: ScopeName | null;
  readonly requestId: string;
  /** The well-formed `Idempotency-Key` of the client; null where it sent none, or one that is refused later. */
  readonly idempotencyKey: string | null;
  /** Refused where a call that was not released had the same; null and left out for calls by a key. */
  readonly once?: OneUse | null;
}

export type EntryKind =
  | 'opening'
  | 'grant'
  | 'charge'
  | 'preview'
  | 'repeat'
  | 'edit'
  | 'lapse'
  | 'refund'
  | 'correction';

/** One movement of a wallet's credits. */
export interface Entry {
  readonly sequence: number;
  readonly atMs: number;
  readonly kind: EntryKind;
  readonly amount: number;
  /** Id of the key that moved it; null where none did. */
  readonly keyId: string | null;
  readonly requestId: string | null;
  /** The reference of the grant or refund; null if it has none. */
  readonly reference: string | null;
  /** Credits of a refund that could not be taken; 0 otherwise. */
  readonly missing: number;
  readonly balanceAfter: number;
}

/** Credits that come. */
export interface Grant {
  readonly credits: number;
  /** Null: the later of the present date and a lifetime from now. */
  readonly expiresAtMs: number | null;
  /** The same reference once more grants nothing; null has none. */
  readonly reference: string | null;
  /** Request id of the call that it pays back. When the credits expire is then left as it is. */
  readonly ofCall?: string;
}

/** Credits that are paid back. */
export interface Refund {
  readonly credits: number;
  /** The same reference once more takes nothing. */
  readonly reference: string;
  /** Reference of the grant that it is of. A refund that arrives before its grant waits for it. */
  readonly of: string;
}

/** What became of a refund. */
export interface Refunded {
  readonly taken: number;
  /** What was spent or held already. */
  readonly missing: number;
  /** Whether it waits for its grant; nothing was taken then. */
  readonly waits: boolean;
}

/** Keys of one wallet that have not ended, hidden ones aside. */
export const maxKeys = 100;

/** A key as it begins. */
export interface KeyOpening {
  readonly keyId: string;
  /** HMAC of the whole key, hexadecimal. Null makes a hidden key: it has no secret, and is admitted by its id. */
  readonly keyHash: string | null;
  readonly ratePerMinute: number;
  /** Null allows every operation. */
  readonly operations: readonly ScopeName[] | null;
  /** Most credits that it is ever charged for; null where the wallet alone decides. */
  readonly limit: number | null;
}

/** The opening of a wallet with one key. */
export interface WalletOpening extends KeyOpening {
  /** Fresh for each creation and the same in its retries: a wallet that is open refuses any other. */
  readonly creationId: string;
  readonly credits: number;
  readonly expiresAtMs: number;
}

/** A key and its wallet. `credit` is what this key can spend. */
export interface KeyState extends AvailableCredit {
  /** Of the wallet, as is `openHolds`. */
  readonly balance: number;
  readonly openHolds: number;
  /** While it is, all keys of the wallet are refused. */
  readonly suspended: boolean;
  readonly ratePerMinute: number;
  readonly operations: readonly ScopeName[] | null;
  readonly limit: number | null;
  /** Credits that the key was charged for. */
  readonly charged: number;
  /** When the key ends or has ended; null where no end is set. */
  readonly endsAtMs: number | null;
  /** Whether it has ended. */
  readonly revoked: boolean;
}

/** A key as its ledger has it. */
export interface LedgerKey {
  readonly id: string;
  readonly isHidden: boolean;
  /** When it ends or has ended, Unix milliseconds; null where no end is set. */
  readonly endsAtMs: number | null;
}

/** All keys of a wallet, those that have ended among them. */
export interface LedgerKeys {
  readonly suspended: boolean;
  readonly keys: readonly LedgerKey[];
}

/** A wallet's balance, and its last grant that paid no call back. */
export interface WalletBalance {
  readonly balance: number;
  readonly expiresAtMs: number;
  /** Null where none ever came, or longer ago than entries are kept. */
  readonly lastGrant: Pick<Entry, 'sequence' | 'balanceAfter'> | null;
}

/** The result of one part of an audit. */
export interface AuditPage {
  /** Why the entries do not add up to the balance; null if all checked entries do. */
  readonly fault: string | null;
  /** Entries checked. */
  readonly checked: number;
  /** Where to go on; null when all were checked. */
  readonly next: number | null;
}

/** A name of `Idempotency-Key` that a paid call has. */
export interface NamedBefore {
  readonly sequence: number;
  readonly keyId: string;
  readonly name: string;
  /** Until when it is remembered, Unix milliseconds. */
  readonly endsAtMs: number;
}

/** By what a ledger says that it has ended to begin anew. */
export const beginsAnew = 'The ledger begins anew, as it was at an earlier moment.';

/** The remote calls of a wallet's ledger. */
export interface LedgerCalls {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Extends the lease of a hold; false when the hold is gone. */
  renew(holdId: string): Promise<boolean>;
  /**
   * Turns a hold into a charge, or counts a repeat or edit; false when the hold is gone.
   * @param fingerprint remembered under the call's `Idempotency-Key`, hexadecimal SHA-256; null where it has none
   * @param isPreview whether it was the free preview that was kept for it
   * @param call what it is under its name; null where it has none. Left out by Workers of the version before
   */
  settle(holdId: string, fingerprint: string | null, isPreview?: boolean, call?: NamedCall | null): Promise<boolean>;
  /** Gives a hold back; false when the hold is gone. */
  release(holdId: string): Promise<boolean>;
  /** Null when the wallet was opened by another creation: its handle is in use. */
  open(opening: WalletOpening): Promise<KeyState | null>;
  /** `full` where the wallet has as many keys as it may have, `unknown` where it was never opened. */
  addKey(opening: KeyOpening): Promise<'added' | 'full' | 'unknown'>;
  // These name a key of the wallet, and answer its state; null where the wallet has no such key.
  topUp(keyId: string, grant: Grant): Promise<KeyState | null>;
  setExpiry(keyId: string, expiresAtMs: number): Promise<KeyState | null>;
  /** Refuses all keys of the wallet, or no longer. Holds in work end as they would. */
  suspend(keyId: string, suspended: boolean): Promise<KeyState | null>;
  setRate(keyId: string, ratePerMinute: number): Promise<KeyState | null>;
  restrict(keyId: string, operations: readonly ScopeName[] | null): Promise<KeyState | null>;
  setLimit(keyId: string, limit: number | null): Promise<KeyState | null>;
  /** Ends a key at once or at that moment. What has ended stays ended. */
  endKey(keyId: string, atMs: number | null): Promise<KeyState | null>;
  keyState(keyId: string): Promise<KeyState | null>;
  /** Of several keys, in the order in which they are named. */
  keyStates(keyIds: readonly string[]): Promise<readonly (KeyState | null)[]>;
  /** Null where no wallet was opened. */
  allKeys(): Promise<LedgerKeys | null>;
  /** Of the wallet alone; null where none was opened. */
  walletBalance(): Promise<WalletBalance | null>;
  /** Takes back at most what is neither spent nor held. Null where no wallet was opened. */
  refund(refund: Refund): Promise<Refunded | null>;
  /** Newest first. */
  entries(limit: number, beforeSequence: number | null): Promise<readonly Entry[]>;
  /** Entries that calls of that request id made, newest first. */
  entriesOfRequest(requestId: string): Promise<readonly Entry[]>;
  /**
   * Checks a bounded number of entries, new to old.
   * @param from the `next` of the part before; null to begin. Null is answered where no wallet was opened
   */
  audit(from: number | null): Promise<AuditPage | null>;
  /** Makes entries and balance agree again, by one entry; null when nothing was to be mended. */
  mend(): Promise<Entry | null>;
  /** Names of `Idempotency-Key` that are remembered, newest first. `limit` is at most 1,000. */
  names(limit: number, beforeSequence: number | null): Promise<readonly NamedBefore[]>;
  /**
   * Sees to it that the ledger is as it was at a moment once it begins anew: `restart` makes it. Cloudflare alone can.
   * @param atMs Unix milliseconds, within thirty days
   * @returns a bookmark of the time just before, which undoes it
   * @throws Error where there is no point-in-time recovery, or none to this moment
   */
  prepareRestore(atMs: number): Promise<string>;
  /** Ends the object, so that its next call begins anew. Its own call always fails, with `beginsAnew`. */
  restart(): Promise<void>;
  /** Overwrites the one row of an object that is no wallet. @throws Error where it cannot be written */
  probe(): Promise<void>;
}
