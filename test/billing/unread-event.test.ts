/** An event of Stripe that cannot be read: operators see it, and the command works on it once it can be. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { Person } from '../../testing/person.ts';
import { addSecondFactor } from '../accounts/operator-sign-up.ts';
import { type Stack, startStack } from '../stack.ts';

const secret = 'whsec_of_the_test';
const password = 'a long password';
const id = 'evt_1Unread';

/** Stripe's API, as far as it gives events. */
const stripe = http.createServer(({ url, headers }, response) => {
  const isAsked = url === `/v1/events/${id}` && headers.authorization === 'Bearer sk_test_123';
  response.writeHead(isAsked ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(isAsked ? stripeHas : '{"error":{"message":"No such event"}}');
});
let stripeHas = '';
let stack: Stack;
let operator: Person;

beforeAll(async () => {
  stripe.listen(0, '127.0.0.1');
  await once(stripe, 'listening');
  stack = await startStack({
    edgeVariables: {
      CREDIT_PACKS: '100 for 9.00 EUR',
      STRIPE_SECRET_KEY: 'sk_test_123',
      STRIPE_WEBHOOK_SECRETS: secret,
      STRIPE_API_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    },
  });
  operator = new Person(stack.base);
  await operator.join('operator@example.org', password, 'Olive');
  await stack.admin('PUT', '/operators', { email: 'operator@example.org', operator: true });
  await addSecondFactor(operator, password);
});
afterAll(async () => {
  await stack?.stop();
  stripe.closeAllConnections();
  stripe.close();
});

const eventWith = (object: object) =>
  JSON.stringify({ id, object: 'event', type: 'checkout.session.completed', livemode: false, data: { object } });
const unreadable = eventWith({ id: 'cs_1', total: '9.00' });

function deliver(body: string, at = Math.floor(Date.now() / 1000)) {
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { 'Stripe-Signature': `t=${at},v1=${v1}` };
  return fetch(`${stack.base}/billing/webhook`, { method: 'POST', headers, body });
}

async function readAgain(): Promise<{ status: number; printed: string }> {
  const args = ['--import', 'tsx', 'scripts/accounts.ts', 'billing', 'read', id, '--url', stack.base];
  const env = { ...process.env, ADMIN_TOKEN: 'end-to-end-admin-token' };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: inProject('.'), env });
    return { status: 0, printed: stdout };
  } catch (cause) {
    const { code, stderr } = cause as { code: number; stderr: string };
    return { status: code, printed: stderr };
  }
}

const shown = async () => (await operator.visit('/operator/service')).text;

it('is shown to operators and in the log, and is gone once it was read again', async () => {
  expect(await shown()).not.toContain('could not be read');
  expect((await deliver(unreadable)).status).toBe(200);
  expect(await shown()).toContain(`<code>${id}</code>`);
  expect(stack.output.join('\n')).toContain('billing-unreadable');

  stripeHas = unreadable;
  expect(await readAgain()).toEqual({ status: 1, printed: expect.stringContaining('still cannot be read (') });
  expect(await shown()).toContain(id);

  const session = { id: 'cs_1', payment_status: 'paid', amount_total: 900, currency: 'eur', payment_intent: 'pi_1' };
  stripeHas = eventWith(session);
  expect(await readAgain()).toEqual({
    status: 0,
    printed: expect.stringContaining(`${id} was read. Nothing to do`),
  });
  expect(await shown()).not.toContain(id);
});

it('of a time to come is refused, as one of long ago is', async () => {
  const now = Math.floor(Date.now() / 1000);
  expect((await deliver(unreadable, now + 400)).status).toBe(400);
  expect((await deliver(unreadable, now - 400)).status).toBe(400);
});
