/** From records of the directory and answers of the ledger to answers of the admin API. */
import type { Entry, KeyState } from '../../contract/account.ts';
import { formatExpiry } from '../../contract/dates.ts';
import type { LoggedRequest } from '../request-log/request.ts';
import type { KeyDetails, LedgerEntry, ListedKey, ViewedRequest } from './answers.ts';
import type { KeyRecord } from './directory.ts';

/** A key as lists show it: nothing of it can be used to call. */
export function viewListed({ id, wallet, type, hint, label, createdAtMs, revokedAtMs }: KeyRecord): ListedKey {
  const revoked_at = revokedAtMs === null ? null : formatExpiry(revokedAtMs);
  return { id, wallet, type, hint, label, created_at: formatExpiry(createdAtMs), revoked_at };
}

/** A key with its present state in the wallet. */
export function viewKey(record: KeyRecord, state: KeyState): KeyDetails {
  return {
    ...viewListed(record),
    credit: state.credit,
    balance: state.balance,
    open_holds: state.openHolds,
    expires: formatExpiry(state.expiresAtMs),
    rate_per_minute: state.ratePerMinute,
    endpoints: state.operations === null ? null : [...state.operations],
    limit: state.limit,
    charged: state.charged,
    revoked: state.revoked,
    suspended: state.suspended,
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

/** One call of the request log, with its time as ISO 8601. */
export function viewRequest({ atMs, requestId, errorCode, options, ...request }: LoggedRequest): ViewedRequest {
  const { operation, status, milliseconds, pixels, credits, calls } = request;
  return {
    ...{ at: formatExpiry(atMs), request_id: requestId, operation, options: [...options], status },
    ...{ error_code: errorCode, milliseconds, pixels, credits, calls },
  };
}
