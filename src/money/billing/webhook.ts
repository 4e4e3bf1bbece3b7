/** `POST /billing/webhook`: Stripe's events of payments and refunds. Only signed ones count. */
import { type Context, Hono } from 'hono';
import { readBoundedBody, UnfitBody } from '../../pixels/bounds/bounded-body.ts';
import { hexadecimal } from '../keys/hmac.ts';
import { isEvent } from './facts.ts';
import { note } from './note.ts';
import { type BillingEnv, type BillingSetup, billingSetup } from './setup.ts';
import { readEvent } from './stripe.ts';
import { keepUnread } from './unread.ts';
import { workOn } from './work.ts';

/** Events are some kilobytes. */
const maxBytes = 512 * 1024;

export const webhook = new Hono<{ Bindings: BillingEnv }>();

webhook.post('/billing/webhook', async (context) => {
  const setup = billingSetup(context.env);
  if (!setup) return answer(context, 404, 'Nothing is sold here');
  const body = await readBody(context.req.raw);
  if (!body) return answer(context, 413, 'The event is too large');
  const event = await readEvent(setup, body, context.req.header('Stripe-Signature') ?? '');
  if (event === null) return answer(context, 400, 'The signature is wrong, or made more than five minutes ago');
  if (!isEvent(event)) return answer(context, 400, 'This is no event of Stripe');
  try {
    return answer(context, 200, await take(setup, event, body));
  } catch (cause) {
    // Stripe sends it again, for days.
    note('error', 'billing-failed', { cause });
    return answer(context, 500, 'Send it again');
  }
});

/** Works on an event. One that cannot be read is stored for an operator: if it were refused, Stripe would send the same again. */
async function take(setup: BillingSetup, event: unknown, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const worked = await workOn(setup, event);
  if (worked.outcome !== 'unreadable') return worked.outcome;
  const { id, kind } = worked;
  const hash = hexadecimal(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
  await keepUnread(setup.env.DIRECTORY, { id, kind, hash, receivedAtMs: Date.now() });
  return 'kept';
}

/** The whole body; null where it is longer than any event. */
async function readBody({ body }: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readBoundedBody(body, null, maxBytes);
  } catch (cause) {
    if (cause instanceof UnfitBody) return null;
    throw cause;
  }
}

function answer(context: Context, status: 200 | 400 | 404 | 413 | 500, text: string): Response {
  return context.text(`${text}\n`, status, { 'Cache-Control': 'no-store' });
}
