import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { accountsAdmin } from './admin.ts';

const bindings = {
  ...env,
  ADMIN_TOKEN: 'token',
  SESSION_SECRET: 'a secret',
  PUBLIC_URL: 'https://cutouts.example.org',
};

async function make(email: string, password: string, changes: object = {}) {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
  const answer = await accountsAdmin.request('https://cutouts.example.org/', init, { ...bindings, ...changes });
  return [answer.status, await answer.text()] as const;
}

describe('an account that an operator makes', () => {
  test('is there at once, and once', async () => {
    expect(await make('Ada@example.org', 'a long password')).toEqual([201, expect.stringContaining('ada@example.org')]);
    expect(await make('ada@example.org', 'a long password')).toEqual([422, expect.stringContaining('"exists"')]);
  });

  test('is made once, also where it is asked for twice at once', async () => {
    const made = await Promise.all([1, 2].map(() => make('twin@example.org', 'a long password')));
    expect(made.map(([status]) => status).toSorted()).toEqual([201, 422]);
  });

  test.each([
    ['short', '10 to 128 characters'],
    ['Password123', 'tried first'],
    ['eve@example.org', 'may not be the address'],
  ])('has no password like "%s"', async (password, says) => {
    expect(await make('eve@example.org', password)).toEqual([422, expect.stringContaining(says)]);
  });

  test('has a proven address, and its wallets with their credits', async () => {
    const [, body] = await make('Bob@example.org', 'a long password', { SIGNUP_CREDITS: '7' });
    const { id, email } = JSON.parse(body);
    expect(email).toBe('bob@example.org');
    const { DIRECTORY } = env;
    const account = await DIRECTORY.prepare('SELECT email, emailVerified FROM accounts WHERE id = ?').bind(id).first();
    expect(account).toEqual({ email, emailVerified: 1 });
    const opened = 'SELECT type FROM account_wallet WHERE account_id = ? AND credited_at IS NOT NULL ORDER BY type';
    expect((await DIRECTORY.prepare(opened).bind(id).all()).results).toEqual([{ type: 'live' }, { type: 'test' }]);
  });

  test.each([
    ['none', 'an e-mail address'],
    [`${'x'.repeat(250)}@example.org`, 'an e-mail address'],
  ])('has an address, and %s is none', async (email, says) => {
    expect(await make(email, 'a long password')).toEqual([422, expect.stringContaining(says)]);
  });

  test('has a password of 128 characters at most', async () => {
    expect(await make('eve@example.org', 'x'.repeat(129))).toEqual([422, expect.stringContaining('10 to 128')]);
  });

  test('is made where there are accounts, and by POST', async () => {
    expect((await make('eve@example.org', 'a long password', { SESSION_SECRET: '' }))[0]).toBe(503);
    const answer = await accountsAdmin.request('https://cutouts.example.org/', {}, bindings);
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
  });
});
