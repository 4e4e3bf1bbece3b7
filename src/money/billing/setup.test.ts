import { expect, test } from 'vitest';
import { type BillingEnv, billingSetup } from './setup.ts';

const env = {} as BillingEnv;
const complete = {
  ...env,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: ' whsec_1, ,whsec_2 ',
  CREDIT_PACKS: '100 for 9.00 EUR',
};

const setupWith = (changes: object = {}) => billingSetup({ ...complete, ...changes });

test('credits are sold where key, secrets and packs are there', () => {
  expect(setupWith()).toEqual({
    env: complete,
    packs: [{ credits: 100, amount: 900, currency: 'eur' }],
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    apiUrl: null,
    ...{ hasInvoices: false, hasTaxIds: false, hasAutomaticTax: false, livemode: false },
  });
});

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'CREDIT_PACKS'])('without %s nothing is sold', (name) => {
  expect(setupWith({ [name]: '' })).toBeNull();
  expect(setupWith({ [name]: undefined })).toBeNull();
});

test('secrets that are nothing but commas are none', () => {
  expect(setupWith({ STRIPE_WEBHOOK_SECRETS: ' , ' })).toBeNull();
});

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
  ['sk_test_live_1', false],
  ['_live_1', false],
])('whether %s takes real money: %s', (key, livemode) => {
  expect(setupWith({ STRIPE_SECRET_KEY: key })?.livemode).toBe(livemode);
});

test('what Stripe does beside taking the money is each switched on by itself', () => {
  expect(setupWith({ STRIPE_INVOICES: 'on' })).toMatchObject({ hasInvoices: true, hasTaxIds: false });
  expect(setupWith({ STRIPE_TAX_IDS: 'on' })).toMatchObject({ hasTaxIds: true, hasAutomaticTax: false });
  expect(setupWith({ STRIPE_AUTOMATIC_TAX: 'on' })).toMatchObject({ hasAutomaticTax: true, hasInvoices: false });
});
