/** Stripe's API for a test, with somebody in front who writes down what is called. It sends no webhooks; the tests do. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { noMock, startMock } from './mock.ts';
import { startStripeServer } from './server.ts';

/** One call of Stripe's API, as it was sent and answered. */
export interface StripeCall {
  readonly path: string;
  readonly sent: URLSearchParams;
  readonly authorization: string | undefined;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface Stripe {
  /** For STRIPE_API_URL. */
  readonly url: string;
  readonly calls: StripeCall[];
  stop(): Promise<void>;
}

/** Starts Stripe's own mock where it could be built, else the small server of this folder. */
export async function startStripe(): Promise<Stripe> {
  if (noMock !== null) console.warn(`${noMock}: a smaller server answers.`);
  const behind = await (noMock === null ? startMock() : startStripeServer());
  const calls: StripeCall[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const init = { method: request.method, body: body || undefined, headers: { authorization, 'content-type': type } };
    const answer = await fetch(`http://127.0.0.1:${behind.port}${request.url}`, init);
    const json = (await answer.json()) as Record<string, unknown>;
    // Fixtures name no page to pay on and no invoice, and may be the same each time.
    const [, asked] = /^\/v1\/checkout\/sessions\/(\w+)/.exec(request.url ?? '') ?? [];
    if (asked !== undefined) {
      json.id = asked;
      json.invoice = { object: 'invoice', hosted_invoice_url: `https://invoice.stripe.com/i/${asked}` };
    } else if (json.object === 'checkout.session') {
      json.id = `${json.id}_${calls.length}`;
      json.url = `https://checkout.stripe.com/c/pay/${json.id}`;
    }
    calls.push({ path: request.url ?? '', sent: new URLSearchParams(body), authorization, answer: json });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      await behind.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The header `Stripe-Signature` of a body. */
export function signatureOf(body: string, secret: string, t = Math.floor(Date.now() / 1000)): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
