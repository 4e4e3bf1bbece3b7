/** What the script of the playground asks: who gets what admits a call, and for whom. */
import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AskedAdmission, PlaygroundCalls } from '../../../contract/playground.ts';
import { csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { accountsSetup } from '../../accounts/environment.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { pages } from '../pages.ts';
import { base, deployment, sessionSecret } from '../testing/deployment.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';

const bindings = { ...deployment(env), TRUSTED_ADDRESS_HEADER: 'X-Address' };
const dayMs = 86_400_000;

/** What the API was asked. */
let asked: (AskedAdmission | string)[] = [];
beforeEach(() => {
  asked = [];
});
const api: PlaygroundCalls = {
  async state(address) {
    asked.push(address);
    return { trial: { left: 2, perDay: 5, maxPixels: 250_000 }, fetchesAddresses: true, takesPoints: false };
  },
  async admission(call) {
    asked.push(call);
    return 'signed';
  },
};

let browser: Browser;
let another: Browser;
beforeAll(async () => {
  browser = await signedInBrowser(base, bindings);
  another = await signedInBrowser(base, bindings);
});

async function ask(path: string, init: RequestInit = {}, deployed: object = bindings) {
  return pages.request(`${base}${path}`, init, { ...deployed, PLAYGROUND: api });
}

/** Asks for an admission. @param headers go over those of a page */
async function admission(headers: Record<string, string> = {}, operation = 'alpha-channel', deployed?: object) {
  const own = { Origin: base, 'X-Address': '192.0.2.7', ...headers };
  const answer = await ask(`/playground/admission/${operation}`, { method: 'POST', headers: own }, deployed);
  return { answer, said: [answer.status, answer.headers.get('X-Error-Code')], body: await answer.json() };
}

const ofOwner = () => ({ Cookie: browser.cookie, 'X-CSRF-Token': browser.token });
const visitorToken = (secret = sessionSecret, nowMs = Date.now()) => csrfToken(visitorSubject, secret, nowMs);

async function walletOf({ accountId }: Browser, type: string) {
  const setup = accountsSetup(new Request(base), bindings);
  const found = setup && (await walletsOf(accountId, setup)).find((each) => each.type === type);
  if (!found) throw new Error(`No ${type} wallet`);
  return { wallet: found.wallet, hiddenKeyId: found.hiddenKeyId };
}

describe('the admission of a call', () => {
  test('is by a wallet of who is signed in, under its hidden key, from the address of the page', async () => {
    for (const type of ['test', 'live']) {
      const { answer, body } = await admission({ ...ofOwner(), 'X-Wallet': type });
      expect([answer.status, body]).toEqual([200, { admission: 'signed' }]);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
    await admission(ofOwner());
    const call = { operation: 'alpha-channel', address: '192.0.2.7' };
    const [own, live] = [await walletOf(browser, 'test'), await walletOf(browser, 'live')];
    expect(asked).toEqual([own, live, own].map((payer) => ({ ...call, payer })));
  });

  test('is by the trial of a visitor, whatever wallet is named', async () => {
    const { body } = await admission({ 'X-CSRF-Token': await visitorToken(), 'X-Wallet': 'live' }, 'car-layers-base64');
    expect(body).toEqual({ admission: 'signed' });
    expect(asked).toEqual([{ operation: 'car-layers-base64', payer: null, address: '192.0.2.7' }]);
  });

  test('is for nobody else: by no other page, no token, and no token but that of the session', async () => {
    const attacks: readonly Record<string, string>[] = [
      { ...ofOwner(), Origin: 'https://evil.example' },
      { ...ofOwner(), Origin: 'null' },
      { ...ofOwner(), Origin: '' },
      { ...ofOwner(), 'Sec-Fetch-Site': 'cross-site' },
      { ...ofOwner(), 'Sec-Fetch-Site': 'same-site' },
      { ...ofOwner(), 'X-CSRF-Token': '' },
      { ...ofOwner(), 'X-CSRF-Token': '0'.repeat(64) },
      { ...ofOwner(), 'X-CSRF-Token': another.token },
      { ...ofOwner(), 'X-CSRF-Token': await visitorToken() },
      // Without the session its token is worth nothing, and a visitor's is of today and yesterday.
      { 'X-CSRF-Token': browser.token },
      { Cookie: browser.cookie.replace(/=.{8}/, '=AAAAAAAA'), 'X-CSRF-Token': browser.token },
      { 'X-CSRF-Token': await visitorToken(sessionSecret, Date.now() - 2 * dayMs) },
      { 'X-CSRF-Token': await visitorToken('another secret') },
      {},
    ];
    for (const attack of attacks) {
      expect((await admission(attack)).said, JSON.stringify(attack)).toEqual([403, 'STRANGE_ORIGIN']);
    }
    expect(asked).toEqual([]);
  });

  test('is of an operation and a wallet that there are', async () => {
    expect((await admission(ofOwner(), 'available-credit')).said).toEqual([404, 'NOT_FOUND']);
    expect((await admission(ofOwner(), '__proto__')).said).toEqual([404, 'NOT_FOUND']);
    const { said, body } = await admission({ ...ofOwner(), 'X-Wallet': 'gold' });
    expect([said, body]).toEqual([
      [422, 'VALIDATION_ERROR'],
      { detail: [{ loc: ['header', 'X-Wallet'], msg: "Expected 'test' or 'live'", type: 'value_error' }] },
    ]);
    expect(asked).toEqual([]);
  });

  test('comes by POST alone', async () => {
    expect((await ask('/playground/admission/alpha-channel', { headers: ofOwner() })).status).toBe(404);
  });

  test('is taken by the token of a page that was opened before a secret changed, or a day ended', async () => {
    const [former, today] = ['former secret of sessions long enough', 'secret of sessions of today long enough'];
    const person = await signedInBrowser(base, { ...bindings, SESSION_SECRET: former });
    const later = { ...bindings, SESSION_SECRET: today, SESSION_SECRETS_OLD: former };
    const opened: readonly Record<string, string>[] = [
      { 'X-CSRF-Token': await visitorToken(former) },
      { 'X-CSRF-Token': await visitorToken(former, Date.now() - dayMs) },
      { 'X-CSRF-Token': person.token, Cookie: person.cookie },
    ];
    for (const page of opened) expect((await admission(page, 'alpha-channel', later)).answer.status).toBe(200);
    expect(asked.map((each) => typeof each !== 'string' && each.payer !== null)).toEqual([false, false, true]);
  });

  test('of a visitor is by the secret of keys where there are no accounts', async () => {
    const without = {
      ...bindings,
      SESSION_SECRET: undefined,
      KEYS: { ...bindings.KEYS, visitorSecrets: async () => ['of keys', 'older'] },
    };
    for (const [secret, status] of [
      ['of keys', 200],
      ['older', 200],
      ['another', 403],
    ] as const) {
      const token = await visitorToken(secret);
      expect((await admission({ 'X-CSRF-Token': token }, 'alpha-channel', without)).answer.status).toBe(status);
    }
  });
});

describe('the session', () => {
  test('of a visitor is the trial, as the API says it', async () => {
    const answer = await ask('/playground/session', { headers: { 'X-Address': '2001:db8::1' } });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({
      csrf_token: await visitorToken(),
      account: null,
      trial: { left: 2, per_day: 5, max_pixels: 250_000 },
      fetches_addresses: true,
      takes_points: false,
    });
    expect(asked).toEqual(['2001:db8::1']);
  });

  test('of who is signed in has the token of the session and both wallets, and no hidden key', async () => {
    const text = await (await ask('/playground/session', { headers: { Cookie: browser.cookie } })).text();
    expect(JSON.parse(text)).toMatchObject({
      csrf_token: browser.token,
      account: { id: browser.accountId, email: browser.email, wallets: [{ type: 'test' }, { type: 'live' }] },
    });
    expect(text).not.toContain((await walletOf(browser, 'test')).hiddenKeyId);
  });
});
