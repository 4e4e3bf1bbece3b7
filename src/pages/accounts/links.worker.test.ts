/** What links of mails change: whose password an account has, and what ends with an older one. All accounts share one hash. */

import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { confirmAddress, mailConfirmationAgain, mailReset, resetPassword } from './links.ts';
import { localMails } from './mail.ts';
import { hashPassword } from './password.ts';
import { changeEmail, changePassword, type OwnRequest } from './profile.ts';
import { signedIn } from './session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { addAccount, carrying } from './testing/account.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret of the tests, long enough for all', LOCAL_MAIL: 'on' };
const { DIRECTORY } = bindings;
const password = 'a long password';
const another = 'another long password';
const strange = carrying();

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(strange, { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();
let passwordHash: string;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  passwordHash = await hashPassword(password, setup);
});
afterEach(() => void vi.useRealTimers());

/** Does what mails a link. @returns the token of that link */
async function tokenMailedBy(work: () => Promise<unknown>): Promise<string> {
  const before = localMails().length;
  await work();
  await vi.waitFor(() => expect(localMails().length).toBeGreaterThan(before));
  return decodeURIComponent(/token=(\S+)/.exec(localMails()[0].text)?.[1] ?? '');
}

/** Signs up. @returns the token of the link, and the cookie of the browser that did */
async function signedUp(email: string) {
  let cookie = '';
  const token = await tokenMailedBy(async () => {
    const made = await signUp({ name: '', email, password, invitation: '' }, strange, setup);
    if (made.outcome === 'mailed') [cookie] = made.cookies;
  });
  return { token, cookie };
}

const enter = (email: string, given: string) => signIn({ email, password: given }, strange, setup);
const opens = async (email: string, given: string) => (await enter(email, given)).outcome === 'signed-in';

/** An account that is confirmed, and somebody who has signed in to it. */
async function entered(email: string): Promise<OwnRequest> {
  await addAccount(DIRECTORY, { email, isVerified: true, passwordHash });
  const request = carrying(...(await enter(email, password)).cookies);
  const who = await signedIn(request, bindings);
  if (!who) throw new Error('Nobody is signed in');
  return { who, request, setup };
}

async function idOf(email: string): Promise<string> {
  const row = await DIRECTORY.prepare('SELECT id FROM accounts WHERE email = ?').bind(email).first<{ id: string }>();
  return row?.id ?? '';
}

/** A second step that somebody has begun and not ended. */
const beginStep = (accountId: string) =>
  DIRECTORY.prepare(
    `INSERT INTO verifications (id, identifier, value, expiresAt, createdAt, updatedAt)
     VALUES (?1, ?1, ?2, '2999-01-01T00:00:00.000Z', '', '')`,
  )
    .bind(crypto.randomUUID(), accountId)
    .run();
const stepsOf = async (accountId: string) =>
  (await DIRECTORY.prepare('SELECT id FROM verifications WHERE value = ?').bind(accountId).all()).results.length;

describe('a sign-up that another browser confirms', () => {
  test('has the password that is given there, and the one of the sign-up opens nothing', async () => {
    const { token } = await signedUp('ada@example.org');
    await beginStep(await idOf('ada@example.org'));
    const confirmed = await confirmAddress(token, another, strange, setup);
    if (confirmed.outcome !== 'confirmed') throw new Error(confirmed.outcome);
    expect((await signedIn(carrying(...confirmed.cookies), bindings))?.email).toBe('ada@example.org');
    expect([await opens('ada@example.org', password), await opens('ada@example.org', another)]).toEqual([false, true]);
    expect(await stepsOf(await idOf('ada@example.org'))).toBe(0);
  });

  test('is confirmed once: its link is older than the new password', async () => {
    const { token, cookie } = await signedUp('bob@example.org');
    await confirmAddress(token, another, strange, setup);
    for (const request of [strange, carrying(cookie)]) {
      expect(await confirmAddress(token, password, request, setup)).toEqual({ outcome: 'dead' });
    }
    expect(await opens('bob@example.org', password)).toBe(false);
  });
});

test('the password of a confirmed account stays when somebody opens the link of its sign-up with another', async () => {
  const { token, cookie } = await signedUp('carol@example.org');
  await confirmAddress(token, null, carrying(cookie), setup);
  expect(await confirmAddress(token, another, strange, setup)).toEqual({ outcome: 'confirmed', cookies: [] });
  expect([await opens('carol@example.org', another), await opens('carol@example.org', password)]).toEqual([
    ...[false, true],
  ]);
});

test('the session of a confirmed sign-up takes the place of the one that its browser had', async () => {
  const { request } = await entered('dave@example.org');
  const elsewhere = await enter('dave@example.org', password);
  const { token, cookie } = await signedUp('erin@example.org');
  const browser = new Request(request, { headers: { Cookie: `${request.headers.get('Cookie')}; ${cookie}` } });
  expect((await confirmAddress(token, null, browser, setup)).outcome).toBe('confirmed');
  expect(await signedIn(request, bindings)).toBeNull();
  expect(await signedIn(carrying(...elsewhere.cookies), bindings)).not.toBeNull();
});

test('a consent is dead once the address has changed', async () => {
  const own = await entered('kim@example.org');
  const consent = await tokenMailedBy(() => changeEmail('new-kim@example.org', password, own));
  const confirmation = await tokenMailedBy(() => confirmAddress(consent, null, strange, setup));
  await confirmAddress(confirmation, null, strange, setup);
  expect(await confirmAddress(consent, null, strange, setup)).toEqual({ outcome: 'dead' });
});

describe('links for a new password, and second steps that have begun, end', () => {
  test('when a new address is confirmed, and not when the present one consents', async () => {
    const own = await entered('frank@example.org');
    const { accountId } = own.who;
    const reset = await tokenMailedBy(() => mailReset('frank@example.org', strange, setup));
    await beginStep(accountId);
    const consent = await tokenMailedBy(() => changeEmail('new-frank@example.org', password, own));
    const confirmation = await tokenMailedBy(() => confirmAddress(consent, null, strange, setup));
    expect(await stepsOf(accountId)).toBe(2);
    expect((await confirmAddress(confirmation, null, strange, setup)).outcome).toBe('confirmed');
    expect(await stepsOf(accountId)).toBe(0);
    expect(await resetPassword(reset, another, setup)).toBe(false);
    expect(await opens('new-frank@example.org', password)).toBe(true);
  });

  test('when the password is changed, and with them all other sessions', async () => {
    const own = await entered('gus@example.org');
    const elsewhere = carrying(...(await enter('gus@example.org', password)).cookies);
    await beginStep(own.who.accountId);
    const reset = await tokenMailedBy(() => mailReset('gus@example.org', strange, setup));
    const changed = await changePassword(password, another, own);
    if (changed.outcome !== 'done') throw new Error(changed.outcome);
    expect(await resetPassword(reset, password, setup)).toBe(false);
    expect(await stepsOf(own.who.accountId)).toBe(0);
    expect(await signedIn(elsewhere, bindings)).toBeNull();
    expect(await signedIn(carrying(...changed.cookies), bindings)).not.toBeNull();
  });

  test('when a link sets the password, and with them all sessions; the account has its wallets then', async () => {
    const own = await entered('hal@example.org');
    const { accountId } = own.who;
    const other = await entered('ida@example.org');
    const reset = await tokenMailedBy(() => mailReset('hal@example.org', strange, setup));
    await beginStep(accountId);
    await beginStep(other.who.accountId);
    expect(await resetPassword(reset, another, setup)).toBe(true);
    expect([await stepsOf(accountId), await stepsOf(other.who.accountId)]).toEqual([0, 1]);
    expect([await signedIn(own.request, bindings), (await signedIn(other.request, bindings))?.email]).toEqual([
      ...[null, 'ida@example.org'],
    ]);
    const wallets = await DIRECTORY.prepare('SELECT type FROM account_wallet WHERE account_id = ?')
      .bind(accountId)
      .all();
    expect(wallets.results).toHaveLength(2);
  });
});

test('where the directory fails a link is not called dead, and nothing is said to be mailed', async () => {
  const away = () => Promise.reject(new Error('out of reach'));
  const directory = new Proxy(DIRECTORY, {
    get(d1, called) {
      if (called !== 'prepare') return away;
      return (statement: string) =>
        new Proxy(d1.prepare(statement), {
          get: (prepared, method) =>
            method === 'bind' ? () => prepared && { all: away, first: away, run: away } : away,
        });
    },
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Another secret, for which the isolate has no instance of the library yet.
  const broken = accountsSetup(strange, { ...bindings, SESSION_SECRET: 'a second secret', DIRECTORY: directory });
  if (!broken) throw new Error('Accounts are not set up');
  await expect(resetPassword('a token', another, broken)).rejects.toThrow();
  await expect(mailReset('jan@example.org', strange, broken)).rejects.toThrow();
  await expect(mailConfirmationAgain('jan@example.org', strange, broken)).rejects.toThrow();
});
