import { describe, expect, test } from 'vitest';
import { grant, refund } from './credits.ts';
import { lapse, settle } from './holds.ts';
import { emptyState } from './state.ts';
import { admit, apply, day, entriesOf, opened, opening, spendableOf, topUp } from './testing/rules.ts';
import { correct, open } from './wallet.ts';

describe('top-up', () => {
  test('sets the later of the present expiry and now plus a lifetime, unless a date is given', () => {
    const state = opened(0, 30, 10 * day);
    apply(state, topUp(state, 5, null, day, 0));
    expect(state.wallet).toMatchObject({ balance: 5, expiresAtMs: 10 * day });
    apply(state, topUp(state, 5, null, day, 20 * day));
    expect(state.wallet).toMatchObject({ balance: 10, expiresAtMs: 21 * day });
    apply(state, topUp(state, 0, 5 * day, day, 20 * day));
    expect(state.wallet).toMatchObject({ balance: 10, expiresAtMs: 5 * day });
  });

  test('for a call that is paid back names the call, and leaves the expiry as it is', () => {
    const state = opened(0, 30, 10 * day);
    const back = { credits: 1, expiresAtMs: null, reference: 'refund:r', ofCall: 'r' };
    const decision = grant(state, back, { isGranted: false, waiting: [] }, day, 20 * day);
    expect(entriesOf(decision)).toMatchObject([{ kind: 'grant', amount: 1, requestId: 'r', reference: 'refund:r' }]);
    apply(state, decision);
    expect(state.wallet).toMatchObject({ balance: 1, expiresAtMs: 10 * day });
    expect(entriesOf(topUp(state, 1, null, day, 0))).toMatchObject([{ requestId: null }]);
  });

  test('opening twice grants once', () => {
    const state = opened(5);
    const again = { ...opening, credits: 5, expiresAtMs: day, ratePerMinute: 1, operations: null };
    expect(open(state, again, 1)).toEqual({ answer: true, events: [] });
    expect(open(state, { ...again, creationId: 'another' }, 1)).toEqual({ answer: false, events: [] });
  });
});

describe('a refund', () => {
  const asked = { credits: 3, reference: 'refund 1', of: 'order 1' };
  const known = { before: null, isGranted: true };

  test('takes back at most what is neither spent nor held, and says what is missing', () => {
    const state = opened(5);
    for (const id of ['a', 'b', 'c']) admit(state, id, 0);
    apply(state, settle(state, 'a', null, 0));
    const decision = refund(state, asked, known, 1);
    expect(decision.answer).toEqual({ taken: 2, missing: 1, waits: false });
    expect(entriesOf(decision)).toMatchObject([
      { kind: 'refund', amount: -2, missing: 0, balanceAfter: 2, reference: 'refund 1' },
      { kind: 'refund', amount: 0, missing: 1, balanceAfter: 2, reference: 'refund 1' },
    ]);
    apply(state, decision);
    expect(spendableOf(state, 1)).toBe(0);
    expect(apply(state, settle(state, 'b', null, 2))).toBe(true);
  });

  test('of all that there is leaves nothing, and has no entry of what is missing', () => {
    const state = opened(3);
    const decision = refund(state, asked, known, 1);
    expect(entriesOf(decision)).toMatchObject([{ amount: -3, balanceAfter: 0 }]);
    expect(decision.answer).toEqual({ taken: 3, missing: 0, waits: false });
  });

  test('of nothing that is left has an entry of what is missing alone', () => {
    const decision = refund(opened(0), asked, known, 1);
    expect(entriesOf(decision)).toMatchObject([{ amount: 0, missing: 3 }]);
  });

  test('is taken once under its reference, and answered as it was', () => {
    const before = { kind: 'refund', ...asked, taken: 2, missing: 1, waits: false } as const;
    expect(refund(opened(9), asked, { before, isGranted: true }, 1)).toEqual({
      answer: { taken: 2, missing: 1, waits: false },
      events: [],
    });
  });

  test('that comes before its grant waits, and is taken with it', () => {
    const state = opened(1);
    const early = refund(state, asked, { before: null, isGranted: false }, 1);
    expect(early.answer).toEqual({ taken: 0, missing: 0, waits: true });
    const noted = { kind: 'refund', ...asked, taken: 0, missing: 0, waits: true } as const;
    expect(early.events).toEqual([{ kind: 'reference-noted', noted }]);
    const granted = { credits: 10, expiresAtMs: null, reference: 'order 1' };
    const decision = grant(state, granted, { isGranted: false, waiting: [noted] }, day, 2);
    expect(entriesOf(decision)).toMatchObject([
      { kind: 'grant', amount: 10, balanceAfter: 11, reference: 'order 1' },
      { kind: 'refund', amount: -3, balanceAfter: 8, reference: 'refund 1' },
    ]);
    expect(decision.events).toContainEqual({
      kind: 'reference-noted',
      noted: { ...noted, taken: 3, missing: 0, waits: false },
    });
    apply(state, decision);
    expect(state.wallet?.balance).toBe(8);
  });

  test('of a wallet that was never opened is nothing', () => {
    expect(refund(emptyState(), asked, known, 1)).toEqual({ answer: null, events: [] });
  });
});

test('a grant is taken once under its reference', () => {
  const state = opened(1);
  const granted = { credits: 5, expiresAtMs: null, reference: 'order 1' };
  expect(grant(state, granted, { isGranted: true, waiting: [] }, day, 1)).toEqual({ answer: true, events: [] });
  const { events } = grant(state, granted, { isGranted: false, waiting: [] }, day, 1);
  expect(events).toContainEqual({ kind: 'reference-noted', noted: { kind: 'grant', reference: 'order 1' } });
});

describe('entries', () => {
  test('name the key that moved them, and nothing where an operator did', () => {
    const state = opened(2);
    admit(state, 'a', 0);
    admit(state, 'b', 0);
    expect(entriesOf(settle(state, 'a', null, 1))).toMatchObject([{ kind: 'charge', amount: -1, keyId: 'key_1' }]);
    expect(entriesOf(lapse(state, day))).toMatchObject([
      { kind: 'lapse', amount: 0, keyId: 'key_1' },
      { kind: 'lapse', amount: 0, keyId: 'key_1' },
    ]);
    expect(entriesOf(topUp(state, 3, null, day, 1))).toMatchObject([{ kind: 'grant', amount: 3, keyId: null }]);
  });

  test('are corrected by what is missing to the balance, which is kept', () => {
    const state = opened(7);
    const [entry] = entriesOf(correct(state, 4, 1));
    expect(entry).toMatchObject({ kind: 'correction', amount: 3, balanceAfter: 7, keyId: null });
  });
});
