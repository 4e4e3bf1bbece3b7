/** Usage and billing as their owner has them: what is chosen, what is bought, and what is nobody else's. */
import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPurchase, findPurchase } from '../../../money/billing/purchases.ts';
import { addUsage } from '../../../money/usage/store.ts';
import { eventWith } from '../../../money/usage/testing/event.ts';
import { makeKey } from '../../accounts/own-keys.ts';
import { type AccountWallet, walletsOf } from '../../accounts/wallets.ts';
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

/** Makes a key of Ada. @returns its id */
async function made(name: string | null): Promise<string> {
  const key = await makeKey(ada.accountId, 'test', { name, operations: null, limit: null }, setup);
  if (key === 'full') throw new Error('No key was made');
  return key.record.id;
}

describe('usage', () => {
  const figure = (text: string) => textOf(partOf(text, 'p', 'class="figure"'));

  test('is that of the wallets and days that are chosen, with keys by their names', async () => {
    const [inTest, live] = wallets;
    const named = await made('Named');
    const nameless = await made(null);
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
      ['?key=test', '3', ['30', 'test']],
      ['?key=live&days=90', '2', ['90', 'live']],
      [`?key=${named}`, '1', ['30', named]],
      ['?key=gold&days=8', '5', ['30', 'all']],
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
    expect(textOf(await seen('?key=live'))).not.toContain('Test credits left');
    expect(textOf(await seen(`?key=${named}`))).not.toContain('credits left');
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
      ['Not finished, test payment', '321'],
    ]);
    expect(rowsOf((await asking(bindings, bob).get('/dashboard/billing')).text)).toEqual([]);
    for (const [word, kinds] of [
      ...[
        ['paid', ['done']] as const,
        ['failed', ['failed']] as const,
        ['no-invoice', ['failed']] as const,
        ['constructor', []] as const,
      ],
    ]) {
      const { text } = await asking(shop, ada).get(`/dashboard/billing?checkout=${word}`);
      expect(noticesOf(text).map(([kind]) => kind)).toEqual(kinds);
    }
  });

  test('are taken along with all else that is kept of the account, and of no other', async () => {
    const file = await hers().get('/dashboard/account/export.json');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="edgematte-account.json"',
      'cache-control': 'no-store',
    });
    const { purchases, ...rest } = JSON.parse(file.text);
    expect([purchases.length, purchases[0].credits, JSON.stringify(rest).includes(ada.email)]).toEqual([1, 321, true]);
    const other = await asking(bindings, bob).get('/dashboard/account/export.json');
    expect([JSON.parse(other.text).purchases, other.text.includes(ada.email)]).toEqual([[], false]);
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

  test('lead to their invoices at Stripe, each its own buyer', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [, { wallet, hiddenKeyId: keyId }] = wallets;
    const bought = { wallet, keyId, credits: 100, amount: 900, currency: 'eur', livemode: false };
    await addPurchase(bindings.DIRECTORY, { ...bought, sessionId: 'cs_5', accountId: ada.accountId }, Date.now());
    let answer = () => Response.json({ id: 'cs_5', invoice: { hosted_invoice_url: 'https://invoice.stripe.com/i/5' } });
    const stripe = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
    const path = '/dashboard/billing/cs_5/invoice';
    const led = async () => (await asking(shop, ada).get(path)).location;
    expect(await led()).toBe('https://invoice.stripe.com/i/5');
    expect(stripe).toHaveBeenCalledOnce();
    const none = '/dashboard/billing?checkout=no-invoice';
    expect((await asking(shop, bob).get(path)).location).toBe(none);
    expect((await asking(shop, null).get(path)).location).toMatch(/^\/sign-in/);
    expect((await asking(shop, ada).get(path.replace('cs_5', 'cs_9'))).location).toBe(none);
    expect((await asking(bindings, ada).get(path)).location).toBe(none);
    expect(stripe).toHaveBeenCalledOnce();
    answer = () => Response.json({ id: 'cs_5', invoice: null });
    expect(await led()).toBe(none);
    answer = () => Response.json({ error: { message: 'Away' } }, { status: 400 });
    expect(await led()).toBe(none);
    expect(String(log.mock.calls)).toContain('invoice-failed');
    // Each is a call of Stripe, so they are counted.
    stripe.mockClear();
    const statuses: number[] = [];
    for (let time = 0; time < 60; time++) statuses.push((await asking(shop, ada).get(path)).status);
    expect([statuses.at(-1), stripe.mock.calls.length]).toEqual([429, statuses.filter((each) => each === 303).length]);
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
