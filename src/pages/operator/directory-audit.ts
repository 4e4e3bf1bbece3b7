/**
 * Compares the directory with the ledgers, and mends what one side has and the other not. Neither credits nor entries are touched, but
 * for a ledger that is lost: it is opened anew, with what its account's sign-up brings under a reference.
 */
import type { LedgerKeys } from '../../contract/account.ts';
import type { PageLedger } from '../../contract/wallets.ts';
import { addKey, markEnd, unknownHint, walletNames } from '../../money/keys/directory.ts';
import { defaultTerms, type PagesAdminEnv } from '../../money/keys/environment.ts';
import { typeOfWallet } from '../../money/keys/format.ts';
import type { AccountsSetup } from '../accounts/environment.ts';
import { walletsOf } from '../accounts/wallets.ts';
import {
  type DirectoryDifference,
  type DirectoryWallet,
  differencesOf,
  type ListedKeyRow,
} from './directory-differences.ts';

/** A difference, with the wallet that it is of. */
export interface WalletDifference extends DirectoryDifference {
  readonly wallet: string;
}

export interface ComparedWallets {
  readonly wallets: number;
  readonly keys: number;
  readonly differences: readonly WalletDifference[];
  /** The last wallet; null where there are no more. */
  readonly next: string | null;
}

/** Wallets that one call compares: a call of a ledger each. */
const pageLength = 20;
const labelOfFound = 'found by an audit';

/** Compares the next wallets in the order of their names. @param after the last one of the part before; empty to begin */
export async function compareWallets(env: PagesAdminEnv, after: string): Promise<ComparedWallets> {
  const names = await walletNames(env.DIRECTORY, after, pageLength);
  const wallets = await readWallets(env.DIRECTORY, names);
  const found = await Promise.all(wallets.map((wallet) => differences(env, wallet)));
  return {
    wallets: wallets.length,
    keys: wallets.reduce((sum, { keys }) => sum + keys.length, 0),
    differences: found.flat(),
    next: names.length === pageLength ? names[pageLength - 1] : null,
  };
}

/**
 * Mends the differences of a wallet, as far as they can be. It may be done again, also after a failure in between.
 * @param setup of accounts; null where the deployment has none
 * @returns each difference that there was, and whether it is mended
 * @throws Error where directory or ledger cannot be reached
 */
export async function mendWallet(
  env: PagesAdminEnv,
  setup: AccountsSetup | null,
  wallet: string,
): Promise<readonly (WalletDifference & { readonly mended: boolean })[]> {
  const [listed] = await readWallets(env.DIRECTORY, [wallet]);
  const mended = [];
  for (const difference of await differences(env, listed)) {
    mended.push({ ...difference, mended: await mend({ env, setup, listed }, difference) });
  }
  return mended;
}

async function differences(env: PagesAdminEnv, listed: DirectoryWallet): Promise<WalletDifference[]> {
  let ledger: LedgerKeys | null;
  try {
    ledger = await env.LEDGERS.getByName(listed.wallet).allKeys();
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'ledger-unreadable', cause: String(cause) }));
    return [{ wallet: listed.wallet, kind: 'ledger-unreadable', keyId: null }];
  }
  return differencesOf(listed, ledger, Date.now()).map((difference) => ({ wallet: listed.wallet, ...difference }));
}

interface Mending {
  readonly env: PagesAdminEnv;
  readonly setup: AccountsSetup | null;
  readonly listed: DirectoryWallet;
}

/** Mends one difference. False where nothing can be done by itself. */
async function mend({ env, setup, listed }: Mending, { kind, keyId }: DirectoryDifference): Promise<boolean> {
  const { wallet, owned } = listed;
  const { DIRECTORY } = env;
  const ledger = env.LEDGERS.getByName(wallet);
  const id = keyId ?? '';
  const nowMs = Date.now();
  switch (kind) {
    case 'no-ledger':
      return owned?.isAccountThere === true && setup !== null && reopen(owned.accountId ?? '', wallet, setup);
    case 'owner-gone':
      await DIRECTORY.prepare('UPDATE account_wallet SET account_id = NULL WHERE wallet = ?').bind(wallet).run();
      return true;
    case 'owner-left':
      return closeFor(ledger, owned?.hiddenKeyId ?? '');
    case 'no-hidden-key': {
      const { defaultRatePerMinute: ratePerMinute } = defaultTerms(env);
      const opening = { keyId: id, keyHash: null, ratePerMinute, operations: null, limit: null };
      return (await ledger.addKey(opening)) === 'added';
    }
    case 'ledger-unreadable':
    case 'hidden-key-ended':
      return false;
    case 'key-not-in-ledger':
      return (await markEnd(DIRECTORY, id, nowMs, nowMs)) !== null;
    case 'key-not-listed':
      return list(DIRECTORY, wallet, id, (await ledger.keyState(id))?.endsAtMs ?? null);
    case 'end-not-in-ledger':
      return (await ledger.endKey(id, listed.keys.find((key) => key.id === id)?.endsAtMs ?? null)) !== null;
    case 'end-not-listed': {
      const statement = 'UPDATE keys SET revoked_at = ? WHERE id = ?';
      await DIRECTORY.prepare(statement)
        .bind((await ledger.keyState(id))?.endsAtMs ?? null, id)
        .run();
      return true;
    }
    case 'other-owner': {
      const owner = owned?.isAccountThere ? owned.accountId : null;
      await DIRECTORY.prepare('UPDATE keys SET account_id = ? WHERE id = ?').bind(owner, id).run();
      return true;
    }
  }
}

/** Opens a ledger that was lost, as at a sign-up: every grant has a reference, so that none that is there comes twice. */
async function reopen(accountId: string, wallet: string, setup: AccountsSetup): Promise<boolean> {
  const statement = 'UPDATE account_wallet SET opened_at = NULL, credited_at = NULL WHERE wallet = ?';
  await setup.env.DIRECTORY.prepare(statement).bind(wallet).run();
  await walletsOf(accountId, setup);
  return true;
}

/** Ends what the deletion of an account ends in its ledger. */
async function closeFor(ledger: PageLedger, hiddenKeyId: string): Promise<boolean> {
  const known = await ledger.allKeys();
  // Any key of the wallet will do to suspend it.
  const key = known?.keys.find(({ id }) => id === hiddenKeyId) ?? known?.keys.at(0);
  if (!key) return false;
  await ledger.suspend(key.id, true);
  await ledger.endKey(hiddenKeyId, null);
  return true;
}

/** Lists a key that only the ledger has. Of its secret nobody knows the end. */
async function list(directory: D1Database, wallet: string, id: string, endsAtMs: number | null): Promise<boolean> {
  await addKey(directory, {
    id,
    wallet,
    type: typeOfWallet(wallet),
    hint: unknownHint,
    label: labelOfFound,
    createdAtMs: Date.now(),
    revokedAtMs: endsAtMs,
  });
  return true;
}

async function readWallets(directory: D1Database, names: readonly string[]): Promise<DirectoryWallet[]> {
  const named = JSON.stringify(names);
  const read = (statement: string) => directory.prepare(statement).bind(named);
  const [wallets, keys] = await directory.batch<WalletRow & KeyRow>([
    read(`SELECT account_wallet.*, accounts.id AS account FROM account_wallet LEFT JOIN accounts ON accounts.id = account_id
      WHERE wallet IN (SELECT value FROM json_each(?))`),
    read('SELECT id, wallet, account_id, revoked_at FROM keys WHERE wallet IN (SELECT value FROM json_each(?))'),
  ]);
  return names.map((wallet) => {
    const row = wallets.results.find((each) => each.wallet === wallet);
    const owned = row && {
      accountId: row.account_id,
      isAccountThere: row.account !== null,
      hiddenKeyId: row.hidden_key_id,
      isOpened: row.opened_at !== null,
    };
    const own = keys.results.filter((each) => each.wallet === wallet).map(toListed);
    return { wallet, owned: owned ?? null, keys: own };
  });
}

interface WalletRow {
  readonly wallet: string;
  readonly account_id: string | null;
  readonly account: string | null;
  readonly hidden_key_id: string;
  readonly opened_at: number | null;
}

interface KeyRow {
  readonly id: string;
  readonly wallet: string;
  readonly account_id: string | null;
  readonly revoked_at: number | null;
}

function toListed({ id, account_id: accountId, revoked_at: endsAtMs }: KeyRow): ListedKeyRow {
  return { id, accountId, endsAtMs };
}
