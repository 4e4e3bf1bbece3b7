/** How a deployment sells credits; null where it does not. */
import { billingSecrets, billingSettings, type CreditPack, stripeApi } from '../../contract/settings/billing.ts';
import { readSettings } from '../../contract/settings/read.ts';
import type { PageLedger } from '../../contract/wallets.ts';

export interface BillingEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: { getByName(wallet: string): Pick<PageLedger, 'topUp' | 'refund'> };
}

export interface BillingSetup {
  readonly env: BillingEnv;
  readonly packs: readonly CreditPack[];
  readonly secretKey: string;
  /** At least one. */
  readonly webhookSecrets: readonly string[];
  /** Null calls Stripe's own. */
  readonly apiUrl: string | null;
  /** Whether Stripe makes an invoice of each purchase. */
  readonly hasInvoices: boolean;
  /** Whether buyers may enter a tax id. */
  readonly hasTaxIds: boolean;
  /** Whether Stripe Tax finds the tax within the price. */
  readonly hasAutomaticTax: boolean;
  /** Whether payments are real: events of the other mode are ignored. */
  readonly livemode: boolean;
}

/**
 * The setup of this deployment; null where a key of Stripe, a webhook's secret or a pack is missing.
 * @throws SettingsFault on a setting that cannot be used
 */
export function billingSetup(env: BillingEnv): BillingSetup | null {
  const settings = { ...billingSettings, ...billingSecrets, ...stripeApi };
  const values = readSettings(settings, { ...env });
  const { creditPacks, stripeSecretKey, stripeWebhookSecrets = '', stripeApiUrl } = values;
  const webhookSecrets = stripeWebhookSecrets.split(',').flatMap((secret) => secret.trim() || []);
  if (!stripeSecretKey || webhookSecrets.length === 0 || creditPacks.length === 0) return null;
  return {
    env,
    packs: creditPacks,
    secretKey: stripeSecretKey,
    webhookSecrets,
    apiUrl: stripeApiUrl ?? null,
    hasInvoices: values.stripeInvoices,
    hasTaxIds: values.stripeTaxIds,
    hasAutomaticTax: values.stripeAutomaticTax,
    livemode: /^[a-z]+_live_/.test(stripeSecretKey),
  };
}
