/** From records of the directory and words of the ledger to what the admin API answers. */
import type { AccountStanding, Entry } from '../contract/account.ts';
import { formatExpiry } from '../contract/dates.ts';
import type { KeyStanding, LedgerEntry, ListedKey } from './answers.ts';
import type { KeyRecord } from './directory.ts';

/** A key as lists show it: nothing of it can be used to call. */
export function viewListed({ id, wallet, type, hint, label, createdAtMs, revokedAtMs }: KeyRecord): ListedKey {
  const revoked_at = revokedAtMs === null ? null : formatExpiry(revokedAtMs);
  return { id, wallet, type, hint, label, created_at: formatExpiry(createdAtMs), revoked_at };
}

/** A key with what its wallet says of it now. */
export function viewStanding(record: KeyRecord, standing: AccountStanding): KeyStanding {
  return {
    ...viewListed(record),
    credit: standing.credit,
    balance: standing.balance,
    open_holds: standing.openHolds,
    expires: formatExpiry(standing.expiresAtMs),
    rate_per_minute: standing.ratePerMinute,
    endpoints: standing.operations === null ? null : [...standing.operations],
    limit: standing.limit,
    charged: standing.charged,
    revoked: standing.revoked,
    suspended: standing.suspended,
  };
}

/** One movement of credits, with its time as ISO 8601. */
export function viewEntry({ atMs, keyId, requestId, balanceAfter, ...entry }: Entry): LedgerEntry {
  const { sequence, kind, amount, reference, missing } = entry;
  return {
    sequence,
    at: formatExpiry(atMs),
    kind,
    amount,
    key_id: keyId,
    request_id: requestId,
    reference,
    missing,
    balance_after: balanceAfter,
  };
}
