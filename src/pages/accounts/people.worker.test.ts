/** Signing in, and what one changes of one's own account: each step by itself. All accounts share one hash. */

import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf } from '../../../testing/person.ts';
import { type AccountsEnv, accountsSetup } from './environment.ts';
import { confirmAddress } from './links.ts';
import { localMails } from './mail.ts';
import { hashPassword } from './password.ts';
import {
  beginSecondFactor,
  changeEmail,
  changePassword,
  confirmSecondFactor,
  endSecondFactor,
  isOwnPassword,
  type OwnRequest,
} from './profile.ts';
import { signedIn } from './session.ts';
import { hasSessionCookie } from './session-cookie.ts';
import { confirmSignIn, signIn, signOut } from './sign-in.ts';
import { limitAttempts, type Tried } from './throttle.ts';

const bindings = {
  ...env,
  ...{ SESSION_SECRET: 'a secret of the tests, long enough for all', LOCAL_MAIL: 'on' },
};
const { ALLOWANCES, DIRECTORY } = bindings;
let givingBack = 0;
/** Tries are given back late, so that a step which does not wait for that is noticed. */
const givingBackLate: AccountsEnv['ALLOWANCES'] = {
  getByName(name) {
    const real = ALLOWANCES.getByName(name);
    return {
      take: (claims) => real.take(claims),
      begin: (claim) => real.begin(claim),
      again: (claim) => real.again(claim),
      left: (claims) => real.left(claims),
      giveBack: async (subjects) => {
        givingBack++;
        await new Promise((resolve) => setTimeout(resolve, 100));
        await real.giveBack(subjects);
        givingBack--;
      },
    };
  },
};
const password = 'a long password';
const another = 'another long password';
const found = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ALLOWANCES: givingBackLate });
if (!found) throw new Error('Accounts are not set up');
const setup = found;
let hash: string;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  hash = await hashPassword(password, setup);
});
afterEach(() => void vi.useRealTimers());

/** An account of that name, with the password of all. */
async function newAccount(name: string, verified = true): Promise<string> {
  const [id, email] = [crypto.randomUUID(), `${name}@example.org`];
  await DIRECTORY.batch([
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5)`,
    ).bind(id, name, email, verified ? 1 : 0, new Date().toISOString()),
    DIRECTORY.prepare(
      `INSERT INTO credentials (id, userId, accountId, providerId, password, createdAt, updatedAt)
       VALUES (?1, ?1, ?1, 'credential', ?2, ?3, ?3)`,
    ).bind(id, hash, new Date().toISOString()),
  ]);
  return id;
}

/** A request that carries what answers have set. */
function carrying(cookies: readonly string[]): Request {
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  return new Request('http://127.0.0.1/', { headers: { Cookie } });
}

const enter = (email: string, given = password, request = carrying([])) =>
  signIn({ email, password: given }, request, setup);

/** What somebody who has just signed in asks with. */
async function entered(email: string): Promise<OwnRequest> {
  const { cookies } = await enter(email);
  const request = carrying(cookies);
  const who = await signedIn(request, bindings);
  if (!who) throw new Error('Nobody is signed in');
  return { who, request, setup };
}

/** How many tries are left of those that an address has. */
async function triesLeft(tried: Tried, email: string): Promise<number> {
  for (let count = 0; ; count++) {
    const isTaken = await limitAttempts(tried, email, carrying([]), setup).then(
      () => true,
      () => false,
    );
    if (!isTaken) return count;
  }
}

/** Of the link in the newest mail. */
const tokenOfMail = () => decodeURIComponent(/token=(\S+)/.exec(localMails()[0].text)?.[1] ?? '');

describe('signing in', () => {
  test('opens a session that says who is there, for fourteen days, until it is ended', async () => {
    const id = await newAccount('ada');
    const { outcome, cookies } = await enter(' Ada@Example.org ');
    expect([outcome, cookies.length]).toEqual(['signed-in', 1]);
    const request = carrying(cookies);
    expect(await signedIn(request, bindings)).toEqual({
      accountId: id,
      email: 'ada@example.org',
      emailVerified: true,
      isOperator: false,
      csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'ada',
      hasSecondFactor: false,
      sessionId: expect.any(String),
    });
    const { expiresAt } = (await DIRECTORY.prepare('SELECT expiresAt FROM sessions WHERE userId = ?')
      .bind(id)
      .first<{ expiresAt: string }>()) ?? { expiresAt: '' };
    const endsAtMs = Date.parse(expiresAt);
    vi.useFakeTimers({ toFake: ['Date'], now: endsAtMs - 1000 });
    expect(await signedIn(request, bindings)).not.toBeNull();
    vi.setSystemTime(endsAtMs + 1);
    expect(await signedIn(request, bindings)).toBeNull();
    vi.useRealTimers();

    const [gone] = await signOut(request, setup);
    expect(gone).toMatch(/^edgematte\.session_token=; Max-Age=0;/);
    expect(await signedIn(request, bindings)).toBeNull();
  });

  test('is refused alike by a wrong password and of an address without an account', async () => {
    await newAccount('bob');
    const refused = { outcome: 'refused', cookies: [] };
    expect(await enter('bob@example.org', another)).toEqual(refused);
    expect(await enter('nobody@example.org')).toEqual(refused);
  });

  test('of an address that waits says so after the right password only', async () => {
    await newAccount('carol', false);
    expect(await enter('carol@example.org', another)).toEqual({ outcome: 'refused', cookies: [] });
    expect(await enter('carol@example.org')).toEqual({ outcome: 'unverified', cookies: [] });
  });

  test('counts where the password was wrong, and not where it was right', async () => {
    await Promise.all(['dave', 'erin'].map((name) => newAccount(name)));
    await enter('dave@example.org');
    expect(givingBack).toBe(0);
    expect(await triesLeft('sign-in', 'dave@example.org')).toBe(10);
    await enter('erin@example.org', another);
    expect(await triesLeft('sign-in', 'erin@example.org')).toBe(9);
  });

  test('ends the session of before in that browser, and forgets what has ended', async () => {
    const id = await newAccount('frank');
    const own = await entered('frank@example.org');
    await DIRECTORY.prepare(
      `INSERT INTO sessions (id, userId, token, expiresAt, createdAt, updatedAt) VALUES ('old', ?, 'old', '2020', '', '')`,
    )
      .bind(id)
      .run();
    await enter('frank@example.org', password, own.request);
    expect(await signedIn(own.request, bindings)).toBeNull();
    const old = () => DIRECTORY.prepare(`SELECT id FROM sessions WHERE id = 'old'`).first();
    await vi.waitFor(async () => expect(await old()).toBeNull());
  });

  test.each([
    ['edgematte.session_token=x', true],
    ['other=1; __Host-edgematte.session_token=x', true],
    ['other=1;edgematte.session_token=', true],
    ['x-edgematte.session_token=x', false],
    ['edgematte.known=x', false],
    ['', false],
  ])('a request with "%s" comes with a session: %s', async (cookie, comes) => {
    const request = new Request('http://127.0.0.1/', { headers: { Cookie: cookie } });
    expect(hasSessionCookie(request)).toBe(comes);
    expect(await signedIn(request, bindings)).toBeNull();
  });

  test('nobody is signed in where there are no accounts', async () => {
    await newAccount('gus');
    const { request } = await entered('gus@example.org');
    expect(await signedIn(request, { ...bindings, SESSION_SECRET: '' })).toBeNull();
  });
});

describe('one’s own password', () => {
  test('guards what is changed, and counts only where it was wrong', async () => {
    await newAccount('heidi');
    const own = await entered('heidi@example.org');
    expect(await isOwnPassword(password, own)).toBe(true);
    expect(await isOwnPassword(another, own)).toBe(false);
    const wrong = { outcome: 'wrong-password' };
    expect(await changePassword(another, 'a third long password', own)).toEqual(wrong);
    expect(await changeEmail('new@example.org', another, own)).toEqual(wrong);
    expect(await endSecondFactor(another, own)).toEqual(wrong);
    expect(await beginSecondFactor(another, own)).toBeNull();
    expect(await triesLeft('password', 'heidi@example.org')).toBe(5);
    await expect(isOwnPassword(password, own)).rejects.toMatchObject({ refusal: { status: 429 } });
  });

  test('is replaced by another, which alone opens then, and this session goes on', async () => {
    await newAccount('ivan');
    const own = await entered('ivan@example.org');
    const changed = await changePassword(password, another, own);
    if (changed.outcome !== 'done') throw new Error(changed.outcome);
    expect((await signedIn(carrying(changed.cookies), bindings))?.email).toBe('ivan@example.org');
    expect(await signedIn(own.request, bindings)).toBeNull();
    expect((await enter('ivan@example.org')).outcome).toBe('refused');
    expect((await enter('ivan@example.org', another)).outcome).toBe('signed-in');
  });

  test('that the library does not take is refused', async () => {
    await newAccount('judy');
    expect(await changePassword(password, 'short', await entered('judy@example.org'))).toEqual({ outcome: 'refused' });
  });
});

test('another address is consented to at the present one', async () => {
  await newAccount('kim');
  const changed = await changeEmail(' new-kim@example.org ', password, await entered('kim@example.org'));
  expect(changed.outcome).toBe('done');
  await vi.waitFor(() => expect(localMails()[0].to).toBe('kim@example.org'));
  expect(localMails()[0].text).toContain('is to become new-kim@example.org.');
});

test('a link to a new address is dead once that address has an account', async () => {
  await newAccount('mo');
  await changeEmail('new-mo@example.org', password, await entered('mo@example.org'));
  await vi.waitFor(() => expect(localMails()[0].to).toBe('mo@example.org'));
  expect((await confirmAddress(tokenOfMail(), null, carrying([]), setup)).outcome).toBe('confirmed');
  await vi.waitFor(() => expect(localMails()[0].to).toBe('new-mo@example.org'));
  const token = tokenOfMail();
  await newAccount('new-mo');
  expect(await confirmAddress(token, null, carrying([]), setup)).toEqual({ outcome: 'dead' });
});

test('a second factor is asked for from its first code on, until it is ended', async () => {
  const stepMs = 30_000;
  const beganMs = Math.ceil(Date.now() / stepMs) * stepMs;
  vi.useFakeTimers({ toFake: ['Date'], now: beganMs });
  await newAccount('lea');
  const own = await entered('lea@example.org');
  const factor = await beginSecondFactor(password, own);
  expect(factor?.uri).toMatch(/^otpauth:\/\/totp\/Edgematte.*lea.*secret=[A-Z2-7]{32,}/);
  expect(factor?.backupCodes).toHaveLength(10);
  expect((await enter('lea@example.org')).outcome).toBe('signed-in');
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(factor?.uri ?? '') ?? [];
  const code = () => codeOf(secret, Date.now()).replace(/^(...)/, ' $1 ');
  expect(await confirmSecondFactor('000000', own)).toEqual({ outcome: 'refused' });
  const on = await confirmSecondFactor(code(), own);
  if (on.outcome !== 'done') throw new Error(on.outcome);

  vi.setSystemTime(beganMs + stepMs);
  const challenge = await enter('lea@example.org');
  expect(challenge.outcome).toBe('second-factor');
  const request = carrying(challenge.cookies);
  expect(await signedIn(request, bindings)).toBeNull();
  const step = async (given: string, from = request) => (await confirmSignIn(given, from, setup)).outcome;
  expect(await step('000000')).toBe('refused');
  expect(await step('no-code')).toBe('refused');
  const [backup = ''] = factor?.backupCodes ?? [];
  expect(await step(backup)).toBe('signed-in');
  expect(await step(code())).toBe('ended');
  const next = carrying((await enter('lea@example.org')).cookies);
  expect(await step(backup, next)).toBe('refused');
  const through = await confirmSignIn(code(), next, setup);
  expect(through.outcome).toBe('signed-in');
  expect((await signedIn(carrying(through.cookies), bindings))?.hasSecondFactor).toBe(true);

  const late = carrying((await enter('lea@example.org')).cookies);
  vi.setSystemTime(Date.now() + 600_000 + 1000);
  expect(await step(code(), late)).toBe('ended');
  const owner = { ...own, request: carrying(through.cookies) };
  expect(await endSecondFactor(password, owner)).toMatchObject({ outcome: 'done' });
  expect((await enter('lea@example.org')).outcome).toBe('signed-in');
});
