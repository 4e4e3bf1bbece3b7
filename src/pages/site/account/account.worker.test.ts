import { env } from 'cloudflare:test';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestMemory } from '../../../pixels/bounds/memory.ts';
import { accountsSetup } from '../../accounts/environment.ts';
import { createInvitation } from '../../accounts/invitations.ts';
import { hashingFor, hashPassword } from '../../accounts/password.ts';
import { pages } from '../pages.ts';
import { base, deployment } from '../testing/deployment.ts';

const password = 'a long password';
const bindings = {
  ...deployment(env),
  // Of this file alone: what is made for a secret keeps the settings that it was made with.
  SESSION_SECRET: 'the secret of these tests, long enough for all',
  MAIL_SENDER: 'resend',
  MAIL_FROM: 'Edgematte <hello@example.org>',
  MAIL_TOKEN: 'token of the tests',
};
type Changes = Partial<Record<string, string | undefined>>;

/** Mails that went out to the sender, oldest first. */
const sent: { readonly to: string[]; readonly text: string }[] = [];

beforeAll(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    expect([request.url, request.headers.get('Authorization')]).toEqual([
      'https://api.resend.com/emails',
      'Bearer token of the tests',
    ]);
    sent.push(await request.json());
    return new Response('{}');
  });
});
afterAll(() => void vi.restoreAllMocks());

async function get(path: string, changes: Changes = {}, headers: Record<string, string> = {}) {
  return pages.request(`${base}${path}`, { headers }, { ...bindings, ...changes });
}

async function post(path: string, fields: Record<string, string>, changes: Changes = {}, cookie = '') {
  const [, csrf] = /name="csrf" value="([0-9a-f]+)"/.exec(await (await get('/sign-in')).text()) ?? [];
  const body = new URLSearchParams({ csrf, ...fields });
  const init = { method: 'POST', headers: { Origin: base, Cookie: cookie }, body };
  return pages.request(`${base}${path}`, init, { ...bindings, ...changes });
}

const signUp = (email: string, changes: Changes = {}, fields: Record<string, string> = {}) =>
  post('/sign-up', { email, password, name: '', terms: 'yes', ...fields }, changes);

describe('on a deployment', () => {
  test('a session is a cookie __Host-, Secure, HttpOnly and Lax, and opens the dashboard', async () => {
    const signedUp = await signUp('ada@example.org');
    expect(signedUp.headers.get('Location')).toBe('/sign-up/sent');
    const [signUpCookie, ...others] = signedUp.headers.getAll('Set-Cookie');
    expect(signUpCookie).toMatch(
      /^__Host-edgematte\.sign_up=[0-9a-f]{64}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(others).toEqual([]);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0].to).toEqual(['ada@example.org']);
    const link = /https:\S+/.exec(sent[0].text)?.[0] ?? '';
    expect(link.startsWith(`${base}/verify-email?token=`)).toBe(true);
    const fields = { token: new URL(link).searchParams.get('token') ?? '' };
    const confirmed = await post('/verify-email', fields, {}, signUpCookie.split(';')[0]);
    expect(confirmed.headers.get('Location')).toBe('/dashboard');
    const cookies = confirmed.headers.getAll('Set-Cookie');
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(
      /^__Host-edgematte\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies[1]).toMatch(/^__Host-edgematte\.sign_up=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const dashboard = await get('/dashboard', {}, { Cookie: cookies[0].split(';')[0] });
    expect(dashboard.status).toBe(200);
    expect(await dashboard.text()).toContain('ada@example.org');
    // The browser is marked with the first page, and once.
    const marks = dashboard.headers.getAll('Set-Cookie');
    expect(marks).toHaveLength(1);
    const [mark] = marks;
    expect(mark).toMatch(/^__Host-edgematte\.known=[^;]+;.* HttpOnly; Secure; SameSite=Lax$/);
    const both = [cookies[0], mark].map((cookie) => cookie.split(';')[0]).join('; ');
    expect((await get('/dashboard', {}, { Cookie: both })).headers.getAll('Set-Cookie')).toEqual([]);
  });

  test('mail is never shown, nor kept', async () => {
    for (const path of ['/dev/mail', '/dev/mail.json']) {
      expect((await get(path, { LOCAL_MAIL: 'on' })).status).toBe(404);
    }
    const withBox = { ...bindings, LOCAL_MAIL: 'on' };
    expect(accountsSetup(new Request(base), withBox)?.localMail).toBe(false);
  });

  test.each([{ SESSION_SECRET: '' }, { PUBLIC_URL: '' }, { PUBLIC_URL: 'nowhere' }])(
    'pages of accounts say that there are none: %o',
    async (changes) => {
      for (const path of ['/sign-up', '/sign-in', '/dashboard', '/dashboard/keys']) {
        const answer = await get(path, changes);
        expect(answer.status).toBe(503);
        expect(await answer.text()).toContain('Accounts are not set up');
      }
    },
  );

  test('nobody signs up or resets a password without mail', async () => {
    for (const path of ['/sign-up', '/forgot-password']) {
      expect((await get(path, { MAIL_TOKEN: '' })).status).toBe(503);
    }
    expect((await signUp('bob@example.org', { MAIL_TOKEN: '' })).status).toBe(503);
  });
});

describe('SIGNUP_MODE', () => {
  let mails = 0;
  beforeEach(() => {
    mails = sent.length;
  });

  test('closed lets nobody sign up', async () => {
    expect((await get('/sign-up', { SIGNUP_MODE: 'closed' })).status).toBe(403);
    expect((await signUp('carol@example.org', { SIGNUP_MODE: 'closed' })).status).toBe(403);
    expect(sent).toHaveLength(mails);
  });

  test('invite lets one sign up with each invitation', async () => {
    const changes = { SIGNUP_MODE: 'invite' };
    expect((await get('/sign-up', changes)).status).toBe(403);
    expect((await signUp('dave@example.org', changes, { invitation: 'made-up' })).status).toBe(403);
    const setup = accountsSetup(new Request(base), bindings);
    if (!setup) throw new Error('Accounts are not set up');
    const { url } = await createInvitation('for Dave', null, setup);
    const page = await get(url.slice(base.length), changes);
    expect(page.status).toBe(200);
    const invitation = new URL(url).searchParams.get('invitation') ?? '';
    expect(await page.text()).toContain(`name="invitation" value="${invitation}"`);
    expect((await signUp('dave@example.org', changes, { invitation })).status).toBe(303);
    expect((await signUp('erin@example.org', changes, { invitation })).status).toBe(403);
    await vi.waitFor(() => expect(sent).toHaveLength(mails + 1));
  });

  test('an invitation is not used up by a sign-up that finds no place in the line of hashes', async () => {
    const changes = { SIGNUP_MODE: 'invite' };
    const setup = accountsSetup(new Request(base), { ...bindings, ...changes });
    if (!setup) throw new Error('Accounts are not set up');
    const { url } = await createInvitation('for Fay', null, setup);
    const invitation = new URL(url).searchParams.get('invitation') ?? '';
    const places = async () =>
      (await bindings.DIRECTORY.prepare('SELECT COUNT(*) AS count FROM sign_up').first<{ count: number }>())?.count ??
      0;
    const before = await places();
    const pictures = new RequestMemory(setup);
    await pictures.take(setup.isolateBudgetBytes);
    const known = { isKnown: true, network: null, hasFailed: false };
    const line = hashingFor(known, () => Promise.all([1, 2, 3, 4].map(() => hashPassword(password, setup))));
    const refused = await signUp('fay@example.org', changes, { invitation });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toMatch(/^[123]$/);
    expect(await places()).toBe(before);
    pictures.giveBack();
    await line;
    expect((await signUp('fay@example.org', changes, { invitation })).status).toBe(303);
    expect(await places()).toBe(before + 1);
  });
});
