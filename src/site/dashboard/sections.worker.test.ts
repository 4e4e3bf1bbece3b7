/** Keys, usage and billing as their owner has them: what forms do, what is refused, and what is nobody else's. */
import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownKeys } from '../../accounts/own-keys.ts';
import { type AccountWallet, walletsOf } from '../../accounts/wallets.ts';
import { addPurchase, findPurchase } from '../../billing/purchases.ts';
import { addUsage } from '../../usage/store.ts';
import { eventWith } from '../../usage/testing/event.ts';
import { asking, setupOf } from '../testing/asking.ts';
import { base, deployment } from '../testing/deployment.ts';
import { attributeOf, formsOf, linksOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';

const bindings = deployment(env);
const setup = setupOf(bindings);
const shop = {
  ...bindings,
  ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1', CREDIT_PACKS: '100 for 9.00 EUR' },
};

let ada: Browser;
let bob: Browser;
let wallets: AccountWallet[];
beforeAll(async () => {
  [ada, bob] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  wallets = await walletsOf(ada.accountId, setup);
});
afterEach(() => void vi.restoreAllMocks());

const hers = () => asking(bindings, ada);
const keysOf = ({ accountId }: Browser) => ownKeys(accountId, setup);

/** Makes a key of Ada. @returns its id */
async function made(fields: Record<string, string> | [string, string][] = {}): Promise<string> {
  const before = new Set((await keysOf(ada)).map(({ record }) => record.id));
  expect((await hers().post('/dashboard/keys', fields)).location).toBe('/dashboard/keys/created');
  const id = (await keysOf(ada)).find(({ record }) => !before.has(record.id))?.record.id;
  if (!id) throw new Error('No key was made');
  return id;
}
const keyOf = async (id: string) => (await keysOf(ada)).find(({ record }) => record.id === id);

describe('a new key', () => {
  test.each([
    [{}, { type: 'test', label: null }, { limit: null, operations: null }],
    [
      { type: 'live', name: '  Shop ', limit: ' 1,000 000 000 ', scope: 'all', operation: 'removebg' },
      { type: 'live', label: 'Shop' },
      { limit: 1_000_000_000, operations: null },
    ],
    [
      { type: 'gold', name: 'x'.repeat(100), limit: '0', scope: 'some', operation: 'removebg' },
      { type: 'test', label: 'x'.repeat(100) },
      { limit: 0, operations: ['removebg'] },
    ],
  ])('has the terms of its form: %o', async (fields, record, standing) => {
    expect(await keyOf(await made(fields))).toMatchObject({ record, standing });
  });

  test.each([
    [{ limit: '1000000001' }, 'limit-wrong'],
    [{ limit: '-1' }, 'limit-wrong'],
    [{ limit: '1.5' }, 'limit-wrong'],
    [{ limit: '00000000001' }, 'limit-wrong'],
    [{ name: 'x'.repeat(101) }, 'name-wrong'],
    [{ name: 'two\nlines' }, 'name-wrong'],
    [{ scope: 'some' }, 'class="note wrong"'],
    [{ scope: 'some', operation: 'everything' }, 'class="note wrong"'],
  ] as [Record<string, string>, string][])('is not made of %o, which is shown again', async (fields, wrong) => {
    const before = await keysOf(ada);
    const { status, text } = await hers().post('/dashboard/keys', { type: 'live', ...fields });
    expect([status, text.includes(wrong)]).toEqual([422, true]);
    const again = Object.fromEntries(formsOf(text)[0].fields);
    expect(again).toMatchObject({ type: 'live', scope: 'scope' in fields ? 'some' : 'all', limit: fields.limit ?? '' });
    expect(again.name).toBe(fields.name ?? '');
    expect(await keysOf(ada)).toHaveLength(before.length);
  });
});

describe('a key', () => {
  let id: string;
  beforeAll(async () => {
    id = await made({ name: 'Shop' });
  });
  const change = (what: string, fields: Record<string, string>, by = ada) =>
    asking(bindings, by).post(`/dashboard/keys/${id}/${what}`, fields);

  test.each([
    ['name', { name: ' New name ' }, { record: { label: 'New name' } }],
    ['name', { name: ' ' }, { record: { label: null } }],
    ['limit', { limit: '70' }, { standing: { limit: 70 } }],
    ['limit', { limit: '' }, { standing: { limit: null } }],
    ['scope', { scope: 'some', operation: 'removebg' }, { standing: { operations: ['removebg'] } }],
    ['scope', { scope: 'all' }, { standing: { operations: null } }],
  ])('is changed by the form %s: %o', async (what, fields, expected) => {
    const { status, location } = await change(what, fields);
    expect([status, location]).toEqual([303, `/dashboard/keys/${id}?done=${what}`]);
    expect(await keyOf(id)).toMatchObject(expected);
    const [[kind, said], ...others] = noticesOf(partOf((await hers().get(location ?? '')).text, 'main'));
    expect([kind, said.length > 10, others]).toEqual(['done', true, []]);
  });

  test.each([
    ['name', { name: 'x'.repeat(101) }],
    ['limit', { limit: 'many' }],
    ['scope', { scope: 'some' }],
    ['rotate', { days: '31' }],
    ['rotate', { days: '-1' }],
    ['rotate', { days: '1.5' }],
    ['rotate', { days: '' }],
    ['rotate', { days: '007' }],
  ])('is not changed by the form %s: %o', async (what, fields) => {
    const before = await keysOf(ada);
    const { status, text } = await change(what, fields);
    expect([status, noticesOf(text).map(([kind]) => kind)]).toEqual([422, ['failed']]);
    expect(await keysOf(ada)).toEqual(before);
  });

  test('is ended by nobody who is not sure', async () => {
    for (const fields of [{}, { sure: 'no' }]) {
      expect((await change('revoke', fields as Record<string, string>)).location).toBe(`/dashboard/keys/${id}`);
    }
    expect((await keyOf(id))?.standing.revoked).toBe(false);
  });

  test('of somebody else is none', async () => {
    const before = await keysOf(ada);
    for (const [what, fields] of [
      ...[['name', { name: 'Mine' }] as const, ['name', { name: 'x'.repeat(101) }] as const],
      ...[['limit', { limit: '1' }] as const, ['scope', { scope: 'all' }] as const],
      ...[['rotate', { days: '7' }] as const, ['revoke', { sure: 'yes' }] as const],
    ]) {
      const { status, headers } = await change(what, fields, bob);
      expect([what, status, headers.get('X-Error-Code')]).toEqual([what, 404, 'NOT_FOUND']);
    }
    expect((await asking(bindings, bob).get(`/dashboard/keys/${id}`)).status).toBe(404);
    expect((await asking(bindings, bob).get('/dashboard/keys')).text).not.toContain(id);
    expect(await keysOf(ada)).toEqual(before);
  });

  test.each([
    ['30', 'ends in 30 days.'],
    ['1', 'ends in 1 day.'],
    ['0', 'has ended.'],
  ])('goes on for %s days beside the one in its place, which says so', async (days, says) => {
    const old = await made();
    const led = await hers().post(`/dashboard/keys/${old}/rotate`, { days: ` ${days} ` });
    expect(led.location).toBe('/dashboard/keys/created');
    const cookie = `${ada.cookie}; ${led.headers.get('Set-Cookie')?.split(';')[0]}`;
    const shown = await asking(bindings, { ...ada, cookie }).get('/dashboard/keys/created');
    expect(textOf(shown.text)).toContain(says);
    const { standing } = (await keyOf(old)) ?? {};
    expect(standing?.revoked).toBe(days === '0');
    const leftDays = ((standing?.endsAtMs ?? 0) - Date.now()) / 86_400_000;
    expect(Math.abs(leftDays - Number(days))).toBeLessThan(0.1);
  });

  test('ends at once, is listed as ended, and is not rotated any more', async () => {
    const old = await made({ name: 'Old' });
    const { location } = await hers().post(`/dashboard/keys/${old}/revoke`, { sure: 'yes' });
    expect(location).toBe('/dashboard/keys?done=revoked');
    const { text } = await hers().get(location ?? '');
    expect([noticesOf(partOf(text, 'main'))[0][0], partOf(text, 'details').includes(old)]).toEqual(['done', true]);
    const again = await hers().post(`/dashboard/keys/${old}/rotate`, { days: '7' });
    expect([again.status, noticesOf(again.text)[0][1].length > 10]).toEqual([422, true]);
  });

  test('shows when it was last used', async () => {
    const atMs = Date.UTC(2026, 10, 26, 14, 5);
    const { DIRECTORY } = bindings;
    await addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events: [eventWith({ atMs, keyId: id })] }], atMs);
    for (const path of ['/dashboard/keys', `/dashboard/keys/${id}`]) {
      expect(textOf((await hers().get(path)).text)).toContain('26 Nov 2026, 14:05 UTC');
    }
  });

  test.each(['constructor', 'toString', 'paid', ''])('is said to be nothing for done=%s', async (word) => {
    for (const path of ['/dashboard/keys', `/dashboard/keys/${id}`, '/dashboard/account']) {
      expect(noticesOf((await hers().get(`${path}?done=${word}`)).text)).toEqual([]);
    }
  });
});

describe('usage', () => {
  const figure = (text: string) => textOf(partOf(text, 'p', 'class="figure"'));

  test('is that of the wallets and days that are chosen, with keys by their names', async () => {
    const [inTest, live] = wallets;
    const named = await made({ name: 'Named' });
    const nameless = await made();
    const nowMs = Date.now();
    const events = [
      eventWith({ atMs: nowMs, wallet: inTest.wallet, keyId: named }),
      eventWith({ atMs: nowMs, wallet: inTest.wallet, keyId: nameless }),
      eventWith({ atMs: nowMs, wallet: inTest.wallet, keyId: inTest.hiddenKeyId }),
      eventWith({ atMs: nowMs, wallet: live.wallet, keyId: 'key_gone' }),
      eventWith({ atMs: nowMs - 20 * 86_400_000, wallet: live.wallet, keyId: live.hiddenKeyId }),
    ];
    await addUsage(bindings.DIRECTORY, [{ id: crypto.randomUUID(), events }], nowMs);
    const seen = async (query: string) => (await hers().get(`/dashboard/usage${query}`)).text;
    for (const [query, calls, chosen] of [
      ['', '5', ['30', 'all']],
      ['?days=7', '4', ['7', 'all']],
      ['?wallet=test', '3', ['30', 'test']],
      ['?wallet=live&days=90', '2', ['90', 'live']],
      ['?wallet=gold&days=8', '5', ['30', 'all']],
    ] as const) {
      const text = await seen(query);
      expect([query, figure(text)]).toEqual([query, calls]);
      const selected = (text.match(/<option[^>]*selected[^>]*>/g) ?? []).map((option) => attributeOf(option, 'value'));
      expect(selected).toEqual(chosen);
    }
    const keys = partsOf(await seen(''), 'table').find((table) => textOf(partOf(table, 'caption')) === 'By key') ?? '';
    const names = rowsOf(keys)
      .map(([name]) => name.replace(/…\w{4}/, '…'))
      .sort();
    expect(names).toEqual(['Key …', 'Named (…)', 'Playground, live', 'Playground, test', 'key_gone']);
    expect(
      partsOf(await seen(''), 'h3')
        .map(textOf)
        .slice(-2),
    ).toEqual(['Test credits left', 'Live credits left']);
    expect(textOf(await seen('?wallet=live'))).not.toContain('Test credits left');
  });

  test('of somebody else is not shown', async () => {
    expect(figure((await asking(bindings, bob).get('/dashboard/usage')).text)).toBe('0');
  });
});

describe('purchases', () => {
  test('are those of the account, on a page that may lead to Stripe', async () => {
    const [, { wallet, hiddenKeyId: keyId }] = wallets;
    const bought = { sessionId: 'cs_1', wallet, keyId, credits: 321, amount: 900, currency: 'eur', livemode: false };
    await addPurchase(bindings.DIRECTORY, { ...bought, accountId: ada.accountId }, Date.now());
    const page = await hers().get('/dashboard/billing');
    expect(page.headers.get('Content-Security-Policy')).toContain('https://checkout.stripe.com');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(rowsOf(page.text).map(([, state, credits]) => [state, credits])).toEqual([
      ['Not finished, play money', '321'],
    ]);
    expect(rowsOf((await asking(bindings, bob).get('/dashboard/billing')).text)).toEqual([]);
    for (const [word, kinds] of [
      ...[['paid', ['done']] as const, ['failed', ['failed']] as const, ['constructor', []] as const],
    ]) {
      const { text } = await asking(shop, ada).get(`/dashboard/billing?checkout=${word}`);
      expect(noticesOf(text).map(([kind]) => kind)).toEqual(kinds);
    }
  });

  test('begin with a pack that is sold, at Stripe', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    let answer = () => Response.json({ id: 'cs_2', url: 'https://checkout.stripe.com/2' });
    const stripe = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
    const buy = (credits: string, on = shop) => asking(on, ada).post('/billing/checkout', { credits });
    const { status, location } = await buy('100');
    expect([status, location]).toEqual([303, 'https://checkout.stripe.com/2']);
    const [, { wallet }] = wallets;
    const back = `${base}/dashboard/billing?checkout=`;
    expect(await findPurchase(bindings.DIRECTORY, 'cs_2')).toMatchObject({ wallet, credits: 100, amount: 900 });
    const sent = new URLSearchParams(String(stripe.mock.lastCall?.[1]?.body));
    expect([sent.get('success_url'), sent.get('cancel_url')]).toEqual([`${back}paid`, `${back}left`]);
    for (const refused of [await buy('500'), await buy(''), await buy('100', bindings as typeof shop)]) {
      expect(refused.status).toBe(404);
    }
    expect(stripe).toHaveBeenCalledOnce();
    answer = () => Response.json({ id: 'cs_3', url: null });
    expect((await buy('100')).location).toBe('/dashboard/billing');
    answer = () => Response.json({ error: { message: 'Away' } }, { status: 400 });
    expect((await buy('100')).location).toBe('/dashboard/billing?checkout=failed');
    expect(String(log.mock.calls)).toContain('checkout-failed');
  });

  test('are offered to everybody by their prices, also where there are no accounts', async () => {
    const [visitor, owner] = [await asking(shop, null).get('/prices'), await asking(shop, ada).get('/prices')];
    expect([formsOf(visitor.text).length, formsOf(owner.text)[0].fields[0]]).toEqual([0, ['csrf', ada.token]]);
    expect(linksOf(partOf(visitor.text, 'ul', 'packs')).map(([href]) => href)).toEqual(['/sign-up']);
    const without = await asking({ ...shop, SESSION_SECRET: '', CREDIT_LIFETIME_DAYS: '7' } as typeof shop, ada).get(
      '/prices',
    );
    expect([without.status, formsOf(without.text), textOf(without.text).includes('last 7 days')]).toEqual([
      200,
      [],
      true,
    ]);
    expect(noticesOf((await hers().get('/prices')).text)).toHaveLength(1);
  });
});
