/** Buying credits: the call of Stripe's API against a mock of it, then the events that Stripe would send. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, noBrowser } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';
import { type Stripe, signatureOf, startStripe } from './stripe/stripe.ts';

const secret = 'whsec_of_the_test';

describe('the checkout', () => {
  let stack: Stack;
  let stripe: Stripe;
  let buyer: Person;
  let stranger: Person;

  beforeAll(async () => {
    stripe = await startStripe();
    stack = await startStack({
      edgeVariables: {
        CREDIT_PACKS: '100 for 9.00 EUR, 500 for 39.00 EUR',
        STRIPE_SECRET_KEY: 'sk_test_123',
        STRIPE_WEBHOOK_SECRETS: `whsec_old,${secret}`,
        STRIPE_API_URL: stripe.url,
        ...{ STRIPE_INVOICES: 'on', STRIPE_TAX_IDS: 'on', STRIPE_AUTOMATIC_TAX: 'on' },
      },
    });
    [buyer, stranger] = [new Person(stack.base), new Person(stack.base)];
    await buyer.join('ada@example.org', 'a long password');
    await stranger.join('eve@example.org', 'a long password');
  });
  afterAll(async () => {
    await stack?.stop();
    await stripe?.stop();
  });

  const post = async (event: object, sign = (body: string) => signatureOf(body, secret)) => {
    const body = JSON.stringify(event);
    const headers = { 'Stripe-Signature': sign(body), 'Content-Type': 'application/json' };
    return (await fetch(`${stack.base}/billing/webhook`, { method: 'POST', headers, body })).status;
  };
  const liveCredits = async (person: Person) => {
    const { text } = await person.visit('/dashboard/usage');
    return Number(/Live credits left<\/h3><p class="figure">([\d,]+)/.exec(text)?.[1].replace(',', ''));
  };
  const eventOf = (type: string, object: object) => ({
    id: 'evt_1',
    object: 'event',
    type,
    livemode: false,
    data: { object },
  });

  it('shows packs to everybody, and a way to buy to who is signed in', async () => {
    const visitor = await new Person(stack.base).visit('/prices');
    expect(visitor.status).toBe(200);
    expect(visitor.text).toContain('€39.00');
    expect(visitor.text).toContain('href="/sign-up"');
    expect((await buyer.visit('/prices')).text).toContain('action="/billing/checkout"');
  });

  it('is begun at Stripe with our price, paid, and brings credits once', async () => {
    await buyer.visit('/dashboard/billing');
    const begun = await buyer.submit('/billing/checkout', { credits: '100' });
    const [call] = stripe.calls.slice(-1);
    expect([begun.status, begun.location]).toEqual([303, `https://checkout.stripe.com/c/pay/${call.answer.id}`]);
    expect(call).toMatchObject({ path: '/v1/checkout/sessions', authorization: 'Bearer sk_test_123' });
    expect(Object.fromEntries(call.sent)).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][currency]': 'eur',
      'adaptive_pricing[enabled]': 'false',
      'invoice_creation[enabled]': 'true',
      'tax_id_collection[enabled]': 'true',
      'automatic_tax[enabled]': 'true',
      customer_email: 'ada@example.org',
      success_url: `${stack.base}/dashboard/billing?checkout=paid`,
    });
    expect((await buyer.visit('/dashboard/billing')).text).toContain('Not finished');
    expect(await liveCredits(buyer)).toBe(0);

    const session = {
      id: String(call.answer.id),
      payment_status: 'unpaid',
      amount_total: 900,
      currency: 'eur',
      payment_intent: 'pi_1',
    };
    expect(await post(eventOf('checkout.session.completed', session))).toBe(200);
    expect((await buyer.visit('/dashboard/billing')).text).toContain('Waiting for the bank');
    const paid = eventOf('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' });
    expect(await post(paid, (body) => signatureOf(body, 'whsec_of_somebody'))).toBe(400);
    expect(await post(paid, (body) => signatureOf(body, secret, Math.floor(Date.now() / 1000) - 302))).toBe(400);
    expect(await liveCredits(buyer)).toBe(0);
    for (let time = 0; time < 3; time++) expect(await post(paid)).toBe(200);
    expect(await liveCredits(buyer)).toBe(100);
    expect((await buyer.visit('/dashboard/billing')).text).toContain('>Paid');

    const invoice = await buyer.visit(`/dashboard/billing/${session.id}/invoice`);
    expect([invoice.status, invoice.location]).toEqual([303, `https://invoice.stripe.com/i/${session.id}`]);
    expect(stripe.calls.at(-1)?.path).toContain(`/v1/checkout/sessions/${session.id}?`);
    const other = await stranger.visit(`/dashboard/billing/${session.id}/invoice`);
    expect(other.location).toBe('/dashboard/billing?checkout=no-invoice');

    const refunded = eventOf('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 450 });
    for (let time = 0; time < 3; time++) expect(await post(refunded)).toBe(200);
    expect(await post(paid)).toBe(200);
    expect(await liveCredits(buyer)).toBe(50);
  });

  it('leads a browser to the page of Stripe, which the policy of the page allows', async ({ skip }) => {
    skip(noBrowser !== null, noBrowser ?? undefined);
    const browser = await launch();
    try {
      const context = await browser.newContext({ baseURL: stack.base });
      await context.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'Pay here' }));
      await context.addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: stack.base })));
      for (const path of ['/prices', '/dashboard/billing']) {
        const page = await context.newPage();
        await page.goto(path);
        await page.getByRole('button', { name: 'Buy 500 credits for €39.00' }).click();
        await page.waitForURL('https://checkout.stripe.com/c/pay/*');
        expect(await page.textContent('body')).toBe('Pay here');
      }
    } finally {
      await browser.close();
    }
  });

  it('shows nobody what another one bought', async () => {
    expect((await stranger.visit('/dashboard/billing')).text).toContain('No purchases yet');
    expect(await liveCredits(stranger)).toBe(0);
  });

  it("is begun only by the service's own form, by a signed-in user, for a pack that is sold", async () => {
    const before = stripe.calls.length;
    expect((await buyer.submit('/billing/checkout', { credits: '100', csrf: 'guessed' })).status).toBe(403);
    expect((await buyer.submit('/billing/checkout', { credits: '100', csrf: stranger.token })).status).toBe(403);
    await buyer.visit('/dashboard/billing');
    expect((await buyer.submit('/billing/checkout', { credits: '101' })).status).toBe(404);
    const visitor = new Person(stack.base);
    expect((await visitor.submit('/billing/checkout', { credits: '100' })).location).toMatch(/^\/sign-in\?/);
    expect(stripe.calls.length).toBe(before);
  });

  it('shows a message where Stripe cannot be reached', async () => {
    await stripe.stop();
    await buyer.visit('/dashboard/billing');
    const failed = await buyer.submit('/billing/checkout', { credits: '500' });
    expect(failed.location).toBe('/dashboard/billing?checkout=failed');
    expect((await buyer.follow(failed)).text).toContain('Nothing was charged');
  });
});
