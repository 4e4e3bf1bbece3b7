/** Events have the same result in any order and however often they are sent. */
import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import type { BillingFact } from './facts.ts';
import { addPurchase, type Purchase, purchasesOf } from './purchases.ts';
import { settle } from './settle.ts';
import type { BillingEnv } from './setup.ts';

const { DIRECTORY, LEDGERS } = env;
const nowMs = Date.UTC(2050, 0, 1);

let purchase: Purchase;
let ledger: LedgerCalls;
let payment: string;

async function begin(terms: Partial<Purchase> = {}): Promise<void> {
  const id = crypto.randomUUID();
  const [wallet, keyId] = [`live_${id}`, 'key_hidden'];
  ledger = LEDGERS.getByName(wallet);
  const opening = { keyId, keyHash: null, ratePerMinute: 30, operations: null, limit: null };
  await ledger.open({ ...opening, creationId: id, credits: 0, expiresAtMs: nowMs });
  payment = `pi_${id}`;
  const sold = { credits: 100, amount: 900, currency: 'eur', livemode: true };
  purchase = { sessionId: `cs_${id}`, accountId: id, wallet, keyId, ...sold, ...terms };
  await addPurchase(DIRECTORY, purchase, nowMs);
}

beforeEach(() => begin());

const session = (change: object = {}) => {
  const { sessionId: id, amount, currency } = purchase;
  return { id, amount, currency, payment, accountId: null, sold: null, ...change };
};
const paid = (change?: object): BillingFact => ({ kind: 'paid', session: session(change) });
const waiting = (): BillingFact => ({ kind: 'waiting', session: session() });
const failed = (): BillingFact => ({ kind: 'failed', sessionId: purchase.sessionId });
const back = (amount: number, source = 'refunds'): BillingFact => ({ kind: 'money-back', payment, source, amount });

const apply = async (...facts: BillingFact[]) => {
  const settlements: string[] = [];
  for (const fact of facts) settlements.push(await settle({ DIRECTORY, LEDGERS }, fact, nowMs));
  return settlements;
};
const balance = async () => (await ledger.keyState(purchase.keyId))?.balance;
/** Credits of each grant under the name of the checkout. */
const granted = async () => {
  const entries = await ledger.entries(1000, null);
  const ours = entries.filter(
    (entry) => entry.kind === 'grant' && entry.reference === `checkout:${purchase.sessionId}`,
  );
  return ours.map(({ amount }) => amount);
};
const listed = async () => (await purchasesOf(DIRECTORY, purchase.accountId))[0];

describe('credits come', () => {
  test('when the checkout is paid, once, under its name', async () => {
    expect(await apply(paid(), paid(), waiting(), failed())).toEqual(['settled', 'settled', 'settled', 'settled']);
    expect(await balance()).toBe(100);
    expect(await listed()).toMatchObject({ state: 'paid', credits: 100, creditsBack: 0 });
    expect(await granted()).toEqual([100]);
  });

  test('not before a bank has paid', async () => {
    await apply(waiting());
    expect([await balance(), (await listed()).state]).toEqual([0, 'waiting']);
    await apply(paid());
    expect([await balance(), (await listed()).state]).toEqual([100, 'paid']);
  });

  test('not where the bank does not pay', async () => {
    await apply(waiting(), failed(), waiting());
    expect([await balance(), (await listed()).state]).toEqual([0, 'failed']);
  });

  test.each([{ amount: 899 }, { amount: 90_000 }, { amount: null }, { currency: 'usd' }, { currency: null }])(
    'not for another price: %j',
    async (change) => {
      expect(await apply(paid(change))).toEqual(['refused']);
      expect([await balance(), (await listed()).state]).toEqual([0, 'refused']);
    },
  );

  test('not for a session that we did not begin', async () => {
    expect(await apply(paid({ id: 'cs_of_another_shop' }))).toEqual(['ignored']);
    expect(await balance()).toBe(0);
  });
});

describe('credits go back', () => {
  test('in proportion, in whole credits, and all of them with all of the money', async () => {
    await apply(paid(), back(300));
    expect([await balance(), (await listed()).creditsBack]).toEqual([67, 33]);
    await apply(back(300), back(301), back(299), back(450));
    expect([await balance(), (await listed()).creditsBack]).toEqual([50, 50]);
    await apply(back(900), back(900));
    expect([await balance(), (await listed()).creditsBack]).toEqual([0, 100]);
  });

  test('as soon as they have come, where the refund is reported first', async () => {
    await apply(back(450));
    expect(await balance()).toBe(0);
    await apply(paid());
    expect([await balance(), (await listed()).creditsBack]).toEqual([50, 50]);
  });

  test('for disputes as for refunds, never more than were bought', async () => {
    await apply(paid(), back(450), back(450, 'dp_1'), back(450, 'dp_1'), back(900, 'dp_2'));
    expect([await balance(), (await listed()).creditsBack]).toEqual([0, 100]);
  });

  test('as far as they are not spent', async () => {
    await apply(paid());
    await spend(80);
    await apply(back(900));
    expect([await balance(), (await listed()).creditsBack]).toEqual([0, 20]);
    expect((await ledger.entries(1, null))[0]).toMatchObject({ kind: 'refund', missing: 80 });
  });

  test('of no payment that is not ours', async () => {
    await apply(paid(), { kind: 'money-back', payment: 'pi_of_another_shop', source: 'refunds', amount: 900 });
    expect(await balance()).toBe(100);
  });
});

async function spend(credits: number): Promise<void> {
  for (let call = 0; call < credits; call++) {
    const key = { hiddenId: purchase.keyId };
    await ledger.setRate(purchase.keyId, 1000);
    const asked = { key, operation: 'alpha-channel', requestId: 'r', idempotencyKey: null } as const;
    const admission = await ledger.admit(asked);
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await ledger.settle(admission.holdId, null);
  }
}

/** Ledgers of which calls fail, before or after they have done what was asked. */
function failing(schedule: readonly ('before' | 'after' | 'not')[]): BillingEnv['LEDGERS'] {
  let calls = 0;
  const sometimes = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const when = schedule[calls++ % schedule.length];
    if (when === 'before') throw new Error('not reached');
    const answer = await call();
    if (when === 'after') throw new Error('the answer was lost');
    return answer;
  };
  return {
    getByName: (name) => ({
      topUp: (...args) => sometimes(() => LEDGERS.getByName(name).topUp(...args)),
      refund: (...args) => sometimes(() => LEDGERS.getByName(name).refund(...args)),
    }),
  };
}

const facts = fc.array(
  fc.oneof(
    fc.constantFrom('paid', 'paid', 'waiting', 'failed'),
    fc.record({
      amount: fc.integer({ min: 0, max: 1000 }),
      source: fc.constantFrom('refunds', 'refunds', 'dp_1', 'dp_2'),
    }),
  ),
  { minLength: 1, maxLength: 8 },
);

test('whatever is sent, in any order, again, and where calls fail: the result is that of a simple model', async () => {
  const price = fc.integer({ min: 1, max: 1000 });
  const count = fc.integer({ min: 1, max: 300 });
  const schedule = fc.array(fc.constantFrom('before' as const, 'after' as const, 'not' as const), {
    minLength: 1,
    maxLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(
      price,
      count,
      facts,
      schedule,
      fc.infiniteStream(fc.nat()),
      async (amount, credits, sent, plan, dice) => {
        await begin({ amount, credits });
        const all = sent.map((fact) => {
          if (typeof fact === 'object') return back(fact.amount, fact.source);
          return { paid, waiting, failed }[fact]();
        });
        const unreliable = { DIRECTORY, LEDGERS: failing(plan) };
        for (const fact of all) await settle(unreliable, fact, nowMs).catch(() => {});
        // Stripe sends again what was answered with a failure, in no order; here all of it.
        const again = [...all].sort(() => ((dice.next().value ?? 0) % 3) - 1);
        for (const fact of again) await settle({ DIRECTORY, LEDGERS }, fact, nowMs);

        const most = new Map<string, number>();
        for (const fact of all) {
          if (fact.kind === 'money-back') most.set(fact.source, Math.max(fact.amount, most.get(fact.source) ?? 0));
        }
        const moneyBack = Math.min(
          amount,
          [...most.values()].reduce((sum, each) => sum + each, 0),
        );
        const isPaid = sent.includes('paid');
        const due = isPaid ? credits - Math.floor((moneyBack * credits) / amount) : 0;
        expect(await balance()).toBe(due);
        expect(await granted()).toEqual(isPaid ? [credits] : []);
        if (isPaid) expect(await listed()).toMatchObject({ state: 'paid', creditsBack: credits - due });
      },
    ),
    { numRuns: 60 },
  );
}, 600_000);
