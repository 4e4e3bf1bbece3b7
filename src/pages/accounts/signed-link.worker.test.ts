import { env } from 'cloudflare:test';
import { sign } from 'hono/jwt';
import { beforeAll, expect, test } from 'vitest';
import { accountsSetup } from './environment.ts';
import { readSignedLink } from './signed-link.ts';

const secret = 'a secret of the tests, long enough';
const bindings = { ...env, SESSION_SECRET: secret };
const found = accountsSetup(new Request('http://127.0.0.1/'), bindings);
if (!found) throw new Error('Accounts are not set up');
const setup = found;
const nowSeconds = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  const account = (id: string, verified: number, changedAtMs: number | null) =>
    bindings.DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt, passwordChangedAt)
       VALUES (?1, '', ?1 || '@example.org', ?2, '', '', '', ?3)`,
    ).bind(id, verified, changedAtMs);
  await bindings.DIRECTORY.batch([
    ...[account('ada', 1, null), account('bob', 0, null)],
    account('carol', 1, nowSeconds * 1000),
  ]);
});

const link = (claims: object, by = secret) => sign({ iat: nowSeconds, exp: nowSeconds + 60, ...claims }, by);
const read = async (claims: object, by = secret) => readSignedLink(await link(claims, by), setup);

test.each([
  [{}, 'sign-up'],
  [{ updateTo: 'new@example.org' }, 'consent'],
  [{ updateTo: 'new@example.org', requestType: 'change-email-confirmation' }, 'consent'],
  [{ updateTo: 'new@example.org', requestType: 'change-email-verification' }, 'new-address'],
])('a link with %j is of the kind %s', async (claims, kind) => {
  const ada = { accountId: 'ada', email: 'ada@example.org', isConfirmed: true };
  expect(await read({ userId: 'ada', ...claims })).toEqual({ ...ada, kind });
});

test('whether the address waits for it is the account’s to say', async () => {
  expect(await read({ userId: 'bob' })).toMatchObject({ accountId: 'bob', isConfirmed: false });
});

test('a link holds only where it is newer than the password, by whole seconds', async () => {
  expect(await read({ userId: 'carol', iat: nowSeconds - 1 })).toBeNull();
  expect(await read({ userId: 'carol', iat: nowSeconds })).toBeNull();
  const { DIRECTORY } = bindings;
  await DIRECTORY.prepare('UPDATE accounts SET passwordChangedAt = ? WHERE id = ?')
    .bind((nowSeconds - 1) * 1000 + 999, 'carol')
    .run();
  expect(await read({ userId: 'carol', iat: nowSeconds })).toMatchObject({ accountId: 'carol' });
});

test('a link that is not ours, has ended, names nobody, or is no link opens nothing', async () => {
  expect(await read({ userId: 'ada' }, 'another secret of somebody else')).toBeNull();
  expect(await read({ userId: 'ada', exp: nowSeconds - 1 })).toBeNull();
  expect(await read({ userId: 'nobody' })).toBeNull();
  expect(await read({})).toBeNull();
  for (const token of ['', 'no link', `${await link({ userId: 'ada' })}x`]) {
    expect(await readSignedLink(token, setup)).toBeNull();
  }
});
