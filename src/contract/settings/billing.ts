/** Variables and secrets for selling credits through Stripe. Without them nothing is sold. */
import { flag, secret, url } from './kinds.ts';
import type { Setting } from './setting.ts';

/** Credits that are sold together. */
export interface CreditPack {
  readonly credits: number;
  /** Price in the smallest unit of the currency, cents for one. */
  readonly amount: number;
  /** Lower case, ISO 4217. */
  readonly currency: string;
}

const creditPacks: Setting<readonly CreditPack[]> = {
  variable: 'CREDIT_PACKS',
  kind: 'text',
  meaning: 'What is sold: 100 for 9.00 EUR',
  fallback: [],
  unset: 'none',
  allowed: 'CREDITS for PRICE CURRENCY, with commas between,',
  parse: (text) => {
    const packs = text.split(',').map(packOf);
    const known = packs.filter((pack) => pack !== undefined);
    const isEachOnce = new Set(known.map(({ credits }) => credits)).size === packs.length;
    return known.length === packs.length && isEachOnce ? known : undefined;
  },
};

/** What Stripe's page does beside taking the money. Stripe may charge for each. */
const checkoutSettings = {
  stripeInvoices: flag('STRIPE_INVOICES', { fallback: false, meaning: 'Invoices by Stripe' }),
  stripeTaxIds: flag('STRIPE_TAX_IDS', { fallback: false, meaning: 'Tax ids of buyers' }),
  stripeAutomaticTax: flag('STRIPE_AUTOMATIC_TAX', {
    fallback: false,
    meaning: 'Stripe Tax, within the price',
  }),
} as const;

export const billingSettings = { creditPacks, ...checkoutSettings } as const;

export const billingSecrets = {
  stripeSecretKey: secret('STRIPE_SECRET_KEY', 'Key of the Stripe account'),
  stripeWebhookSecrets: secret(
    'STRIPE_WEBHOOK_SECRETS',
    'Signing secrets of /billing/webhook, separated by commas: during a rotation both',
  ),
} as const;

/** For tests, which have a Stripe of their own. */
export const stripeApi = {
  stripeApiUrl: url('STRIPE_API_URL', {
    fallback: undefined,
    unset: "Stripe's own",
    meaning: 'For tests',
  }),
} as const;

/** Here Stripe counts other units than ISO 4217 does. */
const exceptions = ['ISK', 'UGX'];

function packOf(text: string): CreditPack | undefined {
  const found = /^\s*(\d{1,9}) for (\d{1,9})(?:\.(\d{1,3}))? ([A-Z]{3})\s*$/.exec(text);
  if (!found || exceptions.includes(found[4])) return undefined;
  const [, credits, whole, part = '', currency] = found;
  const digits = fractionDigits(currency);
  if (digits === undefined || (part !== '' && part.length !== digits)) return undefined;
  const pack = {
    credits: Number(credits),
    amount: Number(whole + part.padEnd(digits, '0')),
    currency: currency.toLowerCase(),
  };
  return pack.credits > 0 && pack.amount > 0 ? pack : undefined;
}

/** Digits after the point of amounts in that currency; undefined where there is no such currency. */
export function fractionDigits(currency: string): number | undefined {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) return undefined;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
}
