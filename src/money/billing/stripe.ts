/** Stripe's own package, loaded for purchases and for Stripe's calls, and for no picture. */
import { eventTypes, metadataOf } from './facts.ts';
import type { BillingSetup } from './setup.ts';

const timeoutMs = 20_000;
/** How far the `t` of a signature may be from now, before or after. */
const toleranceSeconds = 300;

/** A checkout as Stripe has begun it. */
export interface BegunCheckout {
  readonly sessionId: string;
  /** Stripe's page, or where it sends the buyer next. */
  readonly url: string | null;
}

/** What Stripe is asked to sell. */
export interface CheckoutOrder {
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly accountId: string;
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Begins a checkout. @throws Error of Stripe's package */
export async function beginCheckout(setup: BillingSetup, order: CheckoutOrder): Promise<BegunCheckout> {
  const stripe = await clientOf(setup);
  const { credits, amount, currency, accountId } = order;
  const { hasInvoices, hasTaxIds, hasAutomaticTax } = setup;
  const name = `${credits.toLocaleString('en-US')} Edgematte credits`;
  // Tax is within the price, which stays ours.
  const taxed = hasAutomaticTax ? ({ tax_behavior: 'inclusive' } as const) : {};
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name }, ...taxed } }],
    client_reference_id: accountId,
    customer_email: order.email,
    metadata: metadataOf(order),
    // An invoice is somebody's: without a customer Stripe would keep no name and no tax id for it.
    ...(hasInvoices && { invoice_creation: { enabled: true }, customer_creation: 'always' as const }),
    ...(hasTaxIds && { tax_id_collection: { enabled: true } }),
    ...(hasAutomaticTax && { automatic_tax: { enabled: true } }),
    // The price is ours in every country, or its check would fail.
    adaptive_pricing: { enabled: false },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  });
  return { sessionId: id, url };
}

/**
 * Stripe's page with the invoice of a checkout. Its address is asked for each time, for it ends after some weeks.
 * @returns null where Stripe has made none
 * @throws Error of Stripe's package
 */
export async function invoicePage(setup: BillingSetup, sessionId: string): Promise<string | null> {
  const stripe = await clientOf(setup);
  const { invoice } = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['invoice'] });
  return typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null;
}

/**
 * The event of a webhook's call.
 * @param body as it came
 * @param signature the header `Stripe-Signature`
 * @returns the event; null where none of our secrets has signed it, or its signature is too old or from the future; undefined where it is
 *   signed and no JSON
 */
export async function readEvent(setup: BillingSetup, body: Uint8Array, signature: string): Promise<unknown> {
  // Without a plausible signature the package is not loaded.
  if (!signature.includes('v1=') || isFromFuture(signature)) return null;
  const stripe = await clientOf(setup);
  const { StripeSignatureVerificationError } = stripe.errors;
  const text = new TextDecoder().decode(body);
  for (const secret of setup.webhookSecrets) {
    try {
      return await stripe.webhooks.constructEventAsync(text, signature, secret, toleranceSeconds);
    } catch (cause) {
      // The next secret may be the one.
      if (!(cause instanceof StripeSignatureVerificationError)) return undefined;
    }
  }
  return null;
}

/** An event by its id, as Stripe has it; null where it has none. @throws Error of Stripe's package */
export async function fetchEvent(setup: BillingSetup, id: string): Promise<unknown> {
  const stripe = await clientOf(setup);
  try {
    return await stripe.events.retrieve(id);
  } catch (cause) {
    if (cause instanceof Error && 'statusCode' in cause && cause.statusCode === 404) return null;
    throw cause;
  }
}

/** Events of the types that count, as Stripe lists them. */
export interface EventPage {
  readonly events: readonly unknown[];
  /** The last one; null where there are no more. */
  readonly next: string | null;
}

/**
 * Events since a moment, newest first, at most so many. Stripe has those of thirty days.
 * @param after the last one of the page before; null for the first page
 * @throws Error of Stripe's package
 */
export async function listEvents(
  setup: BillingSetup,
  sinceMs: number,
  after: string | null,
  limit: number,
): Promise<EventPage> {
  const stripe = await clientOf(setup);
  const { data, has_more } = await stripe.events.list({
    created: { gte: Math.floor(sinceMs / 1000) },
    types: [...eventTypes],
    limit,
    ...(after !== null && { starting_after: after }),
  });
  return { events: data, next: has_more ? (data.at(-1)?.id ?? null) : null };
}

/** Stripe's package rejects old signatures only. */
function isFromFuture(signature: string): boolean {
  const latest = Math.floor(Date.now() / 1000) + toleranceSeconds;
  return signature.split(',').some((part) => Number(/^t=(.*)$/.exec(part)?.[1]) > latest);
}

async function clientOf({ secretKey, apiUrl }: BillingSetup) {
  const { Stripe } = await import('stripe');
  const url = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
