import { describe, expect, test } from 'vitest';
import type { KeyOpening } from '../contract/account.ts';
import type { OperationName } from '../contract/operations.ts';
import { type AdmitCommand, admit as admitCommand } from './admission.ts';
import { grant, refund } from './credits.ts';
import { lapse, nextLapseMs, release, renew, settle } from './holds.ts';
import { maxRepeats, memoryMs, type Remembered } from './names.ts';
import { type Decision, emptyState, evolve, faultOf, type LedgerState, standing } from './state.ts';
import { addKey, amendKey, amendWallet, correct, endKey, open } from './wallet.ts';

const leaseMs = 55_000;
const day = 86_400_000;
const opening = { creationId: 'c', keyId: 'key_1', keyHash: 'hash', limit: null };

function apply<Answer>(state: LedgerState, { answer, events }: Decision<Answer>): Answer {
  for (const event of events) evolve(state, event);
  expect(faultOf(state)).toBeNull();
  return answer;
}

function opened(credits: number, ratePerMinute = 1000, expiresAtMs = 100 * day): LedgerState {
  const state = emptyState();
  apply(state, open(state, { ...opening, credits, expiresAtMs, ratePerMinute, operations: null }, 0));
  return state;
}

function command(holdId: string, change: Partial<AdmitCommand> = {}): AdmitCommand {
  return {
    key: { hash: 'hash' },
    operation: 'image-without-background',
    requestId: `r-${holdId}`,
    idempotencyKey: null,
    holdId,
    leaseMs,
    remembered: null,
    ...change,
  };
}

/** A top-up without a reference. */
function topUp(state: LedgerState, credits: number, expiresAtMs: number | null, lifetimeMs: number, nowMs: number) {
  const nothing = { isGranted: false, waiting: [] };
  return grant(state, { credits, expiresAtMs, reference: null }, nothing, lifetimeMs, nowMs);
}

/** What the first key can spend. */
function spendableOf(state: LedgerState, nowMs: number): number | undefined {
  return standing(state, 'key_1', nowMs)?.credit;
}

function admit(state: LedgerState, holdId: string, nowMs: number, operation?: OperationName) {
  return apply(state, admitCommand(state, command(holdId, operation ? { operation } : {}), nowMs));
}

describe('admission', () => {
  test('a key that was never opened is unknown and changes nothing', () => {
    const state = emptyState();
    expect(admit(state, 'a', 0)).toEqual({ outcome: 'unknown' });
    expect(state).toEqual(emptyState());
  });

  test('a revoked key is as unknown as one that never was', () => {
    const state = opened(5);
    apply(state, endKey(state, 'key_1', 0, 0));
    expect(admit(state, 'a', 0).outcome).toBe('unknown');
  });

  test('a wrong key of the wallet is as unknown, and writes nothing', () => {
    const state = opened(5);
    const wrong = admitCommand(state, command('a', { key: { hash: 'another' } }), 0);
    expect(wrong).toEqual({ answer: { outcome: 'unknown' }, events: [] });
  });

  test('checks run in the order rate, scope, expiry, credits', () => {
    const state = opened(0, 1, day);
    apply(state, amendKey(state, 'key_1', { operations: ['alpha-channel'] }));
    expect(admit(state, 'a', 2 * day).outcome).toBe('restricted');
    expect(admit(state, 'b', 2 * day).outcome).toBe('rate-limited');
    expect(admit(state, 'c', 3 * day, 'alpha-channel').outcome).toBe('expired');
    apply(state, amendWallet(state, { expiresAtMs: 9 * day }));
    expect(admit(state, 'd', 4 * day, 'alpha-channel').outcome).toBe('insufficient');
  });

  test('open holds count against the credits', () => {
    const state = opened(2);
    expect(admit(state, 'a', 0).outcome).toBe('admitted');
    expect(admit(state, 'b', 0).outcome).toBe('admitted');
    expect(admit(state, 'c', 0).outcome).toBe('insufficient');
    expect(spendableOf(state, 0)).toBe(0);
    apply(state, release(state, 'a'));
    expect(admit(state, 'd', 1).outcome).toBe('admitted');
  });

  test('the balance is told also at zero credits and after expiry, and takes no hold', () => {
    const state = opened(7, 10, day);
    const ask = (nowMs: number) => apply(state, admitCommand(state, command('x', { operation: null }), nowMs));
    expect(ask(0)).toMatchObject({ outcome: 'credit', standing: { credit: 7, expiresAtMs: day } });
    expect(ask(day)).toMatchObject({ outcome: 'credit', standing: { credit: 0 } });
    expect(state.holds.size).toBe(0);
  });
});

describe('the sliding window', () => {
  test('is exact to the millisecond and does not count refusals of its own', () => {
    const state = opened(100, 2);
    expect(admit(state, 'a', 1000).outcome).toBe('admitted');
    expect(admit(state, 'b', 2000).outcome).toBe('admitted');
    for (let at = 2001; at < 61_000; at += 997) expect(admit(state, `no-${at}`, at).outcome).toBe('rate-limited');
    expect(admit(state, 'c', 60_999).outcome).toBe('rate-limited');
    expect(admit(state, 'd', 61_000).outcome).toBe('admitted');
    expect(admit(state, 'e', 61_001).outcome).toBe('rate-limited');
  });

  test('says what remains and when a slot is free', () => {
    const state = opened(100, 2);
    expect(admit(state, 'a', 500)).toMatchObject({ rate: { limit: 2, remaining: 1, resetUnixSeconds: 1 } });
    expect(admit(state, 'b', 1500)).toMatchObject({ rate: { limit: 2, remaining: 0, resetUnixSeconds: 61 } });
    expect(admit(state, 'c', 30_500)).toMatchObject({
      outcome: 'rate-limited',
      retryAfterSeconds: 30,
      rate: { limit: 2, remaining: 0, resetUnixSeconds: 61 },
    });
  });

  test('a lowered rate blocks until enough hits have left', () => {
    const state = opened(100, 4);
    for (let at = 0; at < 4; at++) admit(state, `a${at}`, at * 1000);
    apply(state, amendKey(state, 'key_1', { ratePerMinute: 2 }));
    const refused = admit(state, 'b', 10_000);
    expect(refused).toMatchObject({ outcome: 'rate-limited', retryAfterSeconds: 52 });
    expect(admit(state, 'c', 61_999).outcome).toBe('rate-limited');
    expect(admit(state, 'd', 62_000).outcome).toBe('admitted');
  });
});

describe('several keys of one wallet', () => {
  const second = { keyId: 'key_2', keyHash: 'other', ratePerMinute: 1000, operations: null, limit: null };
  const withTwo = (credits: number, change: Partial<KeyOpening> = {}) => {
    const state = opened(credits);
    expect(apply(state, addKey(state, { ...second, ...change }, 0))).toBe('added');
    return state;
  };
  const byOther = (state: LedgerState, holdId: string, nowMs = 0, change: Partial<AdmitCommand> = {}) =>
    apply(state, admitCommand(state, command(holdId, { key: { hash: 'other' }, ...change }), nowMs));

  test('spend the same credits', () => {
    const state = withTwo(2);
    expect(admit(state, 'a', 0).outcome).toBe('admitted');
    expect(byOther(state, 'b').outcome).toBe('admitted');
    expect(admit(state, 'c', 0).outcome).toBe('insufficient');
    expect(byOther(state, 'd').outcome).toBe('insufficient');
    const [entry] = entriesOf(settle(state, 'b', null, 1));
    expect(entry).toMatchObject({ kind: 'charge', keyId: 'key_2', balanceAfter: 1 });
  });

  test('have a window, a scope and names each of their own', () => {
    const state = withTwo(9, { ratePerMinute: 1 });
    const named = { idempotencyKey: 'n' };
    expect(byOther(state, 'a', 0, named)).toMatchObject({ outcome: 'admitted', rate: { limit: 1, remaining: 0 } });
    expect(byOther(state, 'b').outcome).toBe('rate-limited');
    const mine = apply(state, admitCommand(state, command('c', named), 0));
    expect(mine).toMatchObject({ outcome: 'admitted', rate: { limit: 1000, remaining: 999 } });
    apply(state, amendKey(state, 'key_1', { operations: ['alpha-channel'] }));
    expect(admit(state, 'd', 0).outcome).toBe('restricted');
    expect(byOther(state, 'e', 60_000).outcome).toBe('admitted');
  });

  test('may have a limit, which charges and open holds use up', () => {
    const state = withTwo(9, { limit: 2 });
    byOther(state, 'a');
    byOther(state, 'b');
    expect(byOther(state, 'c').outcome).toBe('insufficient');
    expect(standing(state, 'key_2', 0)).toMatchObject({ credit: 0, limit: 2, charged: 0, balance: 9 });
    apply(state, release(state, 'a'));
    apply(state, settle(state, 'b', null, 1));
    expect(standing(state, 'key_2', 1)).toMatchObject({ credit: 1, charged: 1, balance: 8 });
    expect(standing(state, 'key_1', 1)).toMatchObject({ credit: 8, charged: 0 });
    apply(state, amendKey(state, 'key_2', { limit: 1 }));
    expect(byOther(state, 'd', 1).outcome).toBe('insufficient');
    apply(state, amendKey(state, 'key_2', { limit: null }));
    expect(byOther(state, 'e', 1).outcome).toBe('admitted');
    expect(byOther(state, 'f', 1, { operation: null })).toMatchObject({ standing: { credit: 7 } });
  });

  test('end each by itself, at a moment that may lie ahead, and what has ended stays so', () => {
    const state = withTwo(9);
    apply(state, endKey(state, 'key_2', 1000, 0));
    expect(byOther(state, 'a', 999).outcome).toBe('admitted');
    expect(byOther(state, 'b', 1000)).toEqual({ outcome: 'unknown' });
    expect(standing(state, 'key_2', 1000)).toMatchObject({ revoked: true, endsAtMs: 1000 });
    expect(endKey(state, 'key_2', 5000, 1000)).toEqual({ answer: true, events: [] });
    apply(state, endKey(state, 'key_2', 5000, 999));
    expect(byOther(state, 'c', 1000).outcome).toBe('admitted');
    expect(admit(state, 'd', 9000).outcome).toBe('admitted');
    // A hold goes on to its end.
    expect(apply(state, settle(state, 'a', null, 9000))).toBe(true);
  });

  test('are refused while their wallet is suspended; holds in work end as they would', () => {
    const state = withTwo(9);
    admit(state, 'a', 0);
    apply(state, amendWallet(state, { suspended: true }));
    expect(admit(state, 'b', 0)).toEqual({ outcome: 'unknown' });
    expect(byOther(state, 'c')).toEqual({ outcome: 'unknown' });
    expect(apply(state, settle(state, 'a', null, 1))).toBe(true);
    apply(state, amendWallet(state, { suspended: false }));
    expect(byOther(state, 'd').outcome).toBe('admitted');
  });

  test('are at most 100 that have not ended; the same one once more is no other', () => {
    const state = opened(1);
    const key = (number: number) => ({ ...second, keyId: `key_${number}`, keyHash: `hash ${number}` });
    for (let number = 2; number <= 100; number++) expect(apply(state, addKey(state, key(number), 0))).toBe('added');
    expect(addKey(state, key(100), 0)).toEqual({ answer: 'added', events: [] });
    expect(addKey(state, key(101), 0)).toEqual({ answer: 'full', events: [] });
    apply(state, endKey(state, 'key_7', 10, 0));
    expect(addKey(state, key(101), 9).answer).toBe('full');
    expect(addKey(state, key(101), 10).answer).toBe('added');
    expect(addKey(emptyState(), key(2), 0)).toEqual({ answer: 'unknown', events: [] });
  });
});

describe('a hidden key', () => {
  const hidden = { keyId: 'hidden', keyHash: null, ratePerMinute: 1000, operations: null, limit: null };
  const byHidden = (state: LedgerState, holdId: string, hiddenId: string, nowMs = 0) =>
    apply(state, admitCommand(state, command(holdId, { key: { hiddenId } }), nowMs));

  test('opens a wallet, is admitted by its id, and pays like any other', () => {
    const state = emptyState();
    apply(state, open(state, { ...hidden, creationId: 'c', credits: 1, expiresAtMs: day }, 0));
    expect(byHidden(state, 'a', 'hidden')).toMatchObject({ outcome: 'admitted', keyId: 'hidden' });
    expect(byHidden(state, 'b', 'hidden')).toMatchObject({ outcome: 'insufficient', keyId: 'hidden' });
    apply(state, settle(state, 'a', null, 1));
    expect(standing(state, 'hidden', 1)).toMatchObject({ balance: 0, charged: 1 });
  });

  test('is not found by any hash, and the id of another key opens nothing', () => {
    const state = opened(5);
    apply(state, addKey(state, hidden, 0));
    expect(byHidden(state, 'a', 'key_1')).toEqual({ outcome: 'unknown' });
    expect(byHidden(state, 'b', 'nobody')).toEqual({ outcome: 'unknown' });
    for (const hash of ['hidden', 'null', '']) {
      const answer = apply(state, admitCommand(state, command('c', { key: { hash } }), 0));
      expect(answer).toEqual({ outcome: 'unknown' });
    }
  });

  test('is suspended with its wallet, and may end', () => {
    const state = opened(5);
    apply(state, addKey(state, hidden, 0));
    apply(state, amendWallet(state, { suspended: true }));
    expect(byHidden(state, 'a', 'hidden')).toEqual({ outcome: 'unknown' });
    apply(state, amendWallet(state, { suspended: false }));
    apply(state, endKey(state, 'hidden', 10, 0));
    expect(byHidden(state, 'b', 'hidden', 9).outcome).toBe('admitted');
    expect(byHidden(state, 'c', 'hidden', 10)).toEqual({ outcome: 'unknown' });
  });

  test('is never among the 100, and has a place where they are taken', () => {
    const state = opened(1);
    const key = (number: number) => ({ ...hidden, keyId: `key_${number}`, keyHash: `hash ${number}` });
    apply(state, addKey(state, hidden, 0));
    for (let number = 2; number <= 100; number++) expect(apply(state, addKey(state, key(number), 0))).toBe('added');
    expect(addKey(state, key(101), 0).answer).toBe('full');
    expect(addKey(state, { ...hidden, keyId: 'another' }, 0).answer).toBe('added');
  });
});

describe('every outcome but unknown', () => {
  test('names the key that asked', () => {
    const state = opened(1, 5);
    const outcomes = (['alpha-channel', 'alpha-channel', null] as const).map((operation, index) =>
      apply(
        state,
        admitCommand(state, command(`h${index}`, { operation, idempotencyKey: index === 0 ? 'n' : null }), 0),
      ),
    );
    const named = command('again', { idempotencyKey: 'n' });
    outcomes.push(apply(state, admitCommand(state, named, 0)));
    const spent = { fingerprint: 'f', repeats: maxRepeats, endsAtMs: memoryMs };
    outcomes.push(apply(state, admitCommand(state, { ...named, idempotencyKey: 'm', remembered: spent }, 0)));
    outcomes.push(admit(state, 'late', 1));
    apply(state, amendKey(state, 'key_1', { operations: [], ratePerMinute: 9 }));
    outcomes.push(admit(state, 'out of scope', 2));
    apply(state, amendKey(state, 'key_1', { operations: null }));
    outcomes.push(admit(state, 'too late', 100 * day));
    expect(outcomes.map((admission) => [admission.outcome, 'keyId' in admission && admission.keyId])).toEqual(
      [
        ...['admitted', 'insufficient', 'credit', 'in-progress', 'exhausted', 'rate-limited', 'restricted', 'expired'],
      ].map((outcome) => [outcome, 'key_1']),
    );
  });
});

describe('holds', () => {
  test('a hold ends once', () => {
    const state = opened(1);
    admit(state, 'a', 0);
    expect(apply(state, settle(state, 'a', null, 1))).toBe(true);
    expect(apply(state, settle(state, 'a', null, 2))).toBe(false);
    expect(apply(state, release(state, 'a'))).toBe(false);
    expect(state.wallet?.balance).toBe(0);
  });

  test('a lease that is renewed does not lapse, one that is not does', () => {
    const state = opened(2);
    admit(state, 'a', 0);
    admit(state, 'b', 0);
    apply(state, renew(state, 'a', leaseMs, 50_000));
    apply(state, lapse(state, leaseMs));
    expect(nextLapseMs(state)).toBe(105_000);
    expect([...state.holds.keys()]).toEqual(['a']);
    expect(apply(state, renew(state, 'b', leaseMs, 200_000))).toBe(false);
    expect(spendableOf(state, 200_000)).toBe(1);
  });
});

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

  test('that is told before its grant waits, and is taken with it', () => {
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

  test('are corrected by what is missing to the balance, which stands', () => {
    const state = opened(7);
    const [entry] = entriesOf(correct(state, 4, 1));
    expect(entry).toMatchObject({ kind: 'correction', amount: 3, balanceAfter: 7, keyId: null });
  });
});

describe('a name', () => {
  const fingerprint = 'f'.repeat(64);
  const paid: Remembered = { fingerprint, repeats: 0, endsAtMs: memoryMs };
  const named = (state: LedgerState, holdId: string, nowMs: number, remembered: Remembered | null = null) =>
    apply(state, admitCommand(state, command(holdId, { idempotencyKey: 'n', remembered }), nowMs));

  test('is in work while its call runs: counted in the window, without a hold', () => {
    const state = opened(9, 2);
    expect(named(state, 'a', 0)).toMatchObject({ outcome: 'admitted', remembered: null });
    expect(named(state, 'b', 0)).toMatchObject({ outcome: 'in-progress', rate: { remaining: 0 } });
    expect(state.holds.size).toBe(1);
    expect(named(state, 'c', 0).outcome).toBe('rate-limited');
  });

  test('of a call that was released or lapsed is free again', () => {
    const state = opened(1);
    named(state, 'a', 0);
    apply(state, release(state, 'a'));
    expect(named(state, 'b', 1)).toMatchObject({ outcome: 'admitted', remembered: null });
    apply(state, lapse(state, day));
    expect(named(state, 'c', day)).toMatchObject({ outcome: 'admitted', remembered: null });
  });

  test('is remembered by the charge, for 24 hours from then', () => {
    const state = opened(1);
    named(state, 'a', 0);
    const { events } = settle(state, 'a', fingerprint, 5);
    expect(events).toContainEqual({
      kind: 'name-remembered',
      keyId: 'key_1',
      name: 'n',
      remembered: { fingerprint, repeats: 0, endsAtMs: 5 + memoryMs },
    });
    expect(settle(state, 'a', null, 5).events.some(({ kind }) => kind === 'name-remembered')).toBe(false);
  });

  test('admits a repeat at zero credits and after expiry, with a hold of nothing, and not for a restricted key', () => {
    const state = opened(1, 1000, day);
    expect(apply(state, topUp(state, 0, 1, day, 0))).toBe(true);
    admit(state, 'a', 0);
    expect(named(state, 'b', 2, paid)).toMatchObject({ outcome: 'admitted', remembered: fingerprint });
    expect(state.holds.get('b')).toMatchObject({ amount: 0, name: 'n' });
    expect(standing(state, 'key_1', 2)).toMatchObject({ balance: 1, openHolds: 2 });
    expect(named(state, 'c', 2, paid).outcome).toBe('in-progress');
    apply(state, release(state, 'b'));
    apply(state, amendKey(state, 'key_1', { operations: ['alpha-channel'] }));
    expect(named(state, 'd', 2, paid).outcome).toBe('restricted');
  });

  test('counts a repeat when it is settled, in an entry that costs nothing', () => {
    const state = opened(0);
    named(state, 'a', 0, paid);
    const decision = settle(state, 'a', fingerprint, 1);
    expect(entriesOf(decision)).toMatchObject([{ kind: 'repeat', amount: 0, balanceAfter: 0, requestId: 'r-a' }]);
    expect(decision.events).toContainEqual({ kind: 'name-repeated', keyId: 'key_1', name: 'n' });
    expect(release(state, 'a').events.map(({ kind }) => kind)).toEqual(['hold-closed']);
    expect(lapse(state, day).events.map(({ kind }) => kind)).toEqual(['hold-closed', 'moved']);
  });

  test('is exhausted after three repeats, and unknown once its memory has ended', () => {
    const state = opened(1);
    expect(named(state, 'a', 0, { ...paid, repeats: maxRepeats }).outcome).toBe('exhausted');
    expect(state.holds.size).toBe(0);
    const ended = named(state, 'b', memoryMs, { ...paid, repeats: maxRepeats });
    expect(ended).toMatchObject({ outcome: 'admitted', remembered: null });
    expect(state.holds.get('b')).toMatchObject({ amount: 1 });
  });

  test('does not matter to the balance', () => {
    const state = opened(1);
    named(state, 'a', 0);
    const asked = apply(state, admitCommand(state, command('b', { operation: null, idempotencyKey: 'n' }), 0));
    expect(asked.outcome).toBe('credit');
  });
});

function entriesOf({ events }: Decision<unknown>) {
  return events.flatMap((event) => (event.kind === 'moved' ? [event.entry] : []));
}
