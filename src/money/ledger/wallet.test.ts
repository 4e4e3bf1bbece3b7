import { describe, expect, test } from 'vitest';
import type { KeyOpening } from '../../contract/account.ts';
import { type AdmitCommand, admit as admitCommand } from './admission.ts';
import { release, settle } from './holds.ts';
import { emptyState, keyState, type LedgerState } from './state.ts';
import { admit, apply, command, day, entriesOf, opened } from './testing/rules.ts';
import { addKey, amendKey, amendWallet, endKey, open } from './wallet.ts';

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
    expect(admit(state, 'c', 0).outcome).toBe('credits-held');
    expect(byOther(state, 'd').outcome).toBe('credits-held');
    const settled = settle(state, 'b', null, 1);
    expect(entriesOf(settled)).toMatchObject([{ kind: 'charge', keyId: 'key_2', balanceAfter: 1 }]);
    apply(state, settled);
    expect(byOther(state, 'e').outcome).toBe('credits-held');
    apply(state, settle(state, 'a', null, 1));
    expect(byOther(state, 'f').outcome).toBe('insufficient');
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
    expect(byOther(state, 'c').outcome).toBe('credits-held');
    expect(keyState(state, 'key_2', 0)).toMatchObject({ credit: 0, limit: 2, charged: 0, balance: 9 });
    apply(state, release(state, 'a'));
    apply(state, settle(state, 'b', null, 1));
    expect(keyState(state, 'key_2', 1)).toMatchObject({ credit: 1, charged: 1, balance: 8 });
    expect(keyState(state, 'key_1', 1)).toMatchObject({ credit: 8, charged: 0 });
    apply(state, amendKey(state, 'key_2', { limit: 1 }));
    expect(byOther(state, 'd', 1).outcome).toBe('insufficient');
    apply(state, amendKey(state, 'key_2', { limit: null }));
    expect(byOther(state, 'e', 1).outcome).toBe('admitted');
    expect(byOther(state, 'f', 1, { operation: null })).toMatchObject({ available: { credit: 7 } });
  });

  test('end each by itself, at a moment that may be in the future, and what has ended stays so', () => {
    const state = withTwo(9);
    apply(state, endKey(state, 'key_2', 1000, 0));
    expect(byOther(state, 'a', 999).outcome).toBe('admitted');
    expect(byOther(state, 'b', 1000)).toEqual({ outcome: 'unknown' });
    expect(keyState(state, 'key_2', 1000)).toMatchObject({ revoked: true, endsAtMs: 1000 });
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
    expect(byHidden(state, 'b', 'hidden')).toMatchObject({ outcome: 'credits-held', keyId: 'hidden' });
    apply(state, settle(state, 'a', null, 1));
    expect(byHidden(state, 'c', 'hidden', 1)).toMatchObject({ outcome: 'insufficient', keyId: 'hidden' });
    expect(keyState(state, 'hidden', 1)).toMatchObject({ balance: 0, charged: 1 });
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

  test('is never among the 100, and has a place where all 100 exist', () => {
    const state = opened(1);
    const key = (number: number) => ({ ...hidden, keyId: `key_${number}`, keyHash: `hash ${number}` });
    apply(state, addKey(state, hidden, 0));
    for (let number = 2; number <= 100; number++) expect(apply(state, addKey(state, key(number), 0))).toBe('added');
    expect(addKey(state, key(101), 0).answer).toBe('full');
    expect(addKey(state, { ...hidden, keyId: 'another' }, 0).answer).toBe('added');
  });
});
