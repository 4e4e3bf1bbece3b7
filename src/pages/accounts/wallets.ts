/**
 * The two wallets of an account, and the credits that a sign-up brings. The row comes first and the ledger after it, each
 * step as often as need be: after an interruption the next call goes on.
 */
import { createKeyId, drawWallet, type KeyType, keyTypes } from '../../money/keys/format.ts';
import { secretMark } from '../../money/keys/made-under.ts';
import { hidden, hiddenByAll, mailboxOf } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';
import { confirmPlace } from './sign-up-places.ts';

/** A wallet of an account. */
export interface AccountWallet {
  readonly type: KeyType;
  /** Type and handle: names the ledger. */
  readonly wallet: string;
  /** The key without a secret under which our pages spend. */
  readonly hiddenKeyId: string;
}

const dayMs = 86_400_000;
/** A handle is one of 62^10, so a second draw is never seen; more than these mean that something else is wrong. */
const maxDraws = 5;

interface WalletRow {
  readonly type: KeyType;
  readonly wallet: string;
  readonly hidden_key_id: string;
  readonly opened_at: number | null;
  readonly credited_at: number | null;
}

/**
 * The wallets of an account, test first. What is missing of them is opened.
 * @throws Error where the directory or a ledger cannot be reached
 */
export async function walletsOf(accountId: string, setup: AccountsSetup): Promise<AccountWallet[]> {
  const rows = await rowsOf(accountId, setup);
  const wallets: AccountWallet[] = [];
  for (const type of ['test', 'live'] as const) {
    const row = rows.find((each) => each.type === type) ?? (await addRow(accountId, type, setup));
    wallets.push(await opened(row, accountId, setup));
  }
  if (rows.length < keyTypes.length || rows.some(({ credited_at }) => credited_at === null)) {
    await creditSignUp(accountId, setup);
  }
  return wallets;
}

/** Opens the wallets of somebody whose address has been proven, with the credits that are due. Never throws: the next
 * call of `walletsOf` goes on. */
export async function welcome(
  { id, email }: { readonly id: string; readonly email: string },
  made: AccountsSetup,
): Promise<void> {
  // The auth library lives longer than the request that it was made in.
  const setup = { ...made, env: made.env.anew?.() ?? made.env };
  try {
    await confirmPlace(email, setup);
    // A reset of a password proves the address as well.
    await setup.env.DIRECTORY.prepare('UPDATE accounts SET emailVerified = 1 WHERE id = ?').bind(id).run();
    await walletsOf(id, setup);
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    console.error(JSON.stringify({ level: 'error', event: 'wallets-not-opened', account: id, cause: text }));
  }
}

async function rowsOf(accountId: string, { env }: AccountsSetup): Promise<WalletRow[]> {
  const statement = 'SELECT * FROM account_wallet WHERE account_id = ?';
  return (await env.DIRECTORY.prepare(statement).bind(accountId).all<WalletRow>()).results;
}

/** Adds the row of a wallet; where another call was faster, its row is the one. */
async function addRow(accountId: string, type: KeyType, setup: AccountsSetup): Promise<WalletRow> {
  const { DIRECTORY } = setup.env;
  await DIRECTORY.prepare(
    `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
    .bind(drawWallet(type), accountId, type, createKeyId(), Date.now())
    .run();
  const row = (await rowsOf(accountId, setup)).find((each) => each.type === type);
  if (!row) throw new Error('A wallet was added and is not there');
  return row;
}

/** Opens the ledger of a row. If a handle is in use, another one is drawn. */
async function opened(row: WalletRow, accountId: string, setup: AccountsSetup): Promise<AccountWallet> {
  const { env, defaultRatePerMinute, creditLifetimeDays } = setup;
  const { type, hidden_key_id: hiddenKeyId } = row;
  if (row.opened_at !== null) return { type, wallet: row.wallet, hiddenKeyId };
  let { wallet } = row;
  for (let draw = 0; draw < maxDraws; draw++) {
    const state = await env.LEDGERS.getByName(wallet).open({
      creationId: `account:${accountId}:${type}`,
      keyId: hiddenKeyId,
      keyHash: null,
      ratePerMinute: defaultRatePerMinute,
      operations: null,
      limit: null,
      credits: 0,
      expiresAtMs: Date.now() + creditLifetimeDays * dayMs,
    });
    const [statement, ...values] = state
      ? ['UPDATE account_wallet SET opened_at = ? WHERE wallet = ?', Date.now(), wallet]
      : ['UPDATE account_wallet SET wallet = ? WHERE wallet = ?', drawWallet(type), wallet];
    await env.DIRECTORY.prepare(statement)
      .bind(...values)
      .run();
    if (state) return { type, wallet, hiddenKeyId };
    wallet = String(values[0]);
  }
  throw new Error(`No free handle was found in ${maxDraws} draws`);
}

/** Gives the credits of a sign-up, once for each mailbox, whatever becomes of the account that it had. */
async function creditSignUp(accountId: string, setup: AccountsSetup): Promise<void> {
  const { DIRECTORY, LEDGERS } = setup.env;
  const account = await DIRECTORY.prepare('SELECT email, emailVerified FROM accounts WHERE id = ?')
    .bind(accountId)
    .first<{ email: string; emailVerified: number }>();
  if (!account?.emailVerified) return;
  const mailbox = mailboxOf(account.email);
  const hmacs = await hiddenByAll('address', mailbox, setup);
  const ofMailbox = 'FROM credited_address WHERE hmac IN (SELECT value FROM json_each(?1))';
  await DIRECTORY.prepare(
    `INSERT INTO credited_address (hmac, account_id, credited_at, secret)
     SELECT ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 ${ofMailbox}) ON CONFLICT DO NOTHING`,
  )
    .bind(hmacs, await hidden('address', mailbox, setup), accountId, Date.now(), await secretMark(setup.secret))
    .run();
  const known = await DIRECTORY.prepare(`SELECT hmac, account_id ${ofMailbox} ORDER BY credited_at LIMIT 1`)
    .bind(hmacs)
    .first<{ hmac: string; account_id: string | null }>();
  const due = { test: setup.signupCredits, live: setup.signupCreditsLive };
  for (const { wallet, type, hidden_key_id, credited_at } of await rowsOf(accountId, setup)) {
    if (credited_at !== null) continue;
    if (known?.account_id === accountId && due[type] > 0) {
      const grant = { credits: due[type], expiresAtMs: null, reference: `sign-up:${known.hmac}` };
      if (!(await LEDGERS.getByName(wallet).topUp(hidden_key_id, grant))) throw new Error(`${wallet} is not open`);
    }
    await DIRECTORY.prepare('UPDATE account_wallet SET credited_at = ? WHERE wallet = ?')
      .bind(Date.now(), wallet)
      .run();
  }
}
