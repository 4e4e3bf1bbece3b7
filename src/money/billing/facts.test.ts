import { describe, expect, test } from 'vitest';
import { metadataOf, readFact } from './facts.ts';

const session = {
  id: 'cs_1',
  payment_status: 'paid',
  amount_total: 900,
  currency: 'eur',
  payment_intent: 'pi_1',
};
const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 450, status: 'needs_response' };
const charge = { payment_intent: 'pi_1', amount_refunded: 300 };

const eventOf = (type: string, object: unknown, livemode: unknown = true) => {
  return { id: 'evt_1', type, livemode, data: { object } };
};
const factOf = (type: string, object: unknown) => readFact(eventOf(type, object)).fact;

const ofCheckout = { id: 'cs_1', amount: 900, currency: 'eur', payment: 'pi_1', accountId: null, sold: null };

describe('an event says', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    '%s: whether a checkout is paid or waits for its bank',
    (type) => {
      expect(factOf(type, session)).toEqual({ kind: 'paid', session: ofCheckout });
      const unpaid = { ...session, payment_status: 'unpaid' };
      expect(factOf(type, unpaid)).toEqual({ kind: 'waiting', session: ofCheckout });
    },
  );

  test('nothing of price and payment where Stripe names none', () => {
    const free = { ...session, amount_total: null, currency: null, payment_intent: null };
    const nothing = { ...ofCheckout, amount: null, currency: null, payment: null };
    expect(factOf('checkout.session.completed', free)).toEqual({ kind: 'paid', session: nothing });
  });

  test('what was sold to whom, where the checkout carries it whole', () => {
    const metadata = metadataOf({ credits: 100, amount: 900, currency: 'eur' });
    const carrying = { ...session, client_reference_id: 'ada', livemode: true, metadata };
    const sold = { credits: 100, amount: 900, currency: 'eur', livemode: true };
    const paid = (change: object) => factOf('checkout.session.completed', { ...carrying, ...change });
    expect(paid({})).toEqual({ kind: 'paid', session: { ...ofCheckout, accountId: 'ada', sold } });
    for (const other of [null, {}, { ...metadata, credits: '-1' }, { ...metadata, amount: '9.00' }, { credits: '1' }]) {
      expect(paid({ metadata: other })).toEqual({
        kind: 'paid',
        session: { ...ofCheckout, accountId: 'ada', sold: null },
      });
    }
    expect(paid({ client_reference_id: 7 })).toMatchObject({ session: { accountId: null } });
  });

  test.each(['checkout.session.async_payment_failed', 'checkout.session.expired'])(
    '%s: that a checkout has come to nothing',
    (type) => {
      expect(factOf(type, session)).toEqual({ kind: 'failed', sessionId: 'cs_1' });
    },
  );

  test('charge.refunded: all that was refunded of a payment', () => {
    const money = { kind: 'money-back', payment: 'pi_1', source: 'refunds', amount: 300 };
    expect(factOf('charge.refunded', charge)).toEqual(money);
    expect(factOf('charge.refunded', { ...charge, amount_refunded: 0 })).toEqual({ ...money, amount: 0 });
    expect(factOf('charge.refunded', { ...charge, payment_intent: null })).toBeNull();
  });

  test.each(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])('%s: what a dispute takes', (type) => {
    const money = { kind: 'money-back', payment: 'pi_1', source: 'dp_1', amount: 450 };
    expect(factOf(type, dispute)).toEqual(money);
    expect(factOf(type, { ...dispute, amount: 0 })).toEqual({ ...money, amount: 0 });
    expect(factOf(type, { ...dispute, payment_intent: null })).toBeNull();
  });

  test('nothing of money of an inquiry, until its funds are withdrawn', () => {
    const inquiry = { ...dispute, status: 'warning_needs_response' };
    expect(factOf('charge.dispute.created', inquiry)).toBeNull();
    expect(factOf('charge.dispute.funds_withdrawn', inquiry)).toMatchObject({ source: 'dp_1', amount: 450 });
  });

  test('nothing where it is of another type', () => {
    const read = readFact(eventOf('customer.created', { anything: true }, false));
    expect(read).toEqual({ id: 'evt_1', type: 'customer.created', livemode: false, fact: null, problem: null });
  });
});

describe('what cannot be read', () => {
  const problemOf = (type: string, object: unknown) => {
    const { fact, problem } = readFact(eventOf(type, object));
    expect(fact).toBeNull();
    return problem;
  };

  test.each([
    ['checkout.session.completed', { ...session, amount_total: '9.00' }, 'amount_total: '],
    ['checkout.session.completed', { ...session, amount_total: 9.5 }, 'amount_total: '],
    ['checkout.session.expired', { ...session, id: null }, 'id: '],
    ['charge.refunded', { ...charge, amount_refunded: -1 }, 'amount_refunded: '],
    ['charge.dispute.created', { ...dispute, amount: -1 }, 'amount: '],
    ['charge.dispute.created', { ...dispute, status: null }, 'status: '],
  ])('of %s is named: %j', (type, object, problem) => {
    expect(problemOf(type, object)).toContain(problem);
  });

  test('is named in one line, each fault of it', () => {
    const problem = problemOf('charge.refunded', {});
    expect(problem).toMatch(/^payment_intent: .+; amount_refunded: [^;]+$/);
  });

  test('has no data, or a mode that is none', () => {
    expect(readFact({ id: 'evt_1', type: 'charge.refunded', livemode: true }).problem).toContain('data: ');
    expect(readFact(eventOf('charge.refunded', charge, 'no'))).toMatchObject({ livemode: null, fact: null });
  });

  test.each([null, {}, { id: '', type: 'x' }, { id: 'evt_1' }, { id: 'x'.repeat(256), type: 'x' }])(
    'is no event at all: %j',
    (event) => {
      expect(() => readFact(event)).toThrow();
    },
  );

  test('is none for the length of its names as Stripe has them', () => {
    const named = { id: 'x'.repeat(255), type: 'y'.repeat(255) };
    expect(readFact(named)).toMatchObject(named);
    expect(() => readFact({ ...named, type: 'y'.repeat(256) })).toThrow();
  });
});
