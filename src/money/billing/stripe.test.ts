/** What is asked of Stripe, through Stripe's own package, by an excerpt of Stripe's own description. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StripeServer, startStripeServer } from '../../../test/billing/stripe/server.ts';
import type { BillingSetup } from './setup.ts';
import { beginCheckout, fetchEvent } from './stripe.ts';

let server: StripeServer;
let setup: BillingSetup;
beforeAll(async () => {
  server = await startStripeServer();
  setup = {
    env: {} as BillingSetup['env'],
    packs: [],
    secretKey: 'sk_test_123',
    webhookSecrets: [],
    apiUrl: `http://127.0.0.1:${server.port}`,
    ...{ hasInvoices: false, hasTaxIds: false, hasAutomaticTax: false, livemode: false },
  };
});
afterAll(() => server.stop());

it('begins a checkout', async () => {
  const order = { credits: 1000, amount: 900, currency: 'eur', accountId: 'account', email: 'ada@example.org' };
  const urls = { successUrl: 'https://example.org/paid', cancelUrl: 'https://example.org/left' };
  expect(await beginCheckout(setup, { ...order, ...urls })).toEqual({
    sessionId: expect.stringMatching(/^cs_test_/),
    url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  });
});

it('fetches an event', async () => {
  expect(await fetchEvent(setup, 'evt_1')).toMatchObject({ id: 'evt_1', object: 'event' });
});
