/** After a restore Stripe's events give back what was bought since, once: whatever was restored, and however often it breaks off. */
import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { createKeyId, drawWallet } from '../keys/format.ts';
import { billingAdmin } from './admin.ts';
import type { RereadPart } from './answers.ts';
import { metadataOf } from './facts.ts';
import { addPurchase, purchasesOf } from './purchases.ts';
import { rereadAll } from './reread-all.ts';
import { billingSetup } from './setup.ts';
import { workOn } from './work.ts';

const bindings = {
  ...env,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1',
  CREDIT_PACKS: '100 for 9.00 EUR',
};
const { DIRECTORY, LEDGERS } = env;
const sinceMs = Date.UTC(2026, 10, 20);
const sold = { credits: 100, amount: 900, currency: 'eur' };

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: object };
}

afterEach(() => void vi.restoreAllMocks());

/** An account with a live wallet whose ledger is open and has no credits. */
async function newAccount() {
  const [accountId, wallet, keyId] = [crypto.randomUUID(), drawWallet('live'), createKeyId()];
  await DIRECTORY.prepare(
    `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at) VALUES (?, ?, 'live', ?, 1, 1)`,
  )
    .bind(wallet, accountId, keyId)
    .run();
  const ledger = LEDGERS.getByName(wallet);
  const terms = { keyHash: null, ratePerMinute: 30, operations: null, limit: null, credits: 0 };
  await ledger.open({ keyId, creationId: accountId, expiresAtMs: Date.now() + 1e9, ...terms });
  return { accountId, wallet, keyId, ledger };
}

type Account = Awaited<ReturnType<typeof newAccount>>;

/** A checkout of an account: its id, and its row, for a directory that knows it. */
function checkoutOf({ accountId, wallet, keyId }: Account, name: string) {
  const sessionId = `cs_${name}_${accountId}`;
  return {
    sessionId,
    payment: `pi_${name}_${accountId}`,
    row: { sessionId, accountId, wallet, keyId, ...sold, livemode: false },
  };
}

const eventOf = (type: string, object: object): StripeEvent & { livemode: boolean } => {
  return { id: `evt_${crypto.randomUUID()}`, type, livemode: false, data: { object } };
};

function paidEvent({ sessionId, payment, row }: ReturnType<typeof checkoutOf>, change: object = {}) {
  const object = { id: sessionId, payment_status: 'paid', amount_total: 900, currency: 'eur', payment_intent: payment };
  const named = { client_reference_id: row.accountId, livemode: false, metadata: metadataOf(sold) };
  return eventOf('checkout.session.completed', { ...object, ...named, ...change });
}

const refundEvent = ({ payment }: { payment: string }, amount: number) =>
  eventOf('charge.refunded', { payment_intent: payment, amount_refunded: amount });

/** Stripe, which lists these events as it does: in pages. @returns what was asked */
function stripeHas(events: readonly StripeEvent[]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(new Request(input as string).url);
    if (pathname !== '/v1/events') return Response.json({ error: { message: 'No such path' } }, { status: 404 });
    asked.push(searchParams);
    const from = events.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1;
    const data = events.slice(from, from + Number(searchParams.get('limit')));
    return Response.json({ object: 'list', data, has_more: from + data.length < events.length });
  });
  return asked;
}

/** Calls the admin API as the command does. */
const ask =
  (changes: object = {}) =>
  async (call: { method: string; path: string; body?: object }) => {
    const headers = { Authorization: `Bearer ${env.ADMIN_TOKEN}` };
    const address = `http://127.0.0.1${call.path.replace('/billing', '')}`;
    const init = { method: call.method, headers, body: JSON.stringify(call.body) };
    const answer = await billingAdmin.request(address, init, { ...bindings, ...changes });
    if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
const reread = (changes?: object) => rereadAll(ask(changes), sinceMs);
const balanceOf = async ({ ledger }: Account) => (await ledger.walletBalance())?.balance;

function quiet(): void {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
}

describe('what was bought since the backup comes back', () => {
  test('where the checkout began before it, or after it', async () => {
    quiet();
    const account = await newAccount();
    const [before, after] = [checkoutOf(account, 'before'), checkoutOf(account, 'after')];
    await addPurchase(DIRECTORY, before.row, 1);
    stripeHas([paidEvent(after), paidEvent(before)]);
    for (let time = 0; time < 2; time++) {
      expect(await reread()).toEqual({ events: 2, refused: [], unreadable: [], unknown: [], failed: [] });
      expect(await balanceOf(account)).toBe(200);
    }
    const listed = await purchasesOf(DIRECTORY, account.accountId);
    expect(listed.map(({ state, wallet, keyId, livemode }) => [state, wallet, keyId, livemode])).toEqual([
      ['paid', account.wallet, account.keyId, false],
      ['paid', account.wallet, account.keyId, false],
    ]);
  });

  test('less what was refunded since, though the refund comes first', async () => {
    quiet();
    const account = await newAccount();
    const checkout = checkoutOf(account, 'one');
    stripeHas([refundEvent(checkout, 450), paidEvent(checkout)]);
    await reread();
    expect(await balanceOf(account)).toBe(50);
  });

  test('from four days before it on, for an event may have been late, and page by page', async () => {
    quiet();
    const account = await newAccount();
    const events = Array.from({ length: 120 }, (_, number) => paidEvent(checkoutOf(account, String(number))));
    const asked = stripeHas(events);
    expect((await reread()).events).toBe(120);
    expect(await balanceOf(account)).toBe(12_000);
    expect(asked.map((each) => each.get('starting_after'))).toEqual([null, events[49].id, events[99].id]);
    expect(asked[0].get('created[gte]')).toBe(String(sinceMs / 1000 - 4 * 86_400));
    expect(asked[0].getAll('types[0]')).toEqual(['checkout.session.completed']);
  });
});

describe('is left to a person, and named', () => {
  test('a payment of an account that is not there, or whose checkout does not say what was sold', async () => {
    quiet();
    const account = await newAccount();
    const gone = checkoutOf({ ...account, accountId: 'gone' }, 'gone');
    const old = checkoutOf(account, 'old');
    stripeHas([paidEvent(gone), paidEvent(old, { metadata: {} })]);
    const price = { amount: 900, currency: 'eur' };
    expect((await reread()).unknown).toEqual([
      { session: gone.sessionId, account: 'gone', ...price },
      { session: old.sessionId, account: account.accountId, ...price },
    ]);
    expect(await balanceOf(account)).toBe(0);
  });

  test('what was paid and not sold so, and what cannot be read', async () => {
    quiet();
    const account = await newAccount();
    const [less, odd] = [
      paidEvent(checkoutOf(account, 'less'), { amount_total: 1 }),
      paidEvent(checkoutOf(account, 'odd'), { amount_total: '9' }),
    ];
    stripeHas([less, odd]);
    expect(await reread()).toMatchObject({ refused: [less.id], unreadable: [odd.id] });
    expect(await balanceOf(account)).toBe(0);
  });
});

/** Ledgers of which the call of that number fails: before it is done, or its answer is lost. */
function failing(at: number, when: 'before' | 'after') {
  let calls = 0;
  const getByName = (name: string): LedgerCalls =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        return async (...given: unknown[]) => {
          const fails = calls++ === at;
          if (fails && when === 'before') throw new Error('out of reach');
          const answer = await Reflect.get(ledger, called)(...given);
          if (fails) throw new Error('no answer');
          return answer;
        };
      },
    });
  return { LEDGERS: { getByName } };
}

test('an event whose ledger is damaged is named, and the others are worked on', async () => {
  quiet();
  const [damaged, sound] = [await newAccount(), await newAccount()];
  const [first, second] = [paidEvent(checkoutOf(damaged, 'one')), paidEvent(checkoutOf(sound, 'two'))];
  stripeHas([first, second]);
  const broken = async () => {
    throw new Error('The ledger is unsound');
  };
  const getByName = (name: string): LedgerCalls =>
    name === damaged.wallet ? new Proxy(LEDGERS.getByName(name), { get: () => broken }) : LEDGERS.getByName(name);
  expect(await reread({ LEDGERS: { getByName } })).toMatchObject({ events: 2, failed: [first.id] });
  expect(await balanceOf(sound)).toBe(100);
  expect(await reread()).toMatchObject({ failed: [] });
  expect(await balanceOf(damaged)).toBe(100);
});

test('a restored deployment comes to the credits of one that was never restored', async () => {
  const purchase = fc.record({
    /** What the restored state has of it. */
    known: fc.constantFrom('nothing', 'begun', 'paid'),
    refunded: fc.constantFrom(0, 0, 300, 450, 900),
  });
  const faults = fc.array(fc.record({ at: fc.nat(5), when: fc.constantFrom('before' as const, 'after' as const) }), {
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 1, maxLength: 5 }),
      faults,
      fc.nat(),
      async (bought, failures, turn) => {
        quiet();
        const setup = billingSetup(bindings);
        const account = await newAccount();
        const events: StripeEvent[] = [];
        for (const [number, { known, refunded }] of bought.entries()) {
          const checkout = checkoutOf(account, String(number));
          const paid = paidEvent(checkout);
          if (known !== 'nothing') await addPurchase(DIRECTORY, checkout.row, 1);
          if (known === 'paid' && setup) await workOn(setup, paid);
          events.push(paid, ...(refunded > 0 ? [refundEvent(checkout, refunded)] : []));
        }
        // Stripe's order is not to be relied on.
        const turned = [...events.slice(turn % events.length), ...events.slice(0, turn % events.length)];
        stripeHas(turned);
        for (const { at, when } of failures) await reread(failing(at, when)).catch(() => {});
        expect(await reread()).toMatchObject({ refused: [], unreadable: [], unknown: [] });
        const due = bought.reduce((sum, { refunded }) => sum + 100 - Math.floor(refunded / 9), 0);
        expect(await balanceOf(account)).toBe(due);
        expect(await account.ledger.audit(null)).toMatchObject({ fault: null });
        vi.restoreAllMocks();
      },
    ),
    { numRuns: 12 },
  );
});

test('is there where something is sold, and says where Stripe fails', async () => {
  quiet();
  const post = (body: object, changes: object = {}, method = 'POST') => {
    const init = {
      method,
      body: method === 'GET' ? undefined : JSON.stringify(body),
    };
    return billingAdmin.request('http://127.0.0.1/reread', init, { ...bindings, ...changes });
  };
  const body = { since: '2026-11-20T00:00:00Z' };
  expect((await post(body, { STRIPE_SECRET_KEY: '' })).status).toBe(404);
  expect((await post({ since: 'lately' })).status).toBe(422);
  expect((await post(body, {}, 'GET')).status).toBe(405);
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({ error: { message: 'Key revoked' } }, { status: 401 }),
  );
  const answer = await post(body);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Key revoked')]);
  stripeHas([]);
  const part: RereadPart = await (await post(body)).json();
  expect(part).toEqual({ events: 0, refused: [], unreadable: [], unknown: [], failed: [], next: null });
});
