/** What an account takes with it when it is deleted, and what stays. */

import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { additionsOf } from '../../money/request-log/add.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { deleteAccount, exportOf } from './leaving.ts';
import { endKey, makeKey } from './own-keys.ts';
import type { SignedIn } from './session.ts';
import { type AccountWallet, walletsOf } from './wallets.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret', SIGNUP_CREDITS: '50' };
const { DIRECTORY, LEDGERS } = bindings;

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();
const since = '2049-12-01T10:00:00.000Z';

/** An account with a session, a password and a second factor, without the hash of a password. */
async function newAccount(email: string): Promise<SignedIn> {
  const id = crypto.randomUUID();
  await DIRECTORY.batch([
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt)
       VALUES (?, 'Ada', ?, 1, '2049-11-02', '2049-11-01', '')`,
    ).bind(id, email),
    DIRECTORY.prepare(
      `INSERT INTO sessions (id, userId, token, expiresAt, userAgent, createdAt, updatedAt)
       VALUES (?1, ?1, ?1, '2999-01-01T00:00:00.000Z', 'a browser', ?2, '')`,
    ).bind(id, since),
    DIRECTORY.prepare(
      `INSERT INTO credentials (id, userId, accountId, providerId, createdAt, updatedAt)
       VALUES (?1, ?1, ?1, 'credential', '', '')`,
    ).bind(id),
    DIRECTORY.prepare(`INSERT INTO second_factors (id, userId, secret, backupCodes) VALUES (?1, ?1, '', '')`).bind(id),
  ]);
  const person = { accountId: id, email, emailVerified: true, isOperator: false, csrfToken: '', name: 'Ada' };
  return { ...person, hasSecondFactor: true, sessionId: id };
}

async function newKey(accountId: string, type: 'test' | 'live') {
  const made = await makeKey(accountId, type, { name: 'Shop', operations: null, limit: null }, setup);
  if (made === 'full') throw new Error('A new wallet is full');
  return made.record;
}

const rowsOf = async (table: string, column: string, value: string) =>
  (await DIRECTORY.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(value).all<Record<string, unknown>>())
    .results;
const keyState = (wallet: string, keyId: string) => LEDGERS.getByName(wallet).keyState(keyId);

const request = {
  ...{ atMs: 1, requestId: 'r-1', keyId: 'key_1', operation: 'alpha-channel', options: [], status: 200 },
  ...{ errorCode: null, milliseconds: 1, pixels: null, credits: 1 },
};

let who: SignedIn;
let wallets: AccountWallet[];
let keys: Awaited<ReturnType<typeof newKey>>[];

beforeEach(async () => {
  who = await newAccount(`${crypto.randomUUID()}@example.org`);
  wallets = await walletsOf(who.accountId, setup);
  keys = [await newKey(who.accountId, 'test'), await newKey(who.accountId, 'live')];
});

describe('an account that is deleted', () => {
  test('has no key that works', async () => {
    await deleteAccount({ who, setup });
    for (const { wallet, id } of keys) expect(await keyState(wallet, id)).toMatchObject({ revoked: true });
  });

  test('has no wallet that a key of another list, or a page, could spend from', async () => {
    await deleteAccount({ who, setup });
    for (const { wallet, hiddenKeyId } of wallets) {
      expect(await keyState(wallet, hiddenKeyId)).toMatchObject({ suspended: true, revoked: true });
    }
  });

  test('is in no row about a person: account, sessions, password and second factor are gone', async () => {
    await deleteAccount({ who, setup });
    expect(await rowsOf('accounts', 'id', who.accountId)).toEqual([]);
    for (const table of ['sessions', 'credentials', 'second_factors']) {
      expect(await rowsOf(table, 'userId', who.accountId)).toEqual([]);
    }
  });

  test('takes its request log with it, also what the queue brings later, and nobody else’s', async () => {
    const other = await newAccount(`${crypto.randomUUID()}@example.org`);
    const [otherWallet] = await walletsOf(other.accountId, setup);
    const all = [...wallets, otherWallet];
    const add = () =>
      DIRECTORY.batch(
        additionsOf(
          DIRECTORY,
          all.map(({ wallet }) => ({ ...request, wallet })),
        ),
      );
    const logged = async () =>
      (await Promise.all(all.map(({ wallet }) => rowsOf('request_log', 'wallet', wallet)))).map((rows) => rows.length);
    await add();
    await add();
    expect(await logged()).toEqual([2, 2, 2]);
    await deleteAccount({ who, setup });
    expect(await logged()).toEqual([0, 0, 2]);
    await add();
    expect(await logged()).toEqual([0, 0, 3]);
  });

  test('is named by no key, wallet or credited address', async () => {
    expect(await rowsOf('credited_address', 'account_id', who.accountId)).toHaveLength(1);
    await deleteAccount({ who, setup });
    for (const table of ['keys', 'account_wallet', 'credited_address']) {
      expect(await rowsOf(table, 'account_id', who.accountId)).toEqual([]);
    }
    for (const { id } of keys) {
      expect(await rowsOf('keys', 'id', id)).toMatchObject([{ label: null, revoked_at: expect.any(Number) }]);
    }
  });

  test('leaves its movements in the ledger, and its address gets no second grant', async () => {
    await deleteAccount({ who, setup });
    expect((await keyState(wallets[0].wallet, wallets[0].hiddenKeyId))?.balance).toBe(50);
    const again = await newAccount(who.email);
    const [testWallet] = await walletsOf(again.accountId, setup);
    expect((await keyState(testWallet.wallet, testWallet.hiddenKeyId))?.balance).toBe(0);
  });

  test('lists the end of a key that had ended, as it was, and a later end as now', async () => {
    const [ended, ending] = keys;
    await endKey(who.accountId, ended.id, 0, setup);
    const [{ revoked_at: before }] = await rowsOf('keys', 'id', ended.id);
    await endKey(who.accountId, ending.id, 7, setup);
    const earlierMs = Number(before) - 1000;
    await DIRECTORY.prepare('UPDATE keys SET revoked_at = ? WHERE id = ?').bind(earlierMs, ended.id).run();
    const nowMs = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
    await deleteAccount({ who, setup });
    clock.mockRestore();
    expect(await rowsOf('keys', 'id', ended.id)).toMatchObject([{ revoked_at: earlierMs }]);
    expect(await rowsOf('keys', 'id', ending.id)).toMatchObject([{ revoked_at: nowMs }]);
  });

  test('takes nothing of another', async () => {
    const other = await newAccount(`${crypto.randomUUID()}@example.org`);
    const key = await newKey(other.accountId, 'test');
    await deleteAccount({ who, setup });
    expect(await rowsOf('accounts', 'id', other.accountId)).toHaveLength(1);
    expect(await rowsOf('sessions', 'userId', other.accountId)).toHaveLength(1);
    expect(await rowsOf('keys', 'account_id', other.accountId)).toMatchObject([{ label: 'Shop', revoked_at: null }]);
    expect(await keyState(key.wallet, key.id)).toMatchObject({ revoked: false, suspended: false });
  });
});

/** Ledgers of which one call fails, as often as it is made. */
function failing(method: keyof LedgerCalls): Partial<AccountsEnv> {
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        if (called === method) return () => Promise.reject(new Error('out of reach'));
        return (...given: unknown[]) => Reflect.get(ledger, called)(...given);
      },
    });
  return { LEDGERS: { getByName } };
}

test.each(['endKey', 'suspend', 'keyStates'] as const)(
  'where a ledger is out of reach at %s nothing is deleted, and it can be done again',
  async (method) => {
    await expect(deleteAccount({ who, setup: setupWith(failing(method)) })).rejects.toThrow('out of reach');
    expect(await rowsOf('accounts', 'id', who.accountId)).toHaveLength(1);
    await deleteAccount({ who, setup });
    expect(await rowsOf('accounts', 'id', who.accountId)).toEqual([]);
  },
);

/** The directory with some methods of another kind. */
function directoryWith(changes: Partial<D1Database>): Partial<AccountsEnv> {
  const get = (d1: D1Database, called: keyof D1Database) => changes[called] ?? Reflect.get(d1, called);
  return { DIRECTORY: new Proxy(DIRECTORY, { get }) };
}

test('where the directory fails after the ledgers no key works any more', async () => {
  const broken = directoryWith({ batch: () => Promise.reject(new Error('out of reach')) });
  await expect(deleteAccount({ who, setup: setupWith(broken) })).rejects.toThrow('out of reach');
  for (const { wallet, id } of keys) expect(await keyState(wallet, id)).toMatchObject({ revoked: true });
});

test('where its request log cannot be removed an account stays', async () => {
  const broken = directoryWith({
    prepare: (text) =>
      DIRECTORY.prepare(text.replace(/^DELETE FROM request_log(?= WHERE sequence)/, 'DELETE FROM no_table')),
  });
  await expect(deleteAccount({ who, setup: setupWith(broken) })).rejects.toThrow('no_table');
  expect(await rowsOf('accounts', 'id', who.accountId)).toHaveLength(1);
});

test('all that is kept of a person can be exported', async () => {
  const [ended, live] = keys;
  await endKey(who.accountId, ended.id, 0, setup);
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const key = (record: typeof live) => {
    const { id, type, hint } = record;
    return { id, type, name: 'Shop', last_four: hint, created_at: date, charged: 0 };
  };
  const wallet = ({ type, wallet: named }: AccountWallet, balance: number) => {
    const movements = `http://127.0.0.1/dashboard/credits.csv?wallet=${type}`;
    const requests = `http://127.0.0.1/dashboard/requests.csv?key=${type}`;
    return { type, wallet: named, balance, expires: date, movements, requests };
  };
  expect(await exportOf({ who, setup })).toEqual({
    exported_at: date,
    account: {
      id: who.accountId,
      email: who.email,
      name: 'Ada',
      created_at: '2049-11-01',
      terms_accepted_at: '2049-11-02',
      second_factor: true,
    },
    sessions: [{ browser: 'a browser', since: '2049-12-01 10:00:00' }],
    wallets: [wallet(wallets[0], 50), wallet(wallets[1], 0)],
    keys: [
      { ...key(live), ended_at: null },
      { ...key(ended), ended_at: date },
    ],
  });
});
