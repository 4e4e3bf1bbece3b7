/** Free previews: counted by wallet and month, kept while calls are in work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admit as admitCommand } from './admission.ts';
import { lapse, release, settle } from './holds.ts';
import { memoryMs, type Remembered } from './names.ts';
import { monthOf, previewsLeft, withPreview } from './previews.ts';
import { emptyState, type LedgerState } from './state.ts';
import { apply, command, day, entriesOf, opened } from './testing/rules.ts';
import { addKey, amendKey } from './wallet.ts';

const fingerprint = 'f'.repeat(64);

/** Asks in the remove.bg API, where two previews are free in a month. */
function ask(state: LedgerState, holdId: string, nowMs: number, change: Parameters<typeof command>[1] = {}) {
  const asked = command(holdId, { operation: 'removebg', freePreviews: 2, ...change });
  return apply(state, admitCommand(state, asked, nowMs));
}

/** What is said to be left. */
function left(state: LedgerState, nowMs: number): number | null {
  const answer = ask(state, 'question', nowMs, { operation: null });
  return answer.outcome === 'credit' ? answer.freePreviews : null;
}

const used = (state: LedgerState, holdId: string, nowMs: number) =>
  apply(state, settle(state, holdId, null, nowMs, { isPreview: true }));

describe('a free preview', () => {
  test('costs no credit and is counted, in an entry of its own', () => {
    const state = opened(5);
    expect(ask(state, 'a', 0)).toMatchObject({ outcome: 'admitted', freePreview: { otherwise: null } });
    const decision = settle(state, 'a', null, 1, { isPreview: true });
    expect(entriesOf(decision)).toMatchObject([{ kind: 'preview', amount: 0, balanceAfter: 5, requestId: 'r-a' }]);
    apply(state, decision);
    expect([state.wallet?.balance, left(state, 1)]).toEqual([5, 1]);
  });

  test('is there for a wallet without credits, whose are expired, or held, and for nothing else', () => {
    for (const [state, otherwise] of [
      [opened(0), 'insufficient'],
      [opened(5, 1000, 0), 'expired'],
    ] as const) {
      expect(ask(state, 'a', 0)).toMatchObject({ outcome: 'admitted', freePreview: { otherwise } });
      expect(state.holds.get('a')).toMatchObject({ amount: 0 });
      expect(apply(state, settle(state, 'a', null, 1))).toBe(false);
      expect([state.wallet?.balance, state.holds.size, left(state, 1)]).toEqual([state.wallet?.balance, 0, 2]);
      expect(ask(state, 'b', 1, { operation: 'alpha-channel' }).outcome).toBe(otherwise);
    }
    const held = opened(1);
    ask(held, 'a', 0);
    expect(ask(held, 'b', 0)).toMatchObject({ outcome: 'admitted', freePreview: { otherwise: 'credits-held' } });
    expect(ask(held, 'c', 0).outcome).toBe('credits-held');
  });

  test('is kept while its call is in work, so that there are never more than there are', () => {
    const state = opened(5);
    for (const id of ['a', 'b', 'c']) ask(state, id, 0);
    expect(state.holds.get('c')).toMatchObject({ amount: 1, previewMonth: null });
    expect(left(state, 0)).toBe(0);
    for (const id of ['a', 'b', 'c']) used(state, id, 1);
    expect(state.wallet?.balance).toBe(4);
    expect(ask(state, 'd', 2)).toMatchObject({ outcome: 'admitted', freePreview: null });
  });

  test('is not used up by a call that fails, lapses, or asks for more', () => {
    const state = opened(5);
    ask(state, 'fails', 0);
    apply(state, release(state, 'fails'));
    ask(state, 'lapses', 0);
    apply(state, lapse(state, day));
    ask(state, 'more', day);
    apply(state, settle(state, 'more', null, day));
    expect([left(state, day), state.wallet?.balance]).toEqual([2, 4]);
  });

  test('is not used up by a repeat, and its first call is remembered', () => {
    const state = opened(0);
    const named = { idempotencyKey: 'n' };
    ask(state, 'a', 0, named);
    const remembered: Remembered = { fingerprint, repeats: 0, endsAtMs: 1 + memoryMs, editing: null };
    const { events } = settle(state, 'a', fingerprint, 1, { isPreview: true });
    expect(events).toContainEqual({ kind: 'name-remembered', keyId: 'key_1', name: 'n', remembered });
    apply(state, { answer: true, events });
    expect(ask(state, 'b', 2, { ...named, remembered })).toMatchObject({ remembered: fingerprint, freePreview: null });
    const repeat = settle(state, 'b', fingerprint, 3, { isPreview: true });
    expect(entriesOf(repeat)).toMatchObject([{ kind: 'repeat', amount: 0 }]);
    apply(state, repeat);
    expect(left(state, 4)).toBe(1);
  });

  test('is of the wallet, whatever its keys may spend, and not of other operations', () => {
    const state = opened(5);
    const other = { keyId: 'key_2', keyHash: 'other', ratePerMinute: 9, operations: null, limit: 0 };
    apply(state, addKey(state, other, 0));
    apply(state, amendKey(state, 'key_1', { operations: ['removebg'] }));
    ask(state, 'a', 0, { key: { hash: 'other' } });
    used(state, 'a', 0);
    expect(left(state, 0)).toBe(1);
    expect(ask(opened(5), 'b', 0, { operation: 'image-without-background' })).toMatchObject({ freePreview: null });
    expect(ask(opened(5), 'b', 0, { freePreviews: 0 })).toMatchObject({ freePreview: null });
    expect(state.keys.get('key_2')?.charged).toBe(0);
  });
});

describe('a month', () => {
  const [endOfJanuary, february] = [Date.UTC(2027, 0, 31, 23, 59), Date.UTC(2027, 1, 1)];

  test('begins anew, in UTC', () => {
    const state = opened(5, 1000, Date.UTC(2028, 0, 1));
    for (const id of ['a', 'b']) {
      ask(state, id, endOfJanuary);
      used(state, id, endOfJanuary);
    }
    expect([left(state, endOfJanuary), left(state, february)]).toEqual([0, 2]);
  });

  test('has those that it kept, however late they end', () => {
    const state = opened(5, 1000, Date.UTC(2028, 0, 1));
    ask(state, 'late', endOfJanuary);
    ask(state, 'a', february);
    used(state, 'a', february);
    used(state, 'late', february + 1);
    expect(left(state, february + 1)).toBe(1);
  });

  test('that a clock goes back to has nothing free', () => {
    const used = withPreview(emptyState().previews, monthOf(february));
    expect(previewsLeft(used, [], 2, endOfJanuary)).toBe(0);
    expect(withPreview(used, monthOf(endOfJanuary))).toEqual(used);
  });
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), name: fc.option(fc.constantFrom('n', 'm')) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('preview' as const), at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('more' as const), at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat(60) }) },
);

test('however calls come and end, a month has as many free ones as it has, and only answers of first calls use them up', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.array(step, { maxLength: 60, size: 'max' }), (credits, steps) => {
      const state = opened(credits);
      const names = new Map<string, Remembered>();
      const open: { readonly id: string; readonly month: number | null; readonly isRepeat: boolean }[] = [];
      const answered = new Map<number, number>();
      let paid = 0;
      let nowMs = 29 * day;
      for (const [index, each] of steps.entries()) {
        if (each.kind === 'wait') {
          nowMs += each.hours * 3_600_000;
          continue;
        }
        if (each.kind === 'ask') {
          const remembered = each.name === null ? null : (names.get(each.name) ?? null);
          const answer = ask(state, `h${index}`, nowMs, { idempotencyKey: each.name, remembered });
          if (answer.outcome !== 'admitted') continue;
          if (answer.remembered !== null) expect(answer.freePreview).toBeNull();
          const month = answer.freePreview ? monthOf(nowMs) : null;
          open.push({ id: `h${index}`, month, isRepeat: answer.remembered !== null });
          continue;
        }
        const [call] = open.splice(each.at, 1);
        if (!call) continue;
        const decision =
          each.kind === 'fail'
            ? release(state, call.id)
            : settle(state, call.id, fingerprint, nowMs, { isPreview: each.kind === 'preview' });
        for (const event of decision.events)
          if (event.kind === 'name-remembered') names.set(event.name, event.remembered);
        const isAnswered = apply(state, decision) && each.kind !== 'fail';
        const isFree = call.month !== null && each.kind === 'preview';
        if (isFree && call.month !== null) answered.set(call.month, (answered.get(call.month) ?? 0) + 1);
        else if (isAnswered && !call.isRepeat) paid++;
        expect(state.wallet?.balance).toBe(credits - paid);
        for (const count of answered.values()) expect(count).toBeLessThanOrEqual(2);
        const month = monthOf(nowMs);
        const kept = open.filter((other) => other.month === month).length;
        expect(left(state, nowMs)).toBe(2 - (answered.get(month) ?? 0) - kept);
      }
    }),
    { numRuns: 1000 },
  );
});
