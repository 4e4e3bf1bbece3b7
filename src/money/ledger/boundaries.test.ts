/** Every limit of the rules: the last value that passes, the first that does not, and the next one. */
import { describe, expect, test } from 'vitest';
import { isIdempotencyKey, maxEdits, maxRepeats } from '../../contract/idempotency.ts';
import { type AdmitCommand, admit } from './admission.ts';
import { grant } from './credits.ts';
import { lapse, nextLapseMs, release, renew, settle } from './holds.ts';
import { edited, maxNames, memoryMs, namingOf } from './names.ts';
import { hasFreeSlot, rateLimitState, waitSeconds, windowMs, withHit } from './rate.ts';
import { type Decision, emptyState, evolve, faultOf, keyState, type LedgerState } from './state.ts';
import { amendKey, amendWallet, correct, endKey, open } from './wallet.ts';

const leaseMs = 55_000;
const expiresAtMs = 1_000_000;

function apply<Answer>(state: LedgerState, { answer, events }: Decision<Answer>): Answer {
  for (const event of events) evolve(state, event);
  return answer;
}

function opened(credits: number, ratePerMinute = 1000): LedgerState {
  const state = emptyState();
  const opening = { creationId: 'c', keyId: 'key_1', keyHash: 'hash', operations: null, limit: null };
  apply(state, open(state, { ...opening, credits, expiresAtMs, ratePerMinute }, 0));
  return state;
}

/** A top-up of one credit without a reference. */
function topUp(state: LedgerState, lifetimeMs: number, nowMs: number): Decision<boolean> {
  const granted = { credits: 1, expiresAtMs: null, reference: null };
  return grant(state, granted, { isGranted: false, waiting: [] }, lifetimeMs, nowMs);
}

/** What the key can spend. */
function spendableOf(state: LedgerState, nowMs: number): number | undefined {
  return keyState(state, 'key_1', nowMs)?.credit;
}

function ask(state: LedgerState, holdId: string, nowMs: number, change: Partial<AdmitCommand> = {}) {
  const command = { key: { hash: 'hash' }, operation: 'alpha-channel', requestId: 'r', idempotencyKey: null } as const;
  const known = { remembered: null, freePreviews: 0, isUsed: false };
  return apply(state, admit(state, { ...command, holdId, leaseMs, ...known, ...change }, nowMs));
}

describe('credits', () => {
  test.each([
    [expiresAtMs - 1, 'admitted', 3],
    [expiresAtMs, 'expired', 0],
    [expiresAtMs + 1, 'expired', 0],
  ])('that expire at 1,000,000 are asked for at %i: %s', (nowMs, outcome, credit) => {
    const state = opened(3);
    expect(spendableOf(state, nowMs)).toBe(credit);
    expect(keyState(state, 'key_1', nowMs)).toMatchObject({ credit, balance: 3, expiresAtMs });
    expect(ask(state, 'question', nowMs, { operation: null })).toMatchObject({ available: { credit, expiresAtMs } });
    expect(ask(state, 'a', nowMs).outcome).toBe(outcome);
  });

  test.each([
    [0, 'insufficient'],
    [1, 'admitted'],
    [2, 'admitted'],
  ])('%i of them: %s', (credits, outcome) => {
    expect(ask(opened(credits), 'a', 0).outcome).toBe(outcome);
  });

  test.each([
    [0, 0, null],
    [1, 1, null],
    [1, 2, '2 credits are held of 1'],
    [-1, 0, 'its balance is -1'],
    [0.5, 0, 'its balance is 0.5'],
    [Number.MAX_SAFE_INTEGER, 0, null],
    [Number.MAX_SAFE_INTEGER + 1, 0, 'its balance is 9007199254740992'],
  ])('a balance of %d with %i held is sound or not', (balance, held, fault) => {
    const state = opened(0);
    if (state.wallet) state.wallet = { ...state.wallet, balance };
    state.held = held;
    expect(faultOf(state)).toBe(fault);
  });

  test('are never below nothing, even where more is held than there is', () => {
    const state = opened(1);
    state.held = 2;
    expect(spendableOf(state, 0)).toBe(0);
  });

  test.each([
    [expiresAtMs - 1, expiresAtMs],
    [expiresAtMs, expiresAtMs],
    [expiresAtMs + 1, expiresAtMs + 1],
  ])('topped up for a life that ends at %i expire at %i', (endMs, due) => {
    const state = opened(1);
    apply(state, topUp(state, endMs - 500, 500));
    expect(state.wallet).toMatchObject({ balance: 2, expiresAtMs: due });
  });
});

describe('a ledger that was opened in part', () => {
  const whole = opened(1);
  test.each<[string, Partial<LedgerState>, string | null]>([
    ['nothing at all', { wallet: null, keys: new Map() }, null],
    ['a wallet without a key', { keys: new Map() }, 'it was opened in part'],
    ['a key without a wallet', { wallet: null }, 'it was opened in part'],
    [
      'holds alone',
      {
        wallet: null,
        keys: new Map(),
        holds: new Map([
          [
            'a',
            { id: 'a', keyId: 'key_1', requestId: 'r', amount: 0, name: null, leaseEndsAtMs: 1, previewMonth: null },
          ],
        ]),
      },
      'it was opened in part',
    ],
  ])('%s', (_what, change, fault) => {
    const state = { ...whole, ...change };
    expect(faultOf(state)).toBe(fault);
    expect(keyState(state, 'key_1', 0)).toBeNull();
    expect(ask(state, 'a', 0)).toEqual({ outcome: 'unknown' });
  });
});

describe('a wallet that was never opened', () => {
  const state = emptyState();
  test.each<[string, Decision<boolean>]>([
    ['is not topped up', topUp(state, 1, 1)],
    ['has no expiry', amendWallet(state, { expiresAtMs: 1 })],
    ['has no key', amendKey(state, 'key_1', { limit: 1 })],
    ['has no key that ends', endKey(state, 'key_1', 1, 1)],
    ['has no entries to correct', correct(state, 1, 1)],
    ['has no hold to renew', renew(state, 'a', leaseMs, 1)],
    ['has no hold to settle', settle(state, 'a', null, 1)],
    ['has no hold to release', release(state, 'a')],
  ])('%s', (_what, decision) => {
    expect(decision).toEqual({ answer: false, events: [] });
  });

  test('has no lease that ends', () => {
    expect(lapse(state, Number.MAX_SAFE_INTEGER).events).toEqual([]);
    expect(nextLapseMs(state)).toBeNull();
  });
});

test('what an operator changes is said to be changed', () => {
  const changes = (state: LedgerState) => [
    topUp(state, 1, 1),
    amendWallet(state, { expiresAtMs: 1 }),
    amendKey(state, 'key_1', { limit: 1 }),
    endKey(state, 'key_1', 1, 0),
    correct(state, 1, 1),
  ];
  for (const { answer, events } of changes(opened(1))) {
    expect(answer).toBe(true);
    expect(events.length).toBeGreaterThan(0);
  }
});

describe('the window', () => {
  test.each([
    [1, 0, true],
    [1, 1, false],
    [1, 2, false],
    [2, 1, true],
    [2, 2, false],
    [100_000, 99_999, true],
    [100_000, 100_000, false],
  ])('of a rate of %i with %i counted has room: %s', (limit, counted, room) => {
    expect(hasFreeSlot(Array<number>(counted).fill(500), limit, 500)).toBe(room);
  });

  test.each([
    [windowMs + 499, false],
    [windowMs + 500, true],
    [windowMs + 501, true],
  ])('lets go at %i of what was counted at 500: %s', (nowMs, free) => {
    expect(hasFreeSlot([500], 1, nowMs)).toBe(free);
    expect(withHit([500], nowMs)).toEqual(free ? [nowMs] : [500, nowMs]);
  });

  test.each([
    [windowMs + 499, 1],
    [windowMs - 499, 1],
    [windowMs - 500, 1],
    [windowMs - 501, 2],
    [501, 60],
    [500, 60],
  ])('that is full since 500 asks to wait at %i for %i s', (nowMs, seconds) => {
    expect(waitSeconds([500], 1, nowMs)).toBe(seconds);
  });

  test('asks to wait a second at least, also where there is room', () => {
    expect(waitSeconds([], 1, 1000)).toBe(1);
  });

  test('says the second in which a slot is free, rounded up, and never less than nothing', () => {
    expect(rateLimitState([], 2, 1000, 0)).toEqual({ limit: 2, remaining: 2, resetUnixSeconds: 1 });
    expect(rateLimitState([], 2, 1001, 1)).toEqual({ limit: 2, remaining: 1, resetUnixSeconds: 2 });
    expect(rateLimitState([500], 2, 1001, 1)).toEqual({ limit: 2, remaining: 0, resetUnixSeconds: 61 });
    expect(rateLimitState([], 1, 1001, 1)).toEqual({ limit: 1, remaining: 0, resetUnixSeconds: 62 });
    expect(rateLimitState([500, 600, 700], 2, 1001, 0)).toEqual({ limit: 2, remaining: 0, resetUnixSeconds: 61 });
    expect(rateLimitState([500, 1600, 2700], 2, 3001, 0)).toEqual({ limit: 2, remaining: 0, resetUnixSeconds: 62 });
  });
});

describe('a lease', () => {
  test.each([
    [leaseMs - 1, 1],
    [leaseMs, 0],
    [leaseMs + 1, 0],
  ])('that ends at 55,000 has lapsed or not at %i', (nowMs, open) => {
    const state = opened(1);
    ask(state, 'a', 0);
    expect(nextLapseMs(state)).toBe(leaseMs);
    apply(state, lapse(state, nowMs));
    expect(state.holds.size).toBe(open);
    expect(spendableOf(state, 0)).toBe(1 - open);
  });

  test('may be renewed and its hold settled after its end, as long as nothing has given it back', () => {
    const state = opened(1);
    ask(state, 'a', 0);
    expect(apply(state, renew(state, 'a', leaseMs, leaseMs + 1))).toBe(true);
    expect(nextLapseMs(state)).toBe(2 * leaseMs + 1);
    expect(apply(state, settle(state, 'a', null, 3 * leaseMs))).toBe(true);
    expect(nextLapseMs(state)).toBeNull();
    expect(state).toMatchObject({ held: 0, wallet: { balance: 0 } });
  });

  test('of several is the earliest that ends next', () => {
    const state = opened(3);
    ask(state, 'a', 20);
    ask(state, 'b', 10);
    ask(state, 'c', 30);
    expect(nextLapseMs(state)).toBe(leaseMs + 10);
  });
});

describe('a name', () => {
  const fingerprint = 'f'.repeat(64);
  const [small, large] = ['s', 'l'].map((size) => ({ points: 'none', size }));
  const clicked = { points: 'p', size: 's' };

  test.each([
    [memoryMs - 1, 'again'],
    [memoryMs, 'first'],
    [memoryMs + 1, 'first'],
  ])('remembered until 86,400,000 is asked for at %i: %s', (nowMs, kind) => {
    const remembered = { fingerprint, repeats: 0, endsAtMs: memoryMs, editing: null };
    expect(namingOf('n', new Set(), remembered, nowMs).kind).toBe(kind);
  });

  test.each([
    [maxRepeats - 1, 'again'],
    [maxRepeats, 'exhausted'],
    [maxRepeats + 1, 'exhausted'],
  ])('with %i repeats behind it: %s', (repeats, kind) => {
    expect(namingOf('n', new Set(), { fingerprint, repeats, endsAtMs: memoryMs, editing: null }, 0).kind).toBe(kind);
  });

  test.each([
    [maxRepeats - 1, maxEdits, true, 'again'],
    [maxRepeats, maxEdits - 1, true, 'again'],
    [maxRepeats, maxEdits, false, 'again'],
    [maxRepeats, maxEdits, true, 'exhausted'],
    [maxRepeats + 1, maxEdits + 1, true, 'exhausted'],
  ])('with %i repeats and %i edits behind it, a second size given: %s: %s', (repeats, edits, hasSecondSize, kind) => {
    const editing = { first: small, latest: small, hasSecondSize, edits };
    expect(namingOf('n', new Set(), { fingerprint, repeats, endsAtMs: memoryMs, editing }, 0).kind).toBe(kind);
  });

  test.each([
    ['a second size', large, 'second-size', false, { latest: small, hasSecondSize: true, edits: 5 }],
    ['other points', clicked, 'edit', false, { latest: clicked, hasSecondSize: false, edits: 6 }],
    ['other points after a second size', clicked, 'edit', true, { latest: clicked, hasSecondSize: false, edits: 6 }],
    ['the same points after a second size', large, 'edit', true, { latest: large, hasSecondSize: true, edits: 6 }],
    ['all the same', small, 'edit', false, { latest: small, hasSecondSize: false, edits: 6 }],
  ] as const)('that is edited to %s', (_what, variant, edit, hasSecondSize, expected) => {
    const editing = { first: clicked, latest: small, hasSecondSize, edits: 5 };
    expect(edited(editing, variant, edit)).toEqual({ first: clicked, ...expected });
  });

  test('lasts a day, has three repeats and twenty edits, and is one of 50,000', () => {
    expect([memoryMs, maxRepeats, maxEdits, maxNames]).toEqual([24 * 60 * 60 * 1000, 3, 20, 50_000]);
  });

  test.each([
    ['', false],
    ['n', true],
    ['n'.repeat(255), true],
    ['n'.repeat(256), false],
    ['\x1f', false],
    ['\x20', true],
    ['\x7e', true],
    ['\x7f', false],
  ])('of the text %j may be used or not', (text, fits) => {
    expect(isIdempotencyKey(text)).toBe(fits);
  });
});
