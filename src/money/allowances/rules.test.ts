import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AllowanceUse, again, begin, givenBack, left, maxSubjects, take } from './rules.ts';

const dayMs = 86_400_000;
const mine = { subject: 'mine', limit: 2, windowMs: dayMs };
const all = { subject: 'all', limit: 3, windowMs: dayMs };

/** A set in memory that does what the rules say. */
class Allowed {
  readonly used = new Map<string, AllowanceUse>();
  readonly usedOf = (subject: string) => this.used.get(subject) ?? null;

  take(claims: readonly (typeof mine)[], nowMs = 0, full: number | null = null) {
    const { answer, changes } = take(claims, this.usedOf, full, nowMs);
    for (const [subject, used] of changes) this.used.set(subject, used);
    return answer;
  }

  giveBack(subject: string, nowMs: number) {
    const left = givenBack(this.usedOf(subject), nowMs);
    if (left) this.used.set(subject, left);
    else this.used.delete(subject);
  }
}

describe('a taking', () => {
  it('is allowed up to the limit, and again when the window has ended', () => {
    const set = new Allowed();
    expect([1, 2, 3].map((nowMs) => set.take([mine], nowMs).allowed)).toEqual([true, true, false]);
    expect(set.take([mine], dayMs)).toEqual({ allowed: false, retryAfterSeconds: 1, usedUp: ['mine'] });
    expect(set.take([mine], dayMs + 1)).toEqual({ allowed: true });
    expect(set.used.get('mine')).toEqual({ count: 1, endsAtMs: 2 * dayMs + 1 });
  });

  it('counts for all claims or for none', () => {
    const set = new Allowed();
    for (let time = 0; time < 2; time++) set.take([mine, all]);
    expect(set.take([mine, all])).toEqual({ allowed: false, retryAfterSeconds: 86_400, usedUp: ['mine'] });
    expect(set.used.get('all')?.count).toBe(2);
    expect(set.take([{ ...mine, subject: 'another' }, all]).allowed).toBe(true);
    expect(set.take([{ ...mine, subject: 'a third' }, all]).allowed).toBe(false);
    expect(set.used.has('a third')).toBe(false);
  });

  it('waits for the last of the windows that are used up', () => {
    const set = new Allowed();
    const short = { ...all, limit: 1, windowMs: 1000 };
    set.take([{ ...mine, limit: 1 }, short]);
    expect(set.take([{ ...mine, limit: 1 }, short], 400)).toEqual({
      allowed: false,
      retryAfterSeconds: 86_400,
      usedUp: ['mine', 'all'],
    });
    expect(set.take([short], 400)).toEqual({ allowed: false, retryAfterSeconds: 1, usedUp: ['all'] });
  });

  it('is never allowed by a limit of 0', () => {
    expect(new Allowed().take([{ ...mine, limit: 0 }])).toEqual({
      allowed: false,
      retryAfterSeconds: 86_400,
      usedUp: ['mine'],
    });
  });

  it('of a new subject waits for a place where the set is full; known ones go on', () => {
    const set = new Allowed();
    set.take([mine]);
    expect(set.take([all], 0, 5000)).toEqual({ allowed: false, retryAfterSeconds: 5, usedUp: [] });
    expect(set.take([mine], 0, 5000)).toEqual({ allowed: true });
  });
});

describe('a beginning', () => {
  it('is counted once in a window, whatever was counted since', () => {
    const counted = (used: AllowanceUse | null, full: number | null = null) =>
      begin(mine, () => used, full, 9).changes.get('mine');
    expect(counted(null)).toEqual({ count: 1, endsAtMs: dayMs + 9 });
    expect(counted({ count: 1, endsAtMs: 10 })).toBeUndefined();
    expect(counted({ count: 2, endsAtMs: 10 })).toBeUndefined();
    expect(counted({ count: 2, endsAtMs: 9 })).toEqual({ count: 1, endsAtMs: dayMs + 9 });
    expect(counted(null, 5000)).toBeUndefined();
  });
});

describe('one time more', () => {
  const usedOf = (used: AllowanceUse | null) => () => used;

  it('is of what was counted before alone, within its window and up to its limit', () => {
    expect(again(mine, usedOf(null), 0)).toBeNull();
    expect(again(mine, usedOf({ count: 1, endsAtMs: 10 }), 9)).toEqual({ count: 2, endsAtMs: 10 });
    expect(again(mine, usedOf({ count: 1, endsAtMs: 10 }), 10)).toBeNull();
    expect(again(mine, usedOf({ count: 2, endsAtMs: 10 }), 9)).toBeNull();
  });
});

describe('what is given back', () => {
  it('is one time of a window that has not ended, and nothing is kept of the last one', () => {
    expect(givenBack({ count: 2, endsAtMs: 10 }, 9)).toEqual({ count: 1, endsAtMs: 10 });
    expect(givenBack({ count: 1, endsAtMs: 10 }, 9)).toBeNull();
    expect(givenBack({ count: 2, endsAtMs: 10 }, 10)).toBeNull();
    expect(givenBack(null, 9)).toBeNull();
  });
});

it('a set that is full refuses a new subject for a second at least, also where a place comes free at once', () => {
  expect(new Allowed().take([mine], 5000, 5000)).toEqual({ allowed: false, retryAfterSeconds: 1, usedUp: [] });
  expect(new Allowed().take([mine], 5000, 6001)).toEqual({ allowed: false, retryAfterSeconds: 2, usedUp: [] });
});

it('a set keeps twenty thousand subjects', () => {
  expect(maxSubjects).toBe(20_000);
});

describe('what is left', () => {
  it('is never less than nothing, where a limit was lowered', () => {
    const set = new Allowed();
    for (let time = 0; time < 2; time++) set.take([mine]);
    expect(left([{ ...mine, limit: 1 }], set.usedOf, 0)).toBe(0);
  });

  it('is the least of the claims', () => {
    const set = new Allowed();
    expect(left([mine, all], set.usedOf, 0)).toBe(2);
    set.take([all]);
    set.take([all]);
    expect(left([mine, all], set.usedOf, 0)).toBe(1);
    expect(left([mine, all], set.usedOf, dayMs)).toBe(2);
    expect(left([mine, { ...all, limit: 1 }], set.usedOf, 0)).toBe(0);
  });
});

it('agrees with a model, whatever is taken, given back and waited for', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('take' as const), subject: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('giveBack' as const), subject: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(1500) }),
  );
  fc.assert(
    fc.property(fc.nat(3), fc.nat(6), fc.array(step, { maxLength: 60 }), (limit, total, steps) => {
      const set = new Allowed();
      const model = new Map<string, { count: number; endsAtMs: number }>();
      let nowMs = 0;
      for (const each of steps) {
        if (each.kind === 'wait') {
          nowMs += each.ms;
          for (const [name, { endsAtMs }] of model) if (endsAtMs <= nowMs) model.delete(name);
          continue;
        }
        const { subject } = each;
        if (each.kind === 'giveBack') {
          for (const name of [subject, 'all']) {
            set.giveBack(name, nowMs);
            const window = model.get(name);
            if (window && --window.count === 0) model.delete(name);
          }
          continue;
        }
        const claims = [
          { subject, limit, windowMs: 1000 },
          { subject: 'all', limit: total, windowMs: 2000 },
        ];
        const due = claims.every(({ subject: name, limit: most }) => (model.get(name)?.count ?? 0) < most);
        expect(set.take(claims, nowMs).allowed).toBe(due);
        if (!due) continue;
        for (const { subject: name, windowMs } of claims) {
          const window = model.get(name) ?? { count: 0, endsAtMs: nowMs + windowMs };
          model.set(name, { ...window, count: window.count + 1 });
        }
      }
    }),
    { numRuns: 500 },
  );
});
