/** How what the directory says of a wallet differs from its ledger: as values, without reading or writing anything. */
import type { LedgerKeys } from '../../contract/account.ts';
import type { DifferenceKind } from '../../money/keys/answers.ts';

/** A key as the directory lists it. */
export interface ListedKeyRow {
  readonly id: string;
  /** Whose it is; null where nobody's. */
  readonly accountId: string | null;
  /** Unix milliseconds; null where no end is set. */
  readonly endsAtMs: number | null;
}

/** A wallet as the directory has it. */
export interface DirectoryWallet {
  /** Type and handle. */
  readonly wallet: string;
  /** What accounts know of it; null for one that an operator made. */
  readonly owned: {
    /** Null once the account is deleted. */
    readonly accountId: string | null;
    /** Whether there is an account of that id. */
    readonly isAccountThere: boolean;
    readonly hiddenKeyId: string;
    /** Until its ledger is open the handle may still change. */
    readonly isOpened: boolean;
  } | null;
  readonly keys: readonly ListedKeyRow[];
}

/** One difference; of the wallet itself where it names no key. */
export interface DirectoryDifference {
  readonly kind: DifferenceKind;
  readonly keyId: string | null;
}

/**
 * All differences, in the order in which they are to be mended. The directory has to have been read before the ledger, which
 * is written first: what the directory knows the ledger knows by then.
 * @param ledger null where it was never opened
 */
export function differencesOf(
  listed: DirectoryWallet,
  ledger: LedgerKeys | null,
  nowMs: number,
): DirectoryDifference[] {
  const { owned, keys } = listed;
  // It may be somebody else's until it is opened.
  if (owned && !owned.isOpened) return [];
  const goesOn = ({ endsAtMs }: { readonly endsAtMs: number | null }) => endsAtMs === null || endsAtMs > nowMs;
  if (!ledger) {
    const going = keys.filter(goesOn).map(({ id }) => ({ kind: 'key-not-in-ledger' as const, keyId: id }));
    const isLost = owned?.isAccountThere || going.length > 0;
    return isLost ? [{ kind: 'no-ledger', keyId: null }, ...going] : [];
  }
  return [...ofOwner(owned, ledger, goesOn), ...ofKeys(listed, ledger, goesOn)];
}

type GoesOn = (key: { readonly endsAtMs: number | null }) => boolean;

function ofOwner(
  owned: DirectoryWallet['owned'],
  { keys, suspended }: LedgerKeys,
  goesOn: GoesOn,
): DirectoryDifference[] {
  if (!owned) return [];
  const { accountId, isAccountThere, hiddenKeyId } = owned;
  const hidden = keys.find(({ id }) => id === hiddenKeyId);
  const found = (kind: DifferenceKind, keyId: string | null = null): DirectoryDifference[] => [{ kind, keyId }];
  if (isAccountThere) {
    if (!hidden) return found('no-hidden-key', hiddenKeyId);
    return goesOn(hidden) ? [] : found('hidden-key-ended', hiddenKeyId);
  }
  const isOpen = !suspended || (hidden !== undefined && goesOn(hidden));
  return [...(accountId === null ? [] : found('owner-gone')), ...(isOpen ? found('owner-left') : [])];
}

function ofKeys({ owned, keys: rows }: DirectoryWallet, ledger: LedgerKeys, goesOn: GoesOn): DirectoryDifference[] {
  const owner = owned?.isAccountThere ? owned.accountId : null;
  const inLedger = new Map(ledger.keys.map((key) => [key.id, key]));
  const listed = new Set(rows.map(({ id }) => id));
  const differences: DirectoryDifference[] = [];
  for (const row of rows) {
    const kind = kindOfEnd(row, inLedger.get(row.id), goesOn);
    if (kind) differences.push({ kind, keyId: row.id });
    if (row.accountId !== owner) differences.push({ kind: 'other-owner', keyId: row.id });
  }
  for (const { id, isHidden, ...key } of ledger.keys) {
    if (!isHidden && goesOn(key) && !listed.has(id)) differences.push({ kind: 'key-not-listed', keyId: id });
  }
  return differences;
}

/** What has ended stays ended, and an end that was set is never taken back, whichever side says it; else the ledger is right. */
function kindOfEnd(
  row: ListedKeyRow,
  key: { readonly endsAtMs: number | null } | undefined,
  goesOn: GoesOn,
): DifferenceKind | null {
  if (!key) return goesOn(row) ? 'key-not-in-ledger' : null;
  if (!goesOn(row) && !goesOn(key)) return null;
  if (row.endsAtMs === key.endsAtMs) return null;
  return !goesOn(row) || key.endsAtMs === null ? 'end-not-in-ledger' : 'end-not-listed';
}
