/** Whom the webhook believes. Signatures are made here by hand, as Stripe documents them. */
import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../contract/account.ts';
import { hexadecimal } from '../keys/hmac.ts';
import { addPurchase } from './purchases.ts';
import { webhook } from './webhook.ts';

const { DIRECTORY, LEDGERS } = env as unknown as {
  DIRECTORY: D1Database;
  LEDGERS: { getByName(name: string): LedgerCalls };
};
const configured = {
  DIRECTORY,
  LEDGERS,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_old, whsec_new',
  CREDIT_PACKS: '100 for 9.00 EUR',
};

let sessionId: string;
let ledger: LedgerCalls;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const id = crypto.randomUUID();
  sessionId = `cs_${id}`;
  const [wallet, keyId] = [`live_${id}`, 'key_hidden'];
  ledger = LEDGERS.getByName(wallet);
  const opening = { keyId, keyHash: null, ratePerMinute: 30, operations: null, limit: null };
  await ledger.open({ ...opening, creationId: id, credits: 0, expiresAtMs: Date.now() });
  const sold = { credits: 100, amount: 900, currency: 'eur', livemode: false };
  await addPurchase(DIRECTORY, { sessionId, accountId: id, wallet, keyId, ...sold }, Date.now());
});

const eventOf = (change: object = {}, type = 'checkout.session.completed') =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    livemode: false,
    data: {
      object: { id: sessionId, payment_status: 'paid', amount_total: 900, currency: 'eur', payment_intent: 'pi_1' },
    },
    ...change,
  });

async function v1(body: string, secret: string, t: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  return hexadecimal(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${t}.${body}`))));
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

async function signature(body: string, secret = 'whsec_new', t = nowSeconds()): Promise<string> {
  return `t=${t},v1=${await v1(body, secret, t)}`;
}

async function post(body: string, header: string | null, variables: object = configured) {
  const headers = new Headers(header === null ? [] : [['Stripe-Signature', header]]);
  const answer = await webhook.request('/billing/webhook', { method: 'POST', headers, body }, variables);
  return { status: answer.status, text: (await answer.text()).trim() };
}

const balance = async () => (await ledger.standing('key_hidden'))?.balance;

describe('an event', () => {
  test.each(['whsec_old', 'whsec_new'])('signed with %s is believed', async (secret) => {
    expect(await post(eventOf(), await signature(eventOf(), secret))).toEqual({ status: 200, text: 'settled' });
    expect(await balance()).toBe(100);
  });

  test('with several signatures is believed for any of them', async () => {
    const t = nowSeconds();
    const [wrong, right] = await Promise.all(['whsec_other', 'whsec_old'].map((secret) => v1(eventOf(), secret, t)));
    expect(await post(eventOf(), `t=${t},v1=${wrong},v1=${right},v0=${wrong}`)).toMatchObject({ status: 200 });
    expect(await balance()).toBe(100);
  });

  test('that comes twice counts once', async () => {
    const header = await signature(eventOf());
    for (let time = 0; time < 3; time++) expect((await post(eventOf(), header)).status).toBe(200);
    expect(await balance()).toBe(100);
  });

  test('of up to 300 seconds ago is believed', async () => {
    expect((await post(eventOf(), await signature(eventOf(), 'whsec_new', nowSeconds() - 295))).status).toBe(200);
  });

  test('of the other mode is none of ours', async () => {
    const live = eventOf({ livemode: true });
    expect(await post(live, await signature(live))).toEqual({ status: 200, text: 'ignored' });
    expect(await balance()).toBe(0);
    const variables = { ...configured, STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(await post(eventOf(), await signature(eventOf()), variables)).toEqual({ status: 200, text: 'ignored' });
    expect(await balance()).toBe(0);
  });

  test('of another kind is taken and does nothing', async () => {
    const other = eventOf({}, 'customer.created');
    expect(await post(other, await signature(other))).toEqual({ status: 200, text: 'ignored' });
  });

  test('of a price that is not ours grants nothing', async () => {
    const other = eventOf({ data: { object: { ...JSON.parse(eventOf()).data.object, amount_total: 1 } } });
    expect(await post(other, await signature(other))).toEqual({ status: 200, text: 'refused' });
    expect(await balance()).toBe(0);
  });

  test('that cannot be settled now is asked for again', async () => {
    const broken = { getByName: () => ({ topUp: () => Promise.reject(new Error('away')) }) };
    const header = await signature(eventOf());
    expect((await post(eventOf(), header, { ...configured, LEDGERS: broken })).status).toBe(500);
    expect((await post(eventOf(), header)).status).toBe(200);
    expect(await balance()).toBe(100);
  });
});

describe('what is not believed:', () => {
  test.each([
    ['no signature', async () => null],
    ['an empty one', async () => ''],
    ['one of another secret', (body: string) => signature(body, 'whsec_other')],
    ['one that is too old', (body: string) => signature(body, 'whsec_new', nowSeconds() - 302)],
    [
      'one with a fresh time put in',
      async (body: string) => {
        const old = await v1(body, 'whsec_new', nowSeconds() - 1000);
        return `t=${nowSeconds()},v1=${old}`;
      },
    ],
    ['one of another body', () => signature(eventOf({ id: 'evt_2' }))],
    ['one of another scheme', async (body: string) => (await signature(body)).replace('v1=', 'v0=')],
    ['one without a time', async (body: string) => (await signature(body)).replace(/^t=\d+,/, '')],
    ['one that is too short', async (body: string) => (await signature(body)).slice(0, -2)],
  ] as const)('%s', async (_, sign) => {
    const header = await sign(eventOf());
    expect((await post(eventOf(), header)).status).toBe(400);
    expect(await balance()).toBe(0);
  });

  test('a body that was changed by one space', async () => {
    expect((await post(`${eventOf()} `, await signature(eventOf()))).status).toBe(400);
  });

  test('a body that is longer than any event', async () => {
    const long = eventOf({ padding: 'x'.repeat(512 * 1024) });
    expect((await post(long, await signature(long))).status).toBe(413);
  });
});

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'CREDIT_PACKS'])(
  'without %s nothing is sold',
  async (name) => {
    expect((await post(eventOf(), await signature(eventOf()), { ...configured, [name]: '' })).status).toBe(404);
    expect(await balance()).toBe(0);
  },
);
