/** Calls of Stripe's API, to its mock or to the small server. */
import type { StripeServer } from './server.ts';

const order = new URLSearchParams({
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '900',
  'line_items[0][price_data][product_data][name]': '100 credits',
  'adaptive_pricing[enabled]': 'false',
  success_url: 'https://example.org/paid',
});
const taxed = new URLSearchParams([
  ...order,
  ['line_items[0][price_data][tax_behavior]', 'inclusive'],
  ['invoice_creation[enabled]', 'true'],
  ['customer_creation', 'always'],
  ['tax_id_collection[enabled]', 'true'],
  ['automatic_tax[enabled]', 'true'],
]);
const changed = (name: string, value: string) => new URLSearchParams([...order, [name, value]]).toString();
const key = 'Bearer sk_test_123';

/** What is asked, and the status and members of what has to be answered. */
export const exchanges = {
  'an order': [{ method: 'POST', path: '/v1/checkout/sessions', body: order.toString(), key }, 200],
  'an order with an invoice and taxes': [
    { method: 'POST', path: '/v1/checkout/sessions', body: taxed.toString(), key },
    200,
  ],
  'an order that was made': [{ method: 'GET', path: '/v1/checkout/sessions/cs_1Made', key }, 200],
  'an event': [{ method: 'GET', path: '/v1/events/evt_1Read', key }, 200],
  'a parameter that there is not': [
    { method: 'POST', path: '/v1/checkout/sessions', body: changed('colour', 'red'), key },
    400,
  ],
  'a text for a number': [
    { method: 'POST', path: '/v1/checkout/sessions', body: changed('line_items[1][quantity]', 'many'), key },
    400,
  ],
  'a choice that there is not': [
    { method: 'POST', path: '/v1/checkout/sessions', body: changed('submit_type', 'x'), key },
    400,
  ],
  'no key': [{ method: 'POST', path: '/v1/checkout/sessions', body: order.toString(), key: '' }, 401],
  'a path that there is not': [{ method: 'POST', path: '/v1/checkout/session', body: order.toString(), key }, 404],
} as const satisfies Record<string, readonly [Asked, number]>;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly key: string;
}

/** Status and members of an answer. */
export async function ask({ port }: StripeServer, { method, path, body, key: authorization }: Asked) {
  const headers = { ...(authorization && { authorization }), 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
  const json: Record<string, unknown> = JSON.parse(await answer.text());
  return { status: answer.status, id: json.id, object: json.object, members: Object.keys(json).sort() };
}
