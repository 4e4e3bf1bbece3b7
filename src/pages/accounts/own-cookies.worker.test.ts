/** Our cookies beside the session's: their form, who reads them, and what they permit. */

import { env } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ownCookie, readOwnCookie } from './cookies.ts';
import { type AccountsSetup, accountsSetup } from './environment.ts';
import { seal, unseal } from './sealing.ts';
import { showOnce, takeShown } from './shown-once.ts';
import { endOfSignUpCookie, isBrowserOfSignUp, signUpCookie } from './sign-up-browser.ts';

function setupAt(origin: string, secret = 'a secret'): AccountsSetup {
  const bindings = {
    ...env,
    SESSION_SECRET: secret,
    PUBLIC_URL: 'https://cutouts.example.org',
  };
  const setup = accountsSetup(new Request(origin), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const local = setupAt('http://127.0.0.1/');
const deployed = setupAt('https://cutouts.example.org/');
const nowMs = Date.UTC(2027, 0, 31);

/** A request that carries what was set. */
const carrying = (...cookies: string[]) =>
  new Request('http://127.0.0.1/', { headers: { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') } });

afterEach(() => void vi.restoreAllMocks());

describe('a cookie', () => {
  test('is __Host- and Secure on a deployment, and neither on loopback over http', () => {
    expect(ownCookie('kind', 'value', 60, deployed)).toBe(
      '__Host-edgematte.kind=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(ownCookie('kind', 'value', 60, local)).toBe(
      'edgematte.kind=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  test('is found among others by its whole name', () => {
    const request = carrying('other=1', 'edgematte.kind2=2', 'x-edgematte.kind=3', 'edgematte.kind=a=b', 'last=5');
    expect(readOwnCookie('kind', request, local)).toBe('a=b');
    expect(readOwnCookie('kind', request, deployed)).toBeNull();
    expect(readOwnCookie('nothing', request, local)).toBeNull();
    expect(readOwnCookie('kind', new Request('http://127.0.0.1/'), local)).toBeNull();
  });
});

describe('a sealed text', () => {
  test('is read for its purpose, under its secret, and as it was made', async () => {
    const sealed = await seal('a text', 'purpose', 'secret');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(await unseal(sealed, 'purpose', ['secret'])).toBe('a text');
    expect(await unseal(sealed, 'another purpose', ['secret'])).toBeNull();
    expect(await unseal(sealed, 'purpose', ['another secret'])).toBeNull();
    const changed = `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const wrong of ['', 'short', changed]) expect(await unseal(wrong, 'purpose', ['secret'])).toBeNull();
  });

  test('is another one each time', async () => {
    const twice = await Promise.all([1, 2].map(() => seal('a text', 'purpose', 'secret')));
    expect(twice[0]).not.toBe(twice[1]);
  });
});

describe('what is shown once', () => {
  const values = { key: 'live_secret', id: 'key_1' };

  test('comes to its account, of its kind, for a minute, and is deleted by the page that shows it', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(nowMs);
    const cookie = await showOnce('new_key', values, 'ada', local);
    expect(cookie).toMatch(/^edgematte\.new_key=[\w-]+; Max-Age=60; /);
    expect(cookie).not.toContain('live_secret');
    const deleted = ['edgematte.new_key=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'];
    const take = (accountId: string) => takeShown('new_key', carrying(cookie), accountId, local);
    expect(await take('ada')).toEqual({ shown: values, cookies: deleted });
    expect(await take('bob')).toEqual({ shown: null, cookies: deleted });
    vi.spyOn(Date, 'now').mockReturnValue(nowMs + 59_999);
    expect((await take('ada')).shown).toEqual(values);
    vi.spyOn(Date, 'now').mockReturnValue(nowMs + 60_000);
    expect(await take('ada')).toEqual({ shown: null, cookies: deleted });
  });

  test('is none of another kind, and nothing where nothing came', async () => {
    const [, value] = /=([^;]+)/.exec(await showOnce('new_key', values, 'ada', local)) ?? [];
    const other = carrying(`edgematte.new_invitation=${value}`);
    expect((await takeShown('new_invitation', other, 'ada', local)).shown).toBeNull();
    const nothing = await takeShown('new_key', other, 'ada', local);
    expect(nothing).toEqual({ shown: null, cookies: [] });
  });
});

describe('the browser of a sign-up', () => {
  test('is known for that account alone, for a day', async () => {
    const cookie = await signUpCookie('ada', deployed);
    expect(cookie).toContain('; Max-Age=86400; ');
    expect(await isBrowserOfSignUp(carrying(cookie), 'ada', deployed)).toBe(true);
    expect(await isBrowserOfSignUp(carrying(cookie), 'bob', deployed)).toBe(false);
    expect(await isBrowserOfSignUp(carrying('other=1'), 'ada', deployed)).toBe(false);
    const renewed = setupAt('https://cutouts.example.org/', 'another secret');
    expect(await isBrowserOfSignUp(carrying(cookie), 'ada', renewed)).toBe(false);
  });

  test('is forgotten by an empty cookie that has ended', () => {
    expect(endOfSignUpCookie(local)).toBe('edgematte.sign_up=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });
});
