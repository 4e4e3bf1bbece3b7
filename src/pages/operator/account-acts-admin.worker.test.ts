import { env } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { accountActsAdmin } from './account-acts-admin.ts';
import { accountOf } from './accounts.ts';
import { listActs } from './audit-log.ts';
import { makeAccount, openWallet } from './testing/account.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret of the tests that is long enough' };
const { DIRECTORY } = bindings;

afterEach(() => void vi.restoreAllMocks());

async function post(path: string, body: unknown, { method = 'POST', token = env.ADMIN_TOKEN, changes = {} } = {}) {
  const headers = { Authorization: `Bearer ${token}` };
  const init = { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body) };
  return accountActsAdmin.request(`http://127.0.0.1${path}`, init, { ...bindings, ...changes });
}
const act = (email: string, name: string) => post('/', { email, act: name });

const count = async (table: string, id: string) =>
  (await DIRECTORY.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE userId = ?`).bind(id).first<{ n: number }>())?.n;

/** An account with a second factor and two sessions. */
async function busyAccount() {
  const account = await makeAccount(bindings);
  const { id } = account;
  await DIRECTORY.batch([
    DIRECTORY.prepare('UPDATE accounts SET twoFactorEnabled = 1 WHERE id = ?').bind(id),
    DIRECTORY.prepare(`INSERT INTO second_factors (id, userId, secret, backupCodes) VALUES (?1, ?1, 'a', 'b')`).bind(
      id,
    ),
    ...[1, 2].map((number) =>
      DIRECTORY.prepare(
        `INSERT INTO sessions (id, userId, token, expiresAt, createdAt, updatedAt) VALUES (?1, ?2, ?1, '2100', '', '')`,
      ).bind(`${id}-${number}`, id),
    ),
  ]);
  return account;
}

const done = { operator: 'admin token', done: true, detail: '' };

describe('POST /admin/account-acts', () => {
  test('removes a second factor of that account alone, and says so in the audit log', async () => {
    const [one, other] = [await busyAccount(), await busyAccount()];
    const answer = await act(` ${one.email.toUpperCase()}`, 'remove-second-factor');
    expect([answer.status, await answer.json()]).toEqual([200, { id: one.id, act: 'remove-second-factor' }]);
    expect([await count('second_factors', one.id), await count('second_factors', other.id)]).toEqual([0, 1]);
    expect([await count('sessions', one.id), await count('sessions', other.id)]).toEqual([2, 2]);
    const row = await DIRECTORY.prepare('SELECT twoFactorEnabled AS on2 FROM accounts WHERE id = ?')
      .bind(one.id)
      .first();
    expect(row).toEqual({ on2: 0 });
    expect(await listActs(bindings, one.id, 9)).toMatchObject([{ ...done, act: 'remove second factor' }]);
  });

  test('ends the sessions of that account alone', async () => {
    const [one, other] = [await busyAccount(), await busyAccount()];
    expect((await act(one.email, 'end-sessions')).status).toBe(200);
    expect([await count('sessions', one.id), await count('sessions', other.id)]).toEqual([0, 2]);
    expect(await count('second_factors', one.id)).toBe(1);
    expect(await listActs(bindings, one.id, 9)).toMatchObject([{ ...done, act: 'end sessions' }]);
  });

  test('deletes the account as its owner would: its keys end first', async () => {
    const { id, email } = await busyAccount();
    const { outcome, wallet } = await openWallet(bindings, id, 'test', 5);
    await DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1 WHERE wallet = ?').bind(wallet).run();
    expect((await outcome()).outcome).toBe('admitted');
    expect((await act(email, 'delete')).status).toBe(200);
    expect(await accountOf(id, bindings)).toBeNull();
    expect([await count('sessions', id), await count('second_factors', id)]).toEqual([0, 0]);
    expect((await outcome('request-2')).outcome).not.toBe('admitted');
    const acts = await listActs(bindings, id, 9);
    expect(acts).toMatchObject([{ ...done, act: 'delete account' }]);
    expect(JSON.stringify(acts)).not.toContain(email);
  });

  test.each([
    ['nobody@example.org', 'delete', 404],
    ['a', 'delete', 422],
    ['nobody@example.org', 'promote', 422],
    ['nobody@example.org', 'toString', 422],
  ])('for %s and %s is %3$d and does nothing', async (email, name, status) => {
    expect((await act(email, name)).status).toBe(status);
  });

  test('is for deployments that have accounts', async () => {
    const { id, email } = await busyAccount();
    const body = { email, act: 'delete' };
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const path of ['/', '/seal-second-factors']) {
      expect((await post(path, body, { method: 'GET' })).status).toBe(405);
      expect((await post(path, body, { changes: { SESSION_SECRET: '' } })).status).toBe(503);
    }
    expect(await accountOf(id, bindings)).not.toBeNull();
  });
});

test('POST /admin/account-acts/seal-second-factors says how many it sealed', async () => {
  const answer = await post('/seal-second-factors', {});
  expect([answer.status, await answer.json()]).toEqual([200, { sealed: 0 }]);
  expect((await listActs(bindings, null, 1))[0]).toMatchObject({ act: 'seal second factors', done: true });
});
