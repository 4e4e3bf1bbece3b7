/** The configuration of the auth library. Passwords are not hashed here, and mails are recorded. */

import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codeOf } from '../../../testing/person.ts';
import { type Auth, type AuthPorts, createAuth } from './library.ts';
import { addAccount } from './testing/account.ts';

const { DIRECTORY } = env;
const password = 'a long password';
const passwordHash = `hash of ${password}`;
const nowMs = Date.UTC(2050, 0, 1);
const hourMs = 3_600_000;

/** What the library has asked of us, in order. */
let asked: string[];

function made(changes: Partial<AuthPorts> = {}): Auth {
  const note = (what: string) => async (to: { readonly email: string }) => void asked.push(`${what} ${to.email}`);
  return createAuth({
    directory: DIRECTORY,
    secret: 'a secret of the tests, long enough for all',
    formerSecrets: [],
    origin: 'https://cutouts.example.org',
    isLocal: false,
    hashPassword: async (text) => `hash of ${text}`,
    verifyPassword: async (hash, text) => hash === `hash of ${text}`,
    mailConfirmation: note('confirmation'),
    mailChange: note('change'),
    mailReset: note('reset'),
    mailKnown: note('known'),
    onAddressProven: note('proven'),
    onPasswordReset: note('new password'),
    ...changes,
  });
}

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  return () => void vi.useRealTimers();
});

const newAccount = (email: string, isVerified = true) => addAccount(DIRECTORY, { email, isVerified, passwordHash });

async function enter(auth: Auth, email: string, headers = new Headers()) {
  const call = { body: { email, password }, headers, returnHeaders: true } as const;
  return (await auth.api.signInEmail(call)).headers.getAll('Set-Cookie');
}

/** Headers of a browser that keeps its cookies. */
const withCookies = (cookies: readonly string[]) =>
  new Headers({ Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

describe('the cookie of a session', () => {
  test.each([
    [false, /^__Host-edgematte\.session_token=/, ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']],
    [true, /^edgematte\.session_token=/, ['HttpOnly', 'Path=/', 'SameSite=Lax']],
  ])('is for this service and no script; on loopback over http (%s) not Secure', async (isLocal, name, attributes) => {
    const email = `cookie-${isLocal}@example.org`;
    await newAccount(email);
    const cookies = await enter(made({ isLocal }), email);
    expect(cookies).toHaveLength(1);
    const [value, ...rest] = cookies[0].split('; ');
    expect(value).toMatch(name);
    expect(rest.filter((each) => !each.startsWith('Max-Age=')).toSorted()).toEqual(attributes);
    expect(rest).toContain(`Max-Age=${14 * 86_400}`);
  });
});

test('a session ends after fourteen days, however often it is used, and keeps no address of the network', async () => {
  const id = await newAccount('session@example.org');
  const auth = made();
  const cookies = await enter(auth, 'session@example.org', new Headers({ 'X-Forwarded-For': '192.0.2.1' }));
  const row = () => DIRECTORY.prepare('SELECT * FROM sessions WHERE userId = ?').bind(id).first();
  const end = new Date(nowMs + 14 * 24 * hourMs).toISOString();
  for (const day of [0, 7, 13]) {
    vi.setSystemTime(nowMs + day * 24 * hourMs);
    expect((await auth.api.getSession({ headers: withCookies(cookies) }))?.user.id).toBe(id);
    expect(await row()).toMatchObject({ expiresAt: end });
  }
  expect((await row())?.ipAddress || null).toBeNull();
});

test('who signs in to an account that is not confirmed is refused, and nothing is mailed', async () => {
  await newAccount('waiting@example.org', false);
  const refused = { body: { code: 'EMAIL_NOT_VERIFIED' } };
  await expect(enter(made(), 'waiting@example.org')).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

test('a sign-up is mailed, and shows nobody whether the address has an account', async () => {
  await newAccount('known@example.org');
  const auth = made();
  const body = { name: '', password, termsAcceptedAt: new Date() };
  const fresh = await auth.api.signUpEmail({ body: { ...body, email: 'fresh@example.org' } });
  const known = await auth.api.signUpEmail({ body: { ...body, email: 'known@example.org' } });
  expect(asked).toEqual(['confirmation fresh@example.org', 'known known@example.org']);
  expect([fresh.token, known.token]).toEqual([null, null]);
  expect(Object.keys(known.user).toSorted()).toEqual(Object.keys(fresh.user).toSorted());
});

test('nobody makes themself an operator with a sign-up', async () => {
  const body = { name: '', password, termsAcceptedAt: new Date(), email: 'bold@example.org', isOperator: true };
  await made()
    .api.signUpEmail({ body })
    .catch(() => {});
  const row = await DIRECTORY.prepare(`SELECT isOperator FROM accounts WHERE email = 'bold@example.org'`).first();
  expect(row?.isOperator ?? 0).toBe(0);
});

test('a link for a new password holds for an hour, is kept as a hash, and ends the sessions', async () => {
  const id = await newAccount('reset@example.org');
  let token = '';
  const auth = made({
    mailReset: (_, sent) => {
      token = sent;
    },
  });
  const cookies = await enter(auth, 'reset@example.org');
  await auth.api.requestPasswordReset({ body: { email: 'reset@example.org' } });
  await vi.waitFor(() => expect(token).not.toBe(''));
  const link = await DIRECTORY.prepare('SELECT * FROM verifications WHERE value = ?').bind(id).first();
  expect(link?.expiresAt).toBe(new Date(nowMs + hourMs).toISOString());
  expect(JSON.stringify(link)).not.toContain(token);
  await auth.api.resetPassword({ body: { token, newPassword: 'another long password' } });
  expect(asked).toEqual(['new password reset@example.org']);
  expect(await auth.api.getSession({ headers: withCookies(cookies) })).toBeNull();
});

test('a second step ends after ten minutes; ten wrong codes lock the account for a quarter of an hour', async () => {
  const id = await newAccount('factor@example.org');
  const auth = made();
  const headers = withCookies(await enter(auth, 'factor@example.org'));
  const begun = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers });
  const uri = 'totpURI' in begun ? begun.totpURI : '';
  expect(uri).toMatch(/^otpauth:\/\/totp\/Edgematte:factor%40example\.org\?/);
  const code = codeOf(/secret=([A-Z2-7]+)/.exec(uri)?.[1] ?? '', nowMs);
  await auth.api.verifyTOTP({ body: { code }, headers });
  const factor = () => DIRECTORY.prepare('SELECT * FROM second_factors WHERE userId = ?').bind(id).first();
  for (const round of [1, 2]) {
    const step = await enter(auth, 'factor@example.org');
    const cookie = step.find((each) => each.startsWith('__Host-edgematte.two_factor='));
    expect(cookie).toContain('Max-Age=600;');
    for (let wrong = 0; wrong < 5; wrong++) {
      expect((await factor())?.lockedUntil).toBeNull();
      const given = { body: { code: '000000' }, headers: withCookies([cookie ?? '']) };
      await expect(auth.api.verifyTOTP(given)).rejects.toMatchObject({ body: { code: 'INVALID_CODE' } });
    }
    const lockedUntil = round === 1 ? null : new Date(nowMs + 900_000).toISOString();
    expect(await factor()).toMatchObject({ lockedUntil });
  }
});

test('what the library has to complain of is a line of the log', () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  made().options.logger.log('error', 'This is wrong');
  expect(lines.mock.calls).toEqual([['{"level":"error","event":"auth","message":"This is wrong"}']]);
  lines.mockRestore();
});

test('the library reports to nobody', () => {
  expect(made().options.telemetry).toEqual({ enabled: false });
});
