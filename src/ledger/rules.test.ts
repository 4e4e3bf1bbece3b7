import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationName } from '../contract/operations.ts';
import * as rules from './rules.ts';

const leaseMs = 180_000;
const day = 86_400_000;

function apply<Answer>(state: rules.LedgerState, { answer, events }: rules.Decision<Answer>): Answer {
  for (const event of events) rules.evolve(state, event);
  rules.assertSound(state);
  return answer;
}

function opened(credits: number, ratePerMinute = 1000, expiresAtMs = 100 * day): rules.LedgerState {
  const state = rules.emptyState();
  apply(state, rules.open(state, { credits, expiresAtMs, ratePerMinute, operations: null }, 0));
  return state;
}

function admit(
  state: rules.LedgerState,
  holdId: string,
  nowMs: number,
  operation: OperationName = 'image-without-background',
) {
  return apply(state, rules.admit(state, { operation, requestId: `r-${holdId}`, holdId, leaseMs }, nowMs));
}

describe('admission', () => {
  test('a key that was never opened is unknown and changes nothing', () => {
    const state = rules.emptyState();
    expect(admit(state, 'a', 0)).toEqual({ outcome: 'unknown' });
    expect(state).toEqual(rules.emptyState());
  });

  test('a revoked key is as unknown as one that never was', () => {
    const state = opened(5);
    apply(state, rules.amend(state, { revoked: true }));
    expect(admit(state, 'a', 0).outcome).toBe('unknown');
  });

  test('checks run in the order rate, scope, expiry, credits', () => {
    const state = opened(0, 1, day);
    apply(state, rules.amend(state, { operations: ['alpha-channel'] }));
    expect(admit(state, 'a', 2 * day).outcome).toBe('restricted');
    expect(admit(state, 'b', 2 * day).outcome).toBe('rate-limited');
    expect(admit(state, 'c', 3 * day, 'alpha-channel').outcome).toBe('expired');
    apply(state, rules.amend(state, { expiresAtMs: 9 * day }));
    expect(admit(state, 'd', 4 * day, 'alpha-channel').outcome).toBe('insufficient');
  });

  test('open holds count against the credits', () => {
    const state = opened(2);
    expect(admit(state, 'a', 0).outcome).toBe('admitted');
    expect(admit(state, 'b', 0).outcome).toBe('admitted');
    expect(admit(state, 'c', 0).outcome).toBe('insufficient');
    expect(rules.spendable(state, 0)).toBe(0);
    apply(state, rules.release(state, 'a'));
    expect(admit(state, 'd', 1).outcome).toBe('admitted');
  });

  test('the balance is told also at zero credits and after expiry, and takes no hold', () => {
    const state = opened(7, 10, day);
    const ask = (nowMs: number) =>
      apply(state, rules.admit(state, { operation: null, requestId: 'r', holdId: 'x', leaseMs }, nowMs));
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
    apply(state, rules.amend(state, { ratePerMinute: 2 }));
    const refused = admit(state, 'b', 10_000);
    expect(refused).toMatchObject({ outcome: 'rate-limited', retryAfterSeconds: 52 });
    expect(admit(state, 'c', 61_999).outcome).toBe('rate-limited');
    expect(admit(state, 'd', 62_000).outcome).toBe('admitted');
  });
});

describe('holds', () => {
  test('a hold ends once', () => {
    const state = opened(1);
    admit(state, 'a', 0);
    expect(apply(state, rules.settle(state, 'a', 1))).toBe(true);
    expect(apply(state, rules.settle(state, 'a', 2))).toBe(false);
    expect(apply(state, rules.release(state, 'a'))).toBe(false);
    expect(state.account?.balance).toBe(0);
  });

  test('a lease that is renewed does not lapse, one that is not does', () => {
    const state = opened(2);
    admit(state, 'a', 0);
    admit(state, 'b', 0);
    apply(state, rules.renew(state, 'a', leaseMs, 100_000));
    expect(apply(state, rules.lapse(state, leaseMs))).toBe(280_000);
    expect([...state.holds.keys()]).toEqual(['a']);
    expect(apply(state, rules.renew(state, 'b', leaseMs, 200_000))).toBe(false);
    expect(rules.spendable(state, 200_000)).toBe(1);
  });
});

describe('top-up', () => {
  test('sets the later of the present expiry and now plus a lifetime, unless a date is given', () => {
    const state = opened(0, 30, 10 * day);
    apply(state, rules.topUp(state, 5, null, day, 0));
    expect(state.account).toMatchObject({ balance: 5, expiresAtMs: 10 * day });
    apply(state, rules.topUp(state, 5, null, day, 20 * day));
    expect(state.account).toMatchObject({ balance: 10, expiresAtMs: 21 * day });
    apply(state, rules.topUp(state, 0, 5 * day, day, 20 * day));
    expect(state.account).toMatchObject({ balance: 10, expiresAtMs: 5 * day });
  });

  test('opening twice grants once', () => {
    const state = opened(5);
    const terms = { credits: 5, expiresAtMs: day, ratePerMinute: 1, operations: null };
    expect(rules.open(state, terms, 1).events).toEqual([]);
  });
});

/** What a ledger is, without leases, windows or events: credits granted, charged, held. */
interface Model {
  granted: number;
  charged: number;
  open: Map<string, number>;
}

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('admit' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const), hold: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), hold: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew' as const), hold: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(leaseMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lapse' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('top-up' as const), credits: fc.nat(5) }) },
);

describe('any interleaving', () => {
  test('10,000 random sequences agree with a simple model', () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
    console.log(`ledger property seed ${seed}`);
    fc.assert(
      fc.property(fc.nat(6), fc.array(command, { maxLength: 40 }), (credits, commands) => {
        const state = opened(credits, 10_000, Number.MAX_SAFE_INTEGER);
        const model: Model = { granted: credits, charged: 0, open: new Map() };
        let nowMs = 0;
        let holds = 0;
        for (const step of commands) {
          const id = 'hold' in step ? `h${step.hold}` : '';
          switch (step.kind) {
            case 'admit': {
              const expected = model.granted - model.charged - model.open.size >= 1 ? 'admitted' : 'insufficient';
              const holdId = `h${holds}`;
              expect(admit(state, holdId, nowMs).outcome).toBe(expected);
              if (expected === 'admitted') {
                model.open.set(holdId, nowMs + leaseMs);
                holds++;
              }
              break;
            }
            case 'settle':
              expect(apply(state, rules.settle(state, id, nowMs))).toBe(model.open.has(id));
              if (model.open.delete(id)) model.charged++;
              break;
            case 'release':
              expect(apply(state, rules.release(state, id))).toBe(model.open.delete(id));
              break;
            case 'renew':
              expect(apply(state, rules.renew(state, id, leaseMs, nowMs))).toBe(model.open.has(id));
              if (model.open.has(id)) model.open.set(id, nowMs + leaseMs);
              break;
            case 'wait':
              nowMs += step.ms;
              break;
            case 'lapse':
              apply(state, rules.lapse(state, nowMs));
              for (const [hold, endsAt] of model.open) if (endsAt <= nowMs) model.open.delete(hold);
              break;
            case 'top-up':
              apply(state, rules.topUp(state, step.credits, null, day, nowMs));
              model.granted += step.credits;
              break;
          }
          expect(state.account?.balance).toBe(model.granted - model.charged);
          expect(state.holds.size).toBe(model.open.size);
          expect(rules.spendable(state, nowMs)).toBe(model.granted - model.charged - model.open.size);
        }
      }),
      { numRuns: 10_000, seed },
    );
  });
});
