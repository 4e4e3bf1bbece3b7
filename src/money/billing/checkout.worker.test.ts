/** How a purchase begins. Stripe is a `fetch` of the test. */
import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { findPurchase, purchasesOf } from './purchases.ts';
import { type BillingEnv, type BillingSetup, billingSetup } from './setup.ts';
import { invoicePage } from './stripe.ts';

const bindings: BillingEnv = env;
const { DIRECTORY } = bindings;

function setupWith(changes: object = {}): BillingSetup {
  const setup = billingSetup({
    ...bindings,
    ...{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1', CREDIT_PACKS: '2000 for 9.00 EUR' },
    ...changes,
  });
  if (!setup) throw new Error('Nothing is sold');
  return setup;
}

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly form: Record<string, string>;
}

/** Stripe, which answers so. @returns what was asked of it */
function stripeAnswers(answer: () => Response): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer())));
    asked.push({ url: request.url, method: request.method, authorization: request.headers.get('Authorization'), form });
    return answer();
  });
  return asked;
}

afterEach(() => void vi.restoreAllMocks());

const buyer = { accountId: 'ada', email: 'ada@example.org', wallet: 'live_1', keyId: 'key_1' };
const begin = (setup: BillingSetup) => beginPurchase(setup, setup.packs[0], buyer, 'https://cutouts.example.org');

test('Stripe is asked to sell one pack at our price, and to lead back', async () => {
  const asked = stripeAnswers(() => Response.json({ id: 'cs_1', url: 'https://checkout.example.org/1' }));
  expect(await begin(setupWith())).toBe('https://checkout.example.org/1');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    url: 'https://api.stripe.com/v1/checkout/sessions',
    method: 'POST',
    authorization: 'Bearer sk_live_1',
  });
  expect(asked[0].form).toEqual({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '900',
    'line_items[0][price_data][product_data][name]': '2,000 Edgematte credits',
    client_reference_id: 'ada',
    customer_email: 'ada@example.org',
    'metadata[credits]': '2000',
    'metadata[amount]': '900',
    'metadata[currency]': 'eur',
    'adaptive_pricing[enabled]': 'false',
    success_url: 'https://cutouts.example.org/dashboard/billing?checkout=paid',
    cancel_url: 'https://cutouts.example.org/dashboard/billing?checkout=left',
  });
});

test.each([
  ['STRIPE_INVOICES', { 'invoice_creation[enabled]': 'true', customer_creation: 'always' }],
  ['STRIPE_TAX_IDS', { 'tax_id_collection[enabled]': 'true' }],
  // The tax is within the price, so that what is paid is what we sold.
  [
    'STRIPE_AUTOMATIC_TAX',
    { 'automatic_tax[enabled]': 'true', 'line_items[0][price_data][tax_behavior]': 'inclusive' },
  ],
])('%s=on asks for it, and for nothing else', async (variable, fields) => {
  const asked = stripeAnswers(() => Response.json({ id: crypto.randomUUID(), url: null }));
  await begin(setupWith());
  await begin(setupWith({ [variable]: 'on' }));
  expect(asked[1].form).toEqual({ ...asked[0].form, ...fields });
});

test.each([
  [{ hosted_invoice_url: 'https://invoice.stripe.com/i/1' }, 'https://invoice.stripe.com/i/1'],
  // A draft has no page yet.
  [{ hosted_invoice_url: null }, null],
  [null, null],
  ['in_1', null],
])('the page of an invoice is asked of Stripe: %o', async (invoice, page) => {
  const asked = stripeAnswers(() => Response.json({ id: 'cs_1', invoice }));
  expect(await invoicePage(setupWith(), 'cs_1')).toBe(page);
  expect(asked.map(({ method, url }) => [method, decodeURIComponent(url)])).toEqual([
    ['GET', 'https://api.stripe.com/v1/checkout/sessions/cs_1?expand[0]=invoice'],
  ]);
});

test('what was sold is written down before the buyer gets there', async () => {
  stripeAnswers(() => Response.json({ id: 'cs_2', url: null }));
  expect(await begin(setupWith())).toBeNull();
  const terms = { credits: 2000, amount: 900, currency: 'eur', livemode: true };
  const { email: _, ...named } = buyer;
  expect(await findPurchase(DIRECTORY, 'cs_2')).toEqual({ sessionId: 'cs_2', ...named, ...terms });
});

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1/checkout/sessions'],
  ['https://stripe.example.org', 'https://stripe.example.org/v1/checkout/sessions'],
  ['http://stripe.example.org', 'http://stripe.example.org/v1/checkout/sessions'],
])('a Stripe of tests is asked at %s', async (address, url) => {
  const asked = stripeAnswers(() => Response.json({ id: crypto.randomUUID(), url: null }));
  await begin(setupWith({ STRIPE_API_URL: address }));
  expect(asked[0].url.replace(/:(80|443)\//, '/')).toBe(url);
});

test('where Stripe refuses nothing is written down', async () => {
  const error = { type: 'invalid_request_error', message: 'No such currency' };
  stripeAnswers(() => Response.json({ error }, { status: 400 }));
  const before = await purchasesOf(DIRECTORY, 'ada');
  await expect(begin(setupWith())).rejects.toThrow('No such currency');
  expect(await purchasesOf(DIRECTORY, 'ada')).toEqual(before);
});

test('a call that fails is made three times at most', async () => {
  const error = { type: 'api_error', message: 'Out of order' };
  const asked = stripeAnswers(() => Response.json({ error }, { status: 500 }));
  await expect(begin(setupWith())).rejects.toThrow('Out of order');
  expect(asked).toHaveLength(3);
});
