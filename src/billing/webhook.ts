/** `POST /billing/webhook`: Stripe tells what was paid and paid back. Only what it has signed counts. */
import { type Context, Hono } from 'hono';
import { readFact } from './facts.ts';
import { settle } from './settle.ts';
import { type BillingEnv, type BillingSetup, billingSetup } from './setup.ts';
import { readEvent } from './stripe.ts';

/** Events are some kilobytes. */
const maxBytes = 512 * 1024;

export const webhook = new Hono<{ Bindings: BillingEnv }>();

webhook.post('/billing/webhook', async (context) => {
  const setup = billingSetup(context.env);
  if (!setup) return answer(context, 404, 'Nothing is sold here');
  const body = await readBody(context.req.raw);
  if (!body) return answer(context, 413, 'The event is too large');
  const event = await readEvent(setup, body, context.req.header('Stripe-Signature') ?? '');
  if (event === null) return answer(context, 400, 'The signature does not fit, or is too old');
  try {
    return answer(context, 200, await take(setup, event));
  } catch (cause) {
    // Stripe tells it again, for days.
    note('error', 'billing-failed', { cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
    return answer(context, 500, 'Tell it again');
  }
});

async function take({ env, livemode }: BillingSetup, event: unknown): Promise<string> {
  const { type, fact, livemode: isLive } = readFact(event);
  if (!fact) return 'ignored';
  if (isLive !== livemode) {
    note('warning', 'billing-other-mode', { type, livemode: isLive });
    return 'ignored';
  }
  const settlement = await settle(env, fact, Date.now());
  note(settlement === 'refused' ? 'error' : 'info', `billing-${settlement}`, { type, fact });
  return settlement;
}

/** The whole body; null where it is longer than any event. */
async function readBody({ body }: Request): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) return null;
    pieces.push(piece);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function answer(context: Context, status: 200 | 400 | 404 | 413 | 500, text: string): Response {
  return context.text(`${text}\n`, status, { 'Cache-Control': 'no-store' });
}

function note(level: 'info' | 'warning' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void {
  const line = JSON.stringify({ level, event, ...fields });
  if (level === 'error') console.error(line);
  else console.log(line);
}
