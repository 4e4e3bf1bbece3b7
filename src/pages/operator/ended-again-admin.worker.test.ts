import { abortAllDurableObjects, env, runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { addKey, findKey } from '../../money/keys/directory.ts';
import { createKeyId } from '../../money/keys/format.ts';
import { accountsSetup } from '../accounts/environment.ts';
import { deleteAccount } from '../accounts/leaving.ts';
import { accountOf } from './accounts.ts';
import { listActs } from './audit-log.ts';
import { endedAgainAdmin } from './ended-again-admin.ts';
import { makeAccount, openWallet, unreachable } from './testing/account.ts';

const listed: unknown[] = [];
const list = {
  fetch: async (_address: unknown, init?: RequestInit) => {
    listed.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 204 });
  },
} as Pick<Fetcher, 'fetch'>;
const bindings = { ...env, SESSION_SECRET: 'a secret of what ended that is long enough', ENDED_LIST: list };

async function post(body: unknown, { method = 'POST', token = env.ADMIN_TOKEN, changes = {} } = {}) {
  const headers = { Authorization: `Bearer ${token}` };
  const init = { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body) };
  return endedAgainAdmin.request('http://127.0.0.1/', init, { ...bindings, ...changes });
}

/** An account with one key in the list and in its ledger. */
async function accountWithKey() {
  const { id: account } = await makeAccount(env);
  const { wallet, ledger } = await openWallet(env, account, 'test', 5);
  await env.DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1, credited_at = 1 WHERE wallet = ?')
    .bind(wallet)
    .run();
  const key = createKeyId();
  await ledger.addKey({ keyId: key, keyHash: key, ratePerMinute: 30, operations: null, limit: null });
  const record = {
    id: key,
    wallet,
    type: 'test',
    hint: 'Wx9z',
    label: null,
    createdAtMs: 1,
    revokedAtMs: null,
  } as const;
  await addKey(env.DIRECTORY, record);
  return { account, key, wallet, ledger };
}

test('keys end at their moment and accounts are deleted, twice as once, and nothing is listed anew', async () => {
  const [now, later, gone] = [await accountWithKey(), await accountWithKey(), await accountWithKey()];
  const ends = '2100-01-01T00:00:00.000Z';
  const body = {
    keys: [
      { id: now.key, ends: '2026-01-01T00:00:00.000Z' },
      { id: later.key, ends },
      { id: 'key_nobody', ends },
    ],
    accounts: [gone.account, 'nobody'],
  };
  const answer = await post(body);
  expect([answer.status, await answer.json()]).toEqual([200, { keys: 2, accounts: 1, unknown: 2, failed: [] }]);
  expect(await now.ledger.keyState(now.key)).toMatchObject({ revoked: true, endsAtMs: Date.UTC(2026, 0, 1) });
  expect(await later.ledger.keyState(later.key)).toMatchObject({ revoked: false, endsAtMs: Date.UTC(2100, 0, 1) });
  expect((await findKey(env.DIRECTORY, now.key))?.revokedAtMs).toBe(Date.UTC(2026, 0, 1));
  expect(await accountOf(gone.account, env)).toBeNull();
  expect(await gone.ledger.keyState(gone.key)).toMatchObject({ revoked: true, suspended: true });
  expect(await listActs(env, gone.account, 9)).toMatchObject([{ act: 'delete account', done: true }]);
  expect(await (await post(body)).json()).toEqual({ keys: 2, accounts: 0, unknown: 3, failed: [] });
  expect(listed).toEqual([]);
});

test('keys and accounts of a ledger that does not add up end too', async () => {
  const [one, gone] = [await accountWithKey(), await accountWithKey()];
  for (const { wallet } of [one, gone]) {
    await runInDurableObject(env.LEDGERS.getByName(wallet), (_object, { storage }) => {
      storage.sql.exec('UPDATE wallet SET balance = 9');
    });
  }
  await abortAllDurableObjects();
  const answer = await post({ keys: [{ id: one.key, ends: '2026-01-01T00:00:00.000Z' }], accounts: [gone.account] });
  expect(await answer.json()).toEqual({ keys: 1, accounts: 1, unknown: 0, failed: [] });
  expect(await env.LEDGERS.getByName(one.wallet).keyState(one.key)).toMatchObject({ revoked: true });
  expect(await env.LEDGERS.getByName(gone.wallet).keyState(gone.key)).toMatchObject({ revoked: true, suspended: true });
});

test('what cannot be ended is named, and the others are', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [held, free] = [await accountWithKey(), await accountWithKey()];
  const without = { LEDGERS: unreachable(env.LEDGERS, held.wallet) };
  const ends = '2026-01-01T00:00:00.000Z';
  const keys = [held, free].map(({ key }) => ({ id: key, ends }));
  const answer = await post({ keys, accounts: [held.account] }, { changes: without });
  expect(await answer.json()).toEqual({ keys: 1, accounts: 0, unknown: 0, failed: [held.key, held.account] });
  expect(await accountOf(held.account, env)).not.toBeNull();
});

test('an account that its owner deletes is listed behind its keys', async () => {
  const { account, key, ledger, wallet } = await accountWithKey();
  const setup = accountsSetup(new Request('http://127.0.0.1/'), bindings);
  const broken = accountsSetup(new Request('http://127.0.0.1/'), {
    ...bindings,
    LEDGERS: unreachable(env.LEDGERS, wallet),
  });
  if (!setup || !broken) throw new Error('Accounts are not set up');
  listed.length = 0;
  await expect(deleteAccount({ who: { accountId: account }, setup: broken })).rejects.toThrow();
  expect(listed).toEqual([]);
  await deleteAccount({ who: { accountId: account }, setup });
  expect(listed).toEqual([{ key, ends: expect.any(String) }, { account }]);
  expect(await ledger.keyState(key)).toMatchObject({ revoked: true });
});

test('takes ids alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect((await post(null, { method: 'GET' })).status).toBe(405);
  expect((await post({ keys: [], accounts: Array.from({ length: 51 }, () => 'a') })).status).toBe(422);
  expect((await post({ keys: [{ id: 'key_a', ends: 'soon' }], accounts: [] })).status).toBe(422);
});
