/** Accounts as operators find and see them. */
import type { Entry, KeyState } from '../../contract/account.ts';
import type { PageLedgers } from '../../contract/wallets.ts';
import { isWallet, type KeyType } from '../../money/keys/format.ts';

/** What is read: rows of the directory and ledgers. */
export interface OperatorEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: PageLedgers;
}

/** An account in a list. */
export interface FoundAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly isOperator: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A wallet of an account, as the directory names it. */
export interface NamedWallet {
  readonly type: KeyType;
  /** Type and handle. */
  readonly wallet: string;
  readonly hiddenKeyId: string;
}

/** A wallet of an account, with what its ledger says. */
export interface SeenWallet extends NamedWallet {
  /** Null where its ledger is not open yet; unknown where it did not answer. */
  readonly state: KeyState | 'unknown' | null;
  /** Newest first; none where the ledger did not answer. */
  readonly entries: readonly Entry[];
}

/** Accounts of a page of the list. Of each, both ledgers are asked. */
export const accountsOfPage = 25;
const shownEntries = 20;
const walletLength = 'test_0123456789'.length;

/** A page of the accounts that were found. */
export interface FoundAccounts {
  readonly accounts: readonly FoundAccount[];
  /** Whether there is a page after it. */
  readonly hasMore: boolean;
}

/**
 * Accounts found by a text, newest first: part of an address or a name, or an account's id, a wallet, a key's id, or a
 * whole key, of which only the wallet counts. All if the text is empty.
 * @param page from 1
 */
export async function findAccounts(text: string, { DIRECTORY }: OperatorEnv, page = 1): Promise<FoundAccounts> {
  const sought = text.trim();
  // A whole key begins with its wallet's name.
  const wallet = sought.slice(0, walletLength);
  const { results } = await DIRECTORY.prepare(
    // Not LIKE, whose patterns D1 takes up to 50 bytes alone.
    `SELECT * FROM accounts WHERE instr(lower(email), lower(?1)) OR instr(lower(name), lower(?1)) OR id = ?1
     OR id IN (SELECT account_id FROM account_wallet WHERE wallet = ?2)
     OR id IN (SELECT account_id FROM keys WHERE id = ?1)
     ORDER BY createdAt DESC, id LIMIT ?3 OFFSET ?4`,
  )
    .bind(sought, wallet, accountsOfPage + 1, (page - 1) * accountsOfPage)
    .all<AccountRow>();
  return { accounts: results.slice(0, accountsOfPage).map(toAccount), hasMore: results.length > accountsOfPage };
}

/** The account of that id; null where there is none. */
export async function accountOf(id: string, { DIRECTORY }: OperatorEnv): Promise<FoundAccount | null> {
  const row = await DIRECTORY.prepare('SELECT * FROM accounts WHERE id = ?').bind(id).first<AccountRow>();
  return row && toAccount(row);
}

/** The wallets of an account, test first. No ledger is asked. */
export async function walletsOfAccount(accountId: string, { DIRECTORY }: OperatorEnv): Promise<NamedWallet[]> {
  const { results } = await DIRECTORY.prepare('SELECT * FROM account_wallet WHERE account_id = ? ORDER BY type DESC')
    .bind(accountId)
    .all<{ wallet: string; hidden_key_id: string; type: KeyType }>();
  return results
    .filter(({ wallet }) => isWallet(wallet))
    .map(({ wallet, hidden_key_id: hiddenKeyId, type }) => ({ type, wallet, hiddenKeyId }));
}

/**
 * The wallets of an account, test first, each as its ledger says. What one that does not answer holds is unknown, which is
 * logged.
 * @param requestId shows the entries that this call made, of all times, in place of the newest 20
 */
export async function seeWallets(accountId: string, requestId: string | null, env: OperatorEnv): Promise<SeenWallet[]> {
  const wallets = await walletsOfAccount(accountId, env);
  return Promise.all(
    wallets.map(async (named) => {
      const ledger = env.LEDGERS.getByName(named.wallet);
      try {
        const [state, entries] = await Promise.all([
          ledger.keyState(named.hiddenKeyId),
          requestId === null ? ledger.entries(shownEntries, null) : ledger.entriesOfRequest(requestId),
        ]);
        return { ...named, state, entries };
      } catch (cause) {
        logSilence(named.wallet, cause);
        return { ...named, state: 'unknown' as const, entries: [] };
      }
    }),
  );
}

/** Says in the log that a ledger did not answer. */
function logSilence(wallet: string, cause: unknown): void {
  console.error(JSON.stringify({ level: 'error', event: 'balance-unknown', wallet, cause: String(cause) }));
}

/** What the wallets of an account have, as their ledgers say. */
export interface Balances {
  /** Null where the wallet is not open yet. */
  readonly live: Balance | null;
  readonly test: Balance | null;
  /** Whether a ledger that answered says so. */
  readonly suspended: boolean;
}

/** Credits; unknown where the ledger did not answer. */
export type Balance = number | 'unknown';

/**
 * The balances of accounts, by id. One question to each open ledger. The balance of one that does not answer is unknown,
 * which is logged.
 * @param accountIds at most a page of them
 */
export async function balancesOf(accountIds: readonly string[], env: OperatorEnv): Promise<Map<string, Balances>> {
  const { results } = await env.DIRECTORY.prepare(
    `SELECT * FROM account_wallet WHERE account_id IN (SELECT value FROM json_each(?)) AND opened_at IS NOT NULL`,
  )
    .bind(JSON.stringify(accountIds))
    .all<{ account_id: string; wallet: string; hidden_key_id: string; type: KeyType }>();
  const answers = await Promise.allSettled(
    results.map(({ wallet, hidden_key_id }) => env.LEDGERS.getByName(wallet).keyState(hidden_key_id)),
  );
  const balances = new Map<string, Balances>(
    accountIds.map((id) => [id, { live: null, test: null, suspended: false }]),
  );
  for (const [index, { account_id: id, wallet, type }] of results.entries()) {
    const [known, answer] = [balances.get(id), answers[index]];
    if (!known) continue;
    if (answer.status === 'rejected') {
      logSilence(wallet, answer.reason);
      balances.set(id, { ...known, [type]: 'unknown' });
    } else if (answer.value) {
      const { balance, suspended } = answer.value;
      balances.set(id, { ...known, [type]: balance, suspended: known.suspended || suspended });
    }
  }
  return balances;
}

interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: number;
  readonly isOperator: number;
  readonly createdAt: string;
}

function toAccount({ id, email, name, emailVerified, isOperator, createdAt }: AccountRow): FoundAccount {
  return { id, email, name, emailVerified: emailVerified === 1, isOperator: isOperator === 1, createdAt };
}
