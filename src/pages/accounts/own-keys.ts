/** The keys of an account: made, changed and ended by their signed-in owner. The ledger first, then the list, as in `keys`. */
import type { KeyState } from '../../contract/account.ts';
import type { ScopeName } from '../../contract/operations.ts';
import type { PageLedger } from '../../contract/wallets.ts';
import {
  addKey,
  findKeyOf,
  type KeyRecord,
  listKeysOf,
  markEnd,
  nameSuccessor,
  renameKey,
  successorOf,
  unnameSuccessor,
} from '../../money/keys/directory.ts';
import { listEnd } from '../../money/keys/ended-list.ts';
import { createKeyId, hintOf, type KeyType } from '../../money/keys/format.ts';
import type { AccountsSetup } from './environment.ts';
import { walletsOf } from './wallets.ts';

const dayMs = 86_400_000;
/** Longest time that a key goes on beside the one that takes its place, in days. */
export const maxGraceDays = 30;

/** A key and what its wallet says of it now. */
export interface OwnKey {
  readonly record: KeyRecord;
  readonly state: KeyState;
}

/** What a new key may do. */
export interface KeyTerms {
  readonly name: string | null;
  /** Null allows every operation. */
  readonly operations: readonly ScopeName[] | null;
  /** Most credits that it is ever charged for; null where the wallet alone decides. */
  readonly limit: number | null;
}

/** A key that was just made: the one time that its secret is there. */
export interface MadeKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** What changes a key. A member that is left out stays. */
export interface KeyChange {
  readonly name?: string | null;
  readonly operations?: readonly ScopeName[] | null;
  readonly limit?: number | null;
}

/** All keys of an account, those that go on first. One question to each wallet. */
export async function ownKeys(accountId: string, { env }: Pick<AccountsSetup, 'env'>): Promise<OwnKey[]> {
  const records = await listKeysOf(env.DIRECTORY, accountId, Date.now());
  const wallets = new Set(records.map(({ wallet }) => wallet));
  const states = new Map<string, KeyState | null>();
  await Promise.all(
    [...wallets].map(async (wallet) => {
      const ids = records.filter((record) => record.wallet === wallet).map(({ id }) => id);
      const found = await env.LEDGERS.getByName(wallet).keyStates(ids);
      for (const [index, id] of ids.entries()) states.set(id, found[index]);
    }),
  );
  return records.flatMap((record) => {
    const state = states.get(record.id);
    return state ? [{ record, state }] : [];
  });
}

/** The key of that id, where it is the account's; else null. */
export async function ownKey(accountId: string, id: string, setup: AccountsSetup): Promise<OwnKey | null> {
  const found = await locate(accountId, id, setup);
  const state = await found?.ledger.keyState(id);
  return found && state ? { record: found.record, state } : null;
}

/** Makes a key of the account's wallet of that type; `full` where the wallet has as many as it may have. */
export async function makeKey(
  accountId: string,
  type: KeyType,
  terms: KeyTerms,
  setup: AccountsSetup,
): Promise<MadeKey | 'full'> {
  const found = (await walletsOf(accountId, setup)).find((each) => each.type === type);
  if (!found) throw new Error(`The account has no ${type} wallet`);
  return add(found, terms, setup.defaultRatePerMinute, setup);
}

/** Changes a key. False where the account has none of that id. */
export async function changeKey(
  accountId: string,
  id: string,
  { name, operations, limit }: KeyChange,
  setup: AccountsSetup,
): Promise<boolean> {
  const found = await locate(accountId, id, setup);
  if (!found) return false;
  if (name !== undefined) await renameKey(setup.env.DIRECTORY, id, name);
  if (operations !== undefined) await found.ledger.restrict(id, operations);
  if (limit !== undefined) await found.ledger.setLimit(id, limit);
  return true;
}

/** Ends a key, at once or in so many days. False where the account has none of that id. */
export async function endKey(accountId: string, id: string, days: number, setup: AccountsSetup): Promise<boolean> {
  const found = await locate(accountId, id, setup);
  if (!found) return false;
  const nowMs = Date.now();
  // What has ended is listed already: sent again and again it would fill the list.
  const hasEnded = (await found.ledger.keyState(id))?.revoked === true;
  if (!hasEnded) await listEnd(setup.env, { key: id, endsAtMs: nowMs + days * dayMs });
  const state = await found.ledger.endKey(id, days === 0 ? null : nowMs + days * dayMs);
  await markEnd(setup.env.DIRECTORY, id, state?.endsAtMs ?? nowMs, Date.now());
  return true;
}

/**
 * Makes a key in place of another: the same name, operations and rate, and of its limit what is left. The other one ends
 * in so many days. A key is rotated once.
 * @returns `replaced` where another key has taken its place; null where the account has none of that id, or it has ended
 */
export async function rotateKey(
  accountId: string,
  id: string,
  days: number,
  setup: AccountsSetup,
): Promise<MadeKey | 'full' | 'replaced' | null> {
  const own = await ownKey(accountId, id, setup);
  if (!own || own.state.revoked) return null;
  const { record, state } = own;
  const limit = state.limit === null ? null : Math.max(0, state.limit - state.charged);
  const terms = { name: record.label, operations: state.operations, limit };
  const { DIRECTORY } = setup.env;
  const successorId = createKeyId();
  if (!(await nameSuccessor(DIRECTORY, id, successorId))) return 'replaced';
  let made: MadeKey | 'full' = 'full';
  try {
    made = await add(record, terms, state.ratePerMinute, setup, successorId);
  } finally {
    if (made === 'full') await unnameSuccessor(DIRECTORY, id, successorId);
  }
  // The new one first: an interruption here leaves two keys that work, and never none.
  if (made !== 'full') await endKey(accountId, id, days, setup);
  return made;
}

/** Id of the key that took the place of one; null where none did. */
export async function successorOfKey({ record }: OwnKey, { env }: AccountsSetup): Promise<string | null> {
  return successorOf(env.DIRECTORY, record.id);
}

async function add(
  { wallet, type }: Pick<KeyRecord, 'wallet' | 'type'>,
  { name, operations, limit }: KeyTerms,
  ratePerMinute: number,
  { env }: AccountsSetup,
  keyId = createKeyId(),
): Promise<MadeKey | 'full'> {
  const added = await env.KEYS.makeKey(wallet, { ratePerMinute, operations, limit }, keyId);
  if (added === 'unknown') throw new Error(`The wallet ${wallet} is not open`);
  if (added === 'full') return 'full';
  const { key, secretMark } = added;
  const record: KeyRecord = {
    id: keyId,
    wallet,
    type,
    hint: hintOf(key),
    label: name,
    createdAtMs: Date.now(),
    revokedAtMs: null,
  };
  await addKey(env.DIRECTORY, record, secretMark);
  return { key, record };
}

async function locate(
  accountId: string,
  id: string,
  { env }: AccountsSetup,
): Promise<{ readonly record: KeyRecord; readonly ledger: PageLedger } | null> {
  const record = await findKeyOf(env.DIRECTORY, accountId, id);
  return record && { record, ledger: env.LEDGERS.getByName(record.wallet) };
}
