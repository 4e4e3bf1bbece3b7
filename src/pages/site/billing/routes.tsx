/** Routes of prices and purchases. */
import type { Context } from 'hono';
import { Refused, refusal } from '../../../contract/refusals.ts';
import { edgeSettings } from '../../../contract/settings/edge.ts';
import { limitSettings } from '../../../contract/settings/limits.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { beginPurchase } from '../../../money/billing/checkout.ts';
import { note } from '../../../money/billing/note.ts';
import { findPurchase, purchasesOf } from '../../../money/billing/purchases.ts';
import { billingSetup } from '../../../money/billing/setup.ts';
import { invoicePage } from '../../../money/billing/stripe.ts';
import { accountsSetup } from '../../accounts/environment.ts';
import { signedIn } from '../../accounts/session.ts';
import { limitAttempts } from '../../accounts/throttle.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { addressOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, leadTo, ownVisit, type Visited } from '../visit/visit.tsx';
import { BillingPage, origins } from './billing.tsx';
import { PricesPage } from './prices.tsx';

export const pricesRoutes = { pages: { '/prices': showPrices } } satisfies PartOfRoutes<'public'>;

export const billingRoutes = {
  pages: { '/dashboard/billing': showBilling },
  forms: { '/billing/checkout': takeCheckout },
  files: { '/dashboard/billing/:session/invoice': leadToInvoice },
} satisfies PartOfRoutes<'dashboard'>;

async function showPrices(context: Context<Visited>) {
  const { env } = context;
  // Also where there are no accounts.
  const who = accountsSetup(context.req.raw, env) ? await signedIn(context.req.raw, env) : null;
  const page = (
    <PricesPage
      address={addressOf(context.req.raw)}
      visitor={who}
      token={who?.csrfToken ?? null}
      packs={billingSetup(env)?.packs ?? []}
      supportEmail={readSetting(edgeSettings.supportEmail, { ...env })}
      lifetimeDays={readSetting(limitSettings.creditLifetimeDays, { ...env })}
    />
  );
  return secured(await answer(context, page), 'shop');
}

async function showBilling(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { env } = visit.setup;
  const purchases = await purchasesOf(env.DIRECTORY, visit.who.accountId);
  const from = origins.find((each) => each === context.req.query('checkout')) ?? null;
  const { packs = [], hasInvoices = false } = billingSetup(env) ?? {};
  return secured(await answer(context, <BillingPage {...{ visit, packs, purchases, hasInvoices, from }} />), 'shop');
}

async function takeCheckout(context: Context<Visited>) {
  const { setup, who, form } = ownVisit(context);
  const billing = billingSetup(setup.env);
  const pack = billing?.packs.find(({ credits }) => String(credits) === form.get('credits'));
  if (!billing || !pack) throw new Refused(refusal('NOT_FOUND'));
  await limitAttempts('checkout', who.accountId, context.req.raw, setup);
  const wallets = await walletsOf(who.accountId, setup);
  const live = wallets.find(({ type }) => type === 'live');
  if (!live) throw new Error('The account has no live wallet');
  const { accountId, email } = who;
  const buyer = { accountId, email, wallet: live.wallet, keyId: live.hiddenKeyId };
  try {
    return leadTo((await beginPurchase(billing, pack, buyer, setup.origin)) ?? '/dashboard/billing');
  } catch (cause) {
    note('error', 'checkout-failed', { cause });
    return leadTo('/dashboard/billing?checkout=failed');
  }
}

async function leadToInvoice(context: Context<Visited>) {
  const { setup, who } = ownVisit(context);
  const billing = billingSetup(setup.env);
  const sessionId = context.req.param('session') ?? '';
  const purchase = await findPurchase(setup.env.DIRECTORY, sessionId);
  const back = '/dashboard/billing?checkout=no-invoice';
  if (!billing || purchase?.accountId !== who.accountId) return leadTo(back);
  await limitAttempts('invoice', who.accountId, context.req.raw, setup);
  try {
    return leadTo((await invoicePage(billing, sessionId)) ?? back);
  } catch (cause) {
    note('error', 'invoice-failed', { cause });
    return leadTo(back);
  }
}
