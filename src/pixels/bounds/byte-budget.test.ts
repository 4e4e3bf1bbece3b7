import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asking, ByteBudget, type Share } from './byte-budget.ts';

/** A new share that asks for bytes, and what it is called in `order` once it has them. */
function asks(budget: ByteBudget, order: string[], name: string, bytes: number, asking: Asking = {}) {
  const share: Share = { bytes: 0 };
  const leave = budget.take(share, bytes, () => order.push(name), asking);
  return { share, leave };
}

describe('grants', () => {
  it('come at once while there is room, then in order', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share } = asks(budget, order, 'first', 6);
    asks(budget, order, 'second', 5);
    // Would fit, and may not overtake.
    asks(budget, order, 'third', 1);
    expect(order).toEqual(['first']);
    budget.end(share);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('pass those that wait for more where they may, and only with what is free', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share } = asks(budget, order, 'first', 6);
    asks(budget, order, 'second', 5);
    asks(budget, order, 'passing', 3, { passes: true });
    asks(budget, order, 'too large to pass', 2, { passes: true });
    expect(order).toEqual(['first', 'passing']);
    budget.end(share);
    expect(order).toEqual(['first', 'passing', 'second', 'too large to pass']);
    expect(budget.freeBytes).toBe(0);
  });

  it('may be of all there is, and never of more', () => {
    const order: string[] = [];
    asks(new ByteBudget(10), order, 'more', 11);
    asks(new ByteBudget(10), order, 'all', 10);
    expect(order).toEqual(['all']);
  });

  it('may be given back in parts', () => {
    const budget = new ByteBudget(10);
    const { share } = asks(budget, [], 'first', 8);
    budget.reduce(share, 5);
    expect([share.bytes, budget.freeBytes]).toEqual([5, 5]);
    budget.reduce(share, 6);
    expect([share.bytes, budget.freeBytes]).toEqual([5, 5]);
    budget.reduce(share, 0);
    expect(budget.freeBytes).toBe(10);
  });

  it('may be withdrawn while they are waited for, and let those behind go on', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    asks(budget, order, 'first', 5);
    const { leave } = asks(budget, order, 'second', 10);
    asks(budget, order, 'third', 3);
    leave();
    expect(order).toEqual(['first', 'third']);
    expect(budget.freeBytes).toBe(2);
  });

  it('are not withdrawn any more once they are there', () => {
    const budget = new ByteBudget(10);
    const { leave } = asks(budget, [], 'first', 4);
    leave();
    leave();
    expect(budget.freeBytes).toBe(6);
  });
});

describe('callers', () => {
  it('take turns in the line, also where one asked more often', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share } = asks(budget, order, 'first', 10);
    const mine = { caller: 'a' };
    const waiting = ['a1', 'a2', 'a3'].map((name) => asks(budget, order, name, 5, mine));
    asks(budget, order, 'b1', 5, { caller: 'b' });
    expect(budget.ahead('c')).toHaveLength(2);
    expect(budget.ahead('a', waiting[1].share)).toHaveLength(2);
    budget.end(share);
    expect(order).toEqual(['first', 'a1', 'b1']);
    waiting[1].leave();
    budget.end(waiting[0].share);
    expect(order).toEqual(['first', 'a1', 'b1', 'a3']);
  });
});

describe('bytes that are taken at once', () => {
  it('pass all who wait, and do not wait themselves', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    asks(budget, order, 'first', 6);
    asks(budget, order, 'waits', 5);
    const share: Share = { bytes: 0 };
    expect([budget.takeNow(share, 4), budget.takeNow(share, 1)]).toEqual([true, false]);
    expect([share.bytes, budget.freeBytes, order]).toEqual([4, 0, ['first']]);
  });

  it('leave what those with a claim may ask for', () => {
    const budget = new ByteBudget(10);
    asks(budget, [], 'picture', 3, { laterBytes: 5 });
    expect([budget.couldTake(2), budget.couldTake(3), budget.couldTake(3, 1)]).toEqual([true, false, true]);
  });

  it('may be those of others, which nobody in line gets', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share: other } = asks(budget, order, 'other', 8);
    asks(budget, order, 'waits', 3);
    const share: Share = { bytes: 0 };
    expect(budget.takeNow(share, 9, () => budget.end(other))).toBe(true);
    expect([share.bytes, budget.freeBytes, order]).toEqual([9, 1, ['other']]);
    budget.end(share);
    expect(order).toEqual(['other', 'waits']);
  });
});

it('what others are about to take stays free, until they do not any more', () => {
  const budget = new ByteBudget(10);
  const order: string[] = [];
  let soon = 4;
  const leaves = () => soon;
  asks(budget, order, 'passing', 7, { passes: true, leaves });
  asks(budget, order, 'behind', 1);
  expect(order).toEqual([]);
  soon = 3;
  budget.serve();
  expect(order).toEqual(['passing', 'behind']);
});

describe('stages', () => {
  interface Stage {
    readonly name: string;
    readonly bytes: number;
    readonly laterBytes?: number;
  }
  const next = (budget: ByteBudget, order: string[], share: Share, { name, bytes, laterBytes = 0 }: Stage) =>
    budget.take(share, bytes, () => order.push(name), { laterBytes });

  it('begin side by side while each can still have all of its own, one after the other', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    asks(budget, order, 'first', 3, { laterBytes: 4 });
    asks(budget, order, 'second', 3, { laterBytes: 4 });
    // 1 byte would be left, and both may want 4.
    asks(budget, order, 'third', 3, { laterBytes: 4 });
    asks(budget, order, 'upload', 3, { passes: true });
    expect(order).toEqual(['first', 'second']);
    asks(budget, order, 'small upload', 0, { passes: true });
    expect(order).toEqual(['first', 'second', 'small upload']);
  });

  it('come before all who are new, and in the order in which they fit', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const large = asks(budget, order, 'large', 1, { laterBytes: 7 }).share;
    const small = asks(budget, order, 'small', 2, { laterBytes: 2 }).share;
    const other = asks(budget, order, 'other', 1, { laterBytes: 1 }).share;
    asks(budget, order, 'new', 4);
    next(budget, order, large, { name: 'large again', bytes: 7 });
    next(budget, order, small, { name: 'small again', bytes: 2 });
    expect(order).toEqual(['large', 'small', 'other', 'small again']);
    budget.end(other);
    expect(order).toEqual(['large', 'small', 'other', 'small again']);
    budget.end(small);
    expect(order.slice(4)).toEqual(['large again']);
    budget.end(large);
    expect(order.slice(5)).toEqual(['new']);
  });

  it('that are not needed any more leave room to others', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share } = asks(budget, order, 'first', 4, { laterBytes: 6 });
    asks(budget, order, 'second', 4, { laterBytes: 6 });
    expect(order).toEqual(['first']);
    next(budget, order, share, { name: 'first again', bytes: 0 });
    expect(order).toEqual(['first', 'first again', 'second']);
  });

  it('do not begin on the strength of what stuck holders have', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const reader = { bytes: 0, isStuck: false };
    budget.take(reader, 4, () => order.push('reader'), { laterBytes: 0 });
    reader.isStuck = true;
    // 6 bytes are left, of which it may want 8.
    const { leave } = asks(budget, order, 'picture', 4, { laterBytes: 4 });
    expect(order).toEqual(['reader']);
    leave();
    asks(budget, order, 'smaller picture', 4, { laterBytes: 2 });
    expect(order).toEqual(['reader', 'smaller picture']);
  });

  it('end with the share, which may keep some of its bytes', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    const { share } = asks(budget, order, 'first', 4, { laterBytes: 6 });
    asks(budget, order, 'second', 4, { laterBytes: 5 });
    budget.end(share, 1);
    expect([order, share.bytes, budget.freeBytes]).toEqual([['first', 'second'], 1, 5]);
  });

  it('are of no more than was said before', () => {
    const budget = new ByteBudget(10);
    const { share } = asks(budget, [], 'first', 1, { laterBytes: 3 });
    expect(() => next(budget, [], share, { name: 'too much', bytes: 4 })).toThrow(RangeError);
    expect(() => next(budget, [], share, { name: 'too much later', bytes: 1, laterBytes: 3 })).toThrow(RangeError);
    next(budget, [], share, { name: 'right', bytes: 1, laterBytes: 2 });
    expect(() => next(budget, [], share, { name: 'too much now', bytes: 3 })).toThrow(RangeError);
  });
});

it('never grants more than there is, and grants all in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }), (wishes) => {
      const budget = new ByteBudget(20);
      const held: Share[] = [];
      let granted = 0;
      for (const bytes of wishes) {
        const share: Share = { bytes: 0 };
        const onGranted = () => {
          granted++;
          held.push(share);
        };
        budget.take(share, bytes, onGranted);
        expect(held.reduce((sum, one) => sum + one.bytes, 0)).toBe(20 - budget.freeBytes);
        expect(budget.freeBytes).toBeGreaterThanOrEqual(0);
      }
      for (let share = held.shift(); share; share = held.shift()) budget.end(share);
      expect(granted).toBe(wishes.length);
      expect(budget.freeBytes).toBe(20);
    }),
  );
});
