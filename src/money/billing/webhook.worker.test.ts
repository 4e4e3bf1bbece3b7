/** Whom the webhook believes. Signatures are made here by hand, as Stripe documents them. */
import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { hexadecimal } from '../keys/hmac.ts';
import { billingAdmin } from './admin.ts';
import { addPurchase } from './purchases.ts';
import { listUnread } from './unread.ts';
import { webhook } from './webhook.ts';

const { DIRECTORY, LEDGERS } = env;
const configured = {
  DIRECTORY,
  LEDGERS,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_old, whsec_new',
  CREDIT_PACKS: '100 for 9.00 EUR',
};

let sessionId: string;
let ledger: LedgerCalls;
/** Lines of the log that are errors, and the others. */
let errors: string[];
let lines: string[];

beforeEach(async () => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((line) => errors.push(line));
  const id = crypto.randomUUID();
  sessionId = `cs_${id}`;
  const [wallet, keyId] = [`live_${id}`, 'key_hidden'];
  ledger = LEDGERS.getByName(wallet);
  const opening = { keyId, keyHash: null, ratePerMinute: 30, operations: null, limit: null };
  await ledger.open({ ...opening, creationId: id, credits: 0, expiresAtMs: Date.now() });
  const sold = { credits: 100, amount: 900, currency: 'eur', livemode: false };
  await addPurchase(DIRECTORY, { sessionId, accountId: id, wallet, keyId, ...sold }, Date.now());
});

afterEach(() => vi.restoreAllMocks());

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

const balance = async () => (await ledger.keyState('key_hidden'))?.balance;

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

  test.each([
    [-301, 400],
    [-300, 200],
    [300, 200],
    [301, 400],
  ])('of %i seconds from now is answered %i', async (seconds, status) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const header = await signature(eventOf(), 'whsec_new', nowSeconds() + seconds);
    expect((await post(eventOf(), header)).status).toBe(status);
  });

  test('of the other mode is ignored', async () => {
    const live = eventOf({ livemode: true });
    expect(await post(live, await signature(live))).toEqual({ status: 200, text: 'ignored' });
    expect(await balance()).toBe(0);
    const variables = { ...configured, STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(await post(eventOf(), await signature(eventOf()), variables)).toEqual({ status: 200, text: 'ignored' });
    expect(await balance()).toBe(0);
  });

  test('of the other mode is logged where it would have counted', async () => {
    const isLogged = async (event: string) => {
      lines = [];
      await post(event, await signature(event));
      return lines.join().includes('"event":"billing-other-mode"');
    };
    expect(await isLogged(eventOf({ livemode: true }))).toBe(true);
    expect(await isLogged(eventOf({ livemode: true, data: { object: {} } }))).toBe(true);
    expect(await isLogged(eventOf({ livemode: true }, 'customer.created'))).toBe(false);
    expect(await isLogged(eventOf())).toBe(false);
  });

  test('of another kind is accepted and does nothing', async () => {
    const other = eventOf({}, 'customer.created');
    expect(await post(other, await signature(other))).toEqual({ status: 200, text: 'ignored' });
  });

  test('of a price that is not ours grants nothing, and is logged as an error by the name that operators look for', async () => {
    const other = eventOf({ data: { object: { ...JSON.parse(eventOf()).data.object, amount_total: 1 } } });
    expect(await post(other, await signature(other))).toEqual({ status: 200, text: 'refused' });
    expect(await balance()).toBe(0);
    expect(errors.join()).toContain('"event":"billing-refused"');
    await post(eventOf(), await signature(eventOf()));
    expect([errors.length, lines.join()]).toEqual([1, expect.stringContaining('"event":"billing-settled"')]);
  });

  test('that cannot be settled now is asked for again', async () => {
    const broken = { getByName: () => ({ topUp: () => Promise.reject(new Error('away')) }) };
    const header = await signature(eventOf());
    expect(await post(eventOf(), header, { ...configured, LEDGERS: broken })).toEqual({
      status: 500,
      text: 'Send it again',
    });
    expect((await post(eventOf(), header)).status).toBe(200);
    expect(await balance()).toBe(100);
  });
});

describe('an event that cannot be read', () => {
  const unreadable = (id: string, type = 'checkout.session.completed') =>
    eventOf({ id, data: { object: { id: sessionId, payment_status: 'paid', total: '9.00' } } }, type);
  const kept = async (id: string) => (await listUnread(DIRECTORY)).find((event) => event.id === id);
  const newId = () => `evt_${crypto.randomUUID().replaceAll('-', '')}`;

  test.each([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ])('is kept, once, logged, answered 200 and credits nothing: %s', async (type) => {
    const id = newId();
    const body = unreadable(id, type);
    for (let time = 0; time < 2; time++) {
      expect(await post(body, await signature(body))).toEqual({ status: 200, text: 'kept' });
    }
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    const hash = hexadecimal(new Uint8Array(digest));
    expect(await kept(id)).toEqual({ id, kind: type, hash, receivedAtMs: expect.any(Number) });
    expect(errors.join()).toContain(`"event":"billing-unreadable","id":"${id}","type":"${type}","problem":"`);
    expect(await balance()).toBe(0);
  });

  test('of the other mode is ignored, and not kept', async () => {
    const id = newId();
    const body = JSON.stringify({ ...JSON.parse(unreadable(id)), livemode: true });
    expect(await post(body, await signature(body))).toEqual({ status: 200, text: 'ignored' });
    expect(await kept(id)).toBeUndefined();
  });

  test('of a kind that is not acted on is not kept', async () => {
    const id = newId();
    const body = unreadable(id, 'customer.created');
    expect(await post(body, await signature(body))).toEqual({ status: 200, text: 'ignored' });
    expect(await kept(id)).toBeUndefined();
  });

  test('is asked for again where it cannot be kept', async () => {
    const body = unreadable(newId());
    const away = { prepare: () => ({ bind: () => ({ run: () => Promise.reject(new Error('away')) }) }) };
    const again = { status: 500, text: 'Send it again' };
    expect(await post(body, await signature(body), { ...configured, DIRECTORY: away })).toEqual(again);
  });

  test('is forgotten once it comes in a readable form', async () => {
    const id = newId();
    await post(unreadable(id), await signature(unreadable(id)));
    const body = eventOf({ id });
    expect(await post(body, await signature(body))).toEqual({ status: 200, text: 'settled' });
    expect([await balance(), await kept(id)]).toEqual([100, undefined]);
  });

  describe('and is read again by an operator', () => {
    const read = async (id: string, variables: object = configured) => {
      const answer = await billingAdmin.request(`/events/${id}/read`, { method: 'POST' }, { ...variables });
      return { status: answer.status, body: await answer.json() };
    };
    /** Stripe's API, which has one event. @returns what was asked of it */
    const stripeHas = (event: string) =>
      vi
        .spyOn(globalThis, 'fetch')
        .mockImplementation(async () => new Response(event, { headers: { 'Request-Id': 'r' } }));

    test('is fetched from Stripe, settled, and no longer listed', async () => {
      const id = newId();
      await post(unreadable(id), await signature(unreadable(id)));
      const asked = stripeHas(eventOf({ id }));
      expect(await read(id)).toEqual({ status: 200, body: { id, outcome: 'settled' } });
      expect(String(asked.mock.calls[0][0])).toBe(`https://api.stripe.com/v1/events/${id}`);
      expect([await balance(), await kept(id)]).toEqual([100, undefined]);
      expect(await read(id)).toEqual({ status: 200, body: { id, outcome: 'settled' } });
      expect(await balance()).toBe(100);
    });

    test('stays where it still cannot be read', async () => {
      const id = newId();
      await post(unreadable(id), await signature(unreadable(id)));
      stripeHas(unreadable(id));
      const { status, body } = await read(id);
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringContaining('still cannot be read (amount_total: '),
      ]);
      expect([await balance(), (await kept(id))?.id]).toEqual([0, id]);
    });

    test('is refused where Stripe has or gives no such event, and where nothing is sold', async () => {
      const stripeSays = (status: number, message: string) =>
        vi
          .spyOn(globalThis, 'fetch')
          .mockImplementation(async () => Response.json({ error: { type: 'api_error', message } }, { status }));
      stripeSays(404, 'No such event');
      const none = { detail: 'Stripe has no event evt_1. It keeps events for 30 days.' };
      expect(await read('evt_1')).toEqual({ status: 404, body: none });
      stripeSays(403, 'The key may not read events');
      const refused = { detail: 'Stripe gave no event: The key may not read events' };
      expect(await read('evt_1')).toEqual({ status: 503, body: refused });
      const unsold = await read('evt_1', { ...configured, CREDIT_PACKS: '' });
      expect(unsold).toEqual({ status: 404, body: { detail: 'Nothing is sold here: Stripe is not set up.' } });
      const looked = await billingAdmin.request('/events/evt_1/read', {}, { ...configured });
      expect([looked.status, looked.headers.get('Allow')]).toEqual([405, 'POST']);
    });
  });
});

test.each(['{}', '[]', '7', '"evt_1"', '{"id":"","type":"x"}', '{"id":"evt_1"}', 'no JSON'])(
  'what is signed and no event is 400, for Stripe would send it again: %s',
  async (body) => {
    const { status, text } = await post(body, await signature(body));
    expect([status, text]).toEqual([400, 'This is no event of Stripe']);
    expect(lines.join()).not.toContain('billing-failed');
  },
);

test.each(['null', ''])('%j that is signed is 400 too', async (body) => {
  expect((await post(body, await signature(body))).status).toBe(400);
});

describe('what is not believed:', () => {
  const unsigned = { status: 400, text: 'The signature is wrong, or made more than five minutes ago' };

  test.each([
    ['no signature', async () => null],
    ['an empty one', async () => ''],
    ['one of another secret', (body: string) => signature(body, 'whsec_other')],
    ['one from the future', (body: string) => signature(body, 'whsec_new', nowSeconds() + 1000)],
    [
      'one from the future under a time of now',
      async (body: string) => `t=${nowSeconds()},${await signature(body, 'whsec_new', nowSeconds() + 1000)}`,
    ],
    ['one that is too old', (body: string) => signature(body, 'whsec_new', nowSeconds() - 1000)],
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
    expect(await post(eventOf(), header)).toEqual(unsigned);
    expect(await balance()).toBe(0);
  });

  test('a body that was changed by one space', async () => {
    expect(await post(`${eventOf()} `, await signature(eventOf()))).toEqual(unsigned);
  });

  test('a body that is longer than any event', async () => {
    const long = eventOf({ padding: 'x'.repeat(512 * 1024) });
    expect(await post(long, await signature(long))).toEqual({ status: 413, text: 'The event is too large' });
  });
});

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'CREDIT_PACKS'])(
  'without %s nothing is sold',
  async (name) => {
    const variables = { ...configured, [name]: '' };
    const unsold = { status: 404, text: 'Nothing is sold here' };
    expect(await post(eventOf(), await signature(eventOf()), variables)).toEqual(unsold);
    expect(await balance()).toBe(0);
  },
);
