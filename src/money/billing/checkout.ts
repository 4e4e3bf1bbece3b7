/** The beginning of a purchase: a checkout at Stripe, and what was sold, written down before the buyer gets there. */
import type { CreditPack } from '../../contract/settings/billing.ts';
import { addPurchase } from './purchases.ts';
import type { BillingSetup } from './setup.ts';
import { beginCheckout } from './stripe.ts';

/** Who buys, and which wallet gets the credits. */
export interface Buyer {
  readonly accountId: string;
  readonly email: string;
  /** Type and handle. */
  readonly wallet: string;
  /** A key of that wallet. */
  readonly keyId: string;
}

/**
 * Begins a purchase.
 * @param origin of the pages that the buyer comes back to
 * @returns Stripe's page; null where Stripe names none
 * @throws Error where Stripe or the directory cannot be reached; nothing can be paid then
 */
export async function beginPurchase(
  setup: BillingSetup,
  { credits, amount, currency }: CreditPack,
  { accountId, email, wallet, keyId }: Buyer,
  origin: string,
): Promise<string | null> {
  const back = `${origin}/dashboard/billing?checkout=`;
  const order = { credits, amount, currency, accountId, email, successUrl: `${back}paid`, cancelUrl: `${back}left` };
  const { sessionId, url } = await beginCheckout(setup, order);
  const { livemode } = setup;
  const purchase = { sessionId, accountId, wallet, keyId, credits, amount, currency, livemode };
  await addPurchase(setup.env.DIRECTORY, purchase, Date.now());
  return url;
}
