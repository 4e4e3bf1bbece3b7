/** What pages of prices and purchases show, and which forms buy. */
import { describe, expect, test, vi } from 'vitest';
import type { CreditPack } from '../../../contract/settings/billing.ts';
import { type ListedPurchase, purchaseStates } from '../../../money/billing/purchases.ts';
import { formsOf, linksOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { BillingPage, type BillingProps } from './billing.tsx';
import { price } from './packs.tsx';
import { PricesPage, type PricesProps } from './prices.tsx';

vi.mock('../dashboard/notices.tsx', () => ({ WalletNotices: () => null }));

const packs: readonly CreditPack[] = [
  { credits: 100, amount: 900, currency: 'eur' },
  { credits: 5000, amount: 30_000, currency: 'eur' },
];

test.each([
  [900, 'eur', '€9.00'],
  [1, 'usd', '$0.01'],
  [123_456, 'usd', '$1,234.56'],
  [500, 'jpy', '¥500'],
  [1234, 'kwd', 'KWD 1.234'],
  [900, 'xyz', 'XYZ 9.00'],
])('%i of %s are %s', (amount, currency, text) => {
  expect(price(amount, currency).replace(/\s/g, ' ')).toBe(text);
});

describe('the prices', () => {
  const page = (changes: Partial<PricesProps> = {}) =>
    htmlOf(
      PricesPage({
        address: 'https://example.org/prices',
        visitor: null,
        token: null,
        packs,
        supportEmail: 'help@example.org',
        lifetimeDays: 1095,
        ...changes,
      }),
    );
  const packsOf = (html: string) => partsOf(partOf(html, 'ul', 'packs'), 'li');

  test('say of each pack what it costs, and what a picture of it', async () => {
    const shown = packsOf(await page()).map((pack) => [partOf(pack, 'h3'), ...partsOf(pack, 'p')].map(textOf));
    expect(shown).toEqual([
      ['100 credits', '€9.00', '€0.09 a picture'],
      ['5,000 credits', '€300.00', '€0.06 a picture'],
    ]);
    const [yen] = packsOf(await page({ packs: [{ credits: 1000, amount: 4500, currency: 'jpy' }] }));
    expect(textOf(yen)).toContain('¥4.5 a picture');
    const [finer] = packsOf(await page({ packs: [{ credits: 800, amount: 999, currency: 'usd' }] }));
    expect(textOf(finer)).toContain('$0.012 a picture');
  });

  test('lead a visitor to the sign-up, and let somebody who is signed in buy', async () => {
    const visitor = await page();
    expect(formsOf(visitor)).toEqual([]);
    expect(linksOf(partOf(visitor, 'ul', 'packs'))).toEqual([
      ['/sign-up', 'Sign up to buy'],
      ['/sign-up', 'Sign up to buy'],
    ]);
    const forms = formsOf(await page({ token: 'token-1', visitor: { isOperator: false } }));
    expect(forms.map(({ method, action, fields }) => [method, action, fields[0]])).toEqual(
      Array(2).fill(['post', '/billing/checkout', ['csrf', 'token-1']]),
    );
    const buttons = forms.map(({ html }) => partOf(html, 'button'));
    expect(buttons.map((button) => /name="credits" value="(\d+)"/.exec(button)?.[1])).toEqual(['100', '5000']);
    expect(buttons.map(textOf)).toEqual(['Buy 100 credits for €9.00', 'Buy 5,000 credits for €300.00']);
  });

  test('name the operator where nothing is sold', async () => {
    const html = await page({ packs: [], supportEmail: 'a"b@example.org' });
    expect(html).not.toContain('class="cards packs"');
    expect(noticesOf(html)).toHaveLength(1);
    expect(linksOf(partOf(html, 'div', 'class="notice"'))).toEqual([['mailto:a"b@example.org', 'a"b@example.org']]);
    expect(noticesOf(await page())).toEqual([]);
  });

  test('say how long credits last', async () => {
    expect(textOf(await page())).toContain('Credits last 1,095 days.');
  });
});

describe('the purchases', () => {
  const purchase: ListedPurchase = {
    sessionId: 'cs_1',
    accountId: 'account-1',
    wallet: 'live_1',
    keyId: 'key_1',
    credits: 5000,
    amount: 30_000,
    currency: 'eur',
    livemode: true,
    state: 'paid',
    createdAtMs: Date.UTC(2026, 10, 26),
    creditsBack: 0,
  };
  const page = (changes: Partial<BillingProps> = {}) =>
    htmlOf(BillingPage({ visit: visitOf(), packs, purchases: [purchase], hasInvoices: false, from: null, ...changes }));

  test('are listed with what came and what went back', async () => {
    expect(rowsOf(await page())).toEqual([['26 Nov 2026', 'Paid', '5,000', '–', '€300.00']]);
    const back = { ...purchase, livemode: false, creditsBack: 1250 };
    expect(rowsOf(await page({ purchases: [back] }))).toEqual([
      ['26 Nov 2026', 'Paid , test payment', '5,000', '1,250', '€300.00'].map((cell) => cell.replace(' ,', ',')),
    ]);
    const none = await page({ purchases: [] });
    expect([none.includes('<table'), textOf(none).includes('No purchases yet.')]).toEqual([false, true]);
    expect(textOf(await page())).not.toContain('No purchases yet.');
  });

  test('lead to their invoices once they are paid, where Stripe makes any', async () => {
    const purchases = purchaseStates.map((state, index) => ({ ...purchase, state, sessionId: `cs_${index}` }));
    const invoices = linksOf(await page({ purchases, hasInvoices: true })).filter(([href]) => /invoice$/.test(href));
    expect(invoices).toEqual([['/dashboard/billing/cs_2/invoice', 'Open at Stripe']]);
    expect(purchaseStates[2]).toBe('paid');
    expect(await page({ purchases })).not.toContain('Invoice');
  });

  test('have words of their own for each state', async () => {
    const purchases = purchaseStates.map((state) => ({ ...purchase, state }));
    const words = rowsOf(await page({ purchases })).map(([, state]) => state);
    expect(new Set(words).size).toBe(purchaseStates.length);
    expect(words).not.toContain('');
  });

  test('begin with packs to buy, or with whom to ask', async () => {
    expect(formsOf(await page()).map(({ action, fields }) => [action, fields[0]])).toEqual(
      Array(2).fill(['/billing/checkout', ['csrf', visitOf().token]]),
    );
    const asking = await page({ packs: [] });
    expect(formsOf(asking)).toEqual([]);
    expect(linksOf(asking)).toContainEqual(['mailto:help@example.org', 'help@example.org']);
    expect(linksOf(asking)).not.toContainEqual(['/prices', 'What a credit is']);
  });

  test.each([
    ['paid', 'done'],
    ['left', ''],
    ['failed', 'failed'],
    ['no-invoice', 'failed'],
  ] as const)('say where a buyer comes from: %s', async (from, kind) => {
    const [[shown, text], ...others] = noticesOf(await page({ from }));
    expect([shown, text.length > 10, others]).toEqual([kind, true, []]);
    expect(noticesOf(await page())).toEqual([]);
  });
});
