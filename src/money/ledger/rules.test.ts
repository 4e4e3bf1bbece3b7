import { describe, expect, test } from 'vitest';
import { maxRepeats } from '../../contract/idempotency.ts';
import { admit as admitCommand } from './admission.ts';
import { lapse, nextLapseMs, release, renew, settle } from './holds.ts';
import { memoryMs, type Remembered } from './names.ts';
import { emptyState, keyState, type LedgerState } from './state.ts';
import { admit, apply, command, day, entriesOf, leaseMs, opened, spendableOf, topUp } from './testing/rules.ts';
import { amendKey, amendWallet, endKey } from './wallet.ts';

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
    expect(admit(state, 'c', 0).outcome).toBe('credits-held');
    expect(spendableOf(state, 0)).toBe(0);
    apply(state, release(state, 'a'));
    expect(admit(state, 'd', 1).outcome).toBe('admitted');
  });

  test('the balance is answered also at zero credits and after expiry, and takes no hold', () => {
    const state = opened(7, 10, day);
    const ask = (nowMs: number) => apply(state, admitCommand(state, command('x', { operation: null }), nowMs));
    expect(ask(0)).toMatchObject({ outcome: 'credit', available: { credit: 7, expiresAtMs: day } });
    expect(ask(day)).toMatchObject({ outcome: 'credit', available: { credit: 0 } });
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

  test('may have 500 in a minute, as people who move in had elsewhere', () => {
    const state = opened(1000, 30);
    apply(state, amendKey(state, 'key_1', { ratePerMinute: 500 }));
    for (let call = 0; call < 500; call++) {
      const rate = { limit: 500, remaining: 499 - call };
      expect(admit(state, `a${call}`, call * 100)).toMatchObject({ outcome: 'admitted', rate });
    }
    expect(admit(state, 'b', 50_000)).toMatchObject({
      outcome: 'rate-limited',
      retryAfterSeconds: 10,
      rate: { limit: 500 },
    });
    expect(admit(state, 'c', 60_000)).toMatchObject({ outcome: 'admitted', rate: { limit: 500, remaining: 0 } });
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
    const spent = { fingerprint: 'f', repeats: maxRepeats, endsAtMs: memoryMs, editing: null };
    outcomes.push(apply(state, admitCommand(state, { ...named, idempotencyKey: 'm', remembered: spent }, 0)));
    outcomes.push(admit(state, 'late', 1));
    apply(state, amendKey(state, 'key_1', { operations: [], ratePerMinute: 9 }));
    outcomes.push(admit(state, 'out of scope', 2));
    apply(state, amendKey(state, 'key_1', { operations: null }));
    outcomes.push(admit(state, 'too late', 100 * day));
    expect(outcomes.map((admission) => [admission.outcome, 'keyId' in admission && admission.keyId])).toEqual(
      [
        ...['admitted', 'credits-held', 'credit', 'in-progress', 'exhausted', 'rate-limited', 'restricted', 'expired'],
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

describe('a name', () => {
  const fingerprint = 'f'.repeat(64);
  const paid: Remembered = { fingerprint, repeats: 0, endsAtMs: memoryMs, editing: null };
  const first = { points: 'none', size: 'large' };
  const clicked = { points: 'clicked', size: 'small' };
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
      remembered: { fingerprint, repeats: 0, endsAtMs: 5 + memoryMs, editing: null },
    });
    expect(settle(state, 'a', null, 5).events.some(({ kind }) => kind === 'name-remembered')).toBe(false);
  });

  test('admits a repeat at zero credits and after expiry, with a hold of nothing, and not for a restricted key', () => {
    const state = opened(1, 1000, day);
    expect(apply(state, topUp(state, 0, 1, day, 0))).toBe(true);
    admit(state, 'a', 0);
    expect(named(state, 'b', 2, paid)).toMatchObject({ outcome: 'admitted', remembered: fingerprint });
    expect(state.holds.get('b')).toMatchObject({ amount: 0, name: 'n' });
    expect(keyState(state, 'key_1', 2)).toMatchObject({ balance: 1, openHolds: 2 });
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

  test('carries what its call may still be edited to, and both counts', () => {
    const editing = { first, latest: clicked, hasSecondSize: true, edits: 7 };
    const state = opened(0);
    expect(named(state, 'a', 0, { ...paid, repeats: 2, editing })).toMatchObject({
      remembered: fingerprint,
      editable: { ...editing, repeats: 2 },
    });
    expect(named(opened(0), 'a', 0, paid)).toMatchObject({ remembered: fingerprint, editable: null });
  });

  test('is remembered with points and size, so that its call can be edited', () => {
    const state = opened(1);
    named(state, 'a', 0);
    const remembered = settle(state, 'a', fingerprint, 5, {
      call: { fingerprint, variant: first, edit: null },
    }).events.at(-1);
    const editing = { first, latest: first, hasSecondSize: false, edits: 0 };
    expect(remembered).toMatchObject({ remembered: { fingerprint, repeats: 0, endsAtMs: 5 + memoryMs, editing } });
  });

  test.each(['edit', 'second-size'] as const)(
    'counts an %s when it is settled, in an entry that costs nothing',
    (edit) => {
      const state = opened(0);
      named(state, 'a', 0, { ...paid, editing: { first, latest: first, hasSecondSize: false, edits: 0 } });
      const decision = settle(state, 'a', fingerprint, 1, { call: { fingerprint, variant: clicked, edit } });
      expect(entriesOf(decision)).toMatchObject([{ kind: 'edit', amount: 0, balanceAfter: 0, requestId: 'r-a' }]);
      expect(decision.events.slice(2)).toEqual([
        { kind: 'name-edited', keyId: 'key_1', name: 'n', variant: clicked, edit },
      ]);
      expect(release(state, 'a').events.map(({ kind }) => kind)).toEqual(['hold-closed']);
      expect(lapse(state, day).events.map(({ kind }) => kind)).toEqual(['hold-closed', 'moved']);
    },
  );

  test('that is paid for is charged, whatever the edge takes its call for', () => {
    const state = opened(1);
    named(state, 'a', 0);
    const decision = settle(state, 'a', fingerprint, 1, { call: { fingerprint, variant: first, edit: 'edit' } });
    expect(entriesOf(decision)).toMatchObject([{ kind: 'charge', amount: -1 }]);
  });

  test('does not matter to the balance', () => {
    const state = opened(1);
    named(state, 'a', 0);
    const asked = apply(state, admitCommand(state, command('b', { operation: null, idempotencyKey: 'n' }), 0));
    expect(asked.outcome).toBe('credit');
  });
});
