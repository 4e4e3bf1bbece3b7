import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { accountsAdmin } from './admin.ts';

const bindings = {
  ...env,
  ADMIN_TOKEN: 'token',
  SESSION_SECRET: 'a secret',
  PUBLIC_URL: 'https://cutouts.example.org',
};

async function make(email: string, password: string) {
  const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
  const answer = await accountsAdmin.request('https://cutouts.example.org/', init, bindings);
  return [answer.status, await answer.text()] as const;
}

describe('an account that an operator makes', () => {
  test('is there at once, and once', async () => {
    expect(await make('Ada@example.org', 'a long password')).toEqual([201, expect.stringContaining('ada@example.org')]);
    expect(await make('ada@example.org', 'a long password')).toEqual([422, expect.stringContaining('"exists"')]);
  });

  test.each([
    ['short', '10 to 128 characters'],
    ['Password123', 'tried first'],
    ['eve@example.org', 'may not be the address'],
  ])('has no password like "%s"', async (password, says) => {
    expect(await make('eve@example.org', password)).toEqual([422, expect.stringContaining(says)]);
  });
});
