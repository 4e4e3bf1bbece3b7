import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

describe('grants', () => {
  it('come at once while there is room, then in order', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    budget.take(6, () => order.push('first'));
    budget.take(5, () => order.push('second'));
    // Would fit, and may not overtake.
    budget.take(1, () => order.push('third'));
    expect(order).toEqual(['first']);
    budget.giveBack(6);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('pass those that wait for more where they may, and only with what is free', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    budget.take(6, () => order.push('first'));
    budget.take(5, () => order.push('second'));
    budget.take(3, () => order.push('passing'), true);
    budget.take(2, () => order.push('too large to pass'), true);
    expect(order).toEqual(['first', 'passing']);
    budget.giveBack(6);
    expect(order).toEqual(['first', 'passing', 'second', 'too large to pass']);
    expect(budget.freeBytes).toBe(0);
  });

  it('may be of all there is, and never of more', () => {
    const order: string[] = [];
    new ByteBudget(10).take(11, () => order.push('more'));
    new ByteBudget(10).take(10, () => order.push('all'));
    expect(order).toEqual(['all']);
  });

  it('may be given back in parts', () => {
    const budget = new ByteBudget(10);
    budget.take(8, () => {});
    budget.giveBack(3);
    expect(budget.freeBytes).toBe(5);
    budget.giveBack(5);
    expect(budget.freeBytes).toBe(10);
  });

  it('may be withdrawn while they are waited for, and let those behind go on', () => {
    const budget = new ByteBudget(10);
    const order: string[] = [];
    budget.take(5, () => order.push('first'));
    const leave = budget.take(10, () => order.push('second'));
    budget.take(3, () => order.push('third'));
    leave();
    expect(order).toEqual(['first', 'third']);
    expect(budget.freeBytes).toBe(2);
  });

  it('are not withdrawn any more once they are there', () => {
    const budget = new ByteBudget(10);
    const leave = budget.take(4, () => {});
    leave();
    leave();
    expect(budget.freeBytes).toBe(6);
  });
});

it('never grants more than there is, and grants all in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }), (wishes) => {
      const budget = new ByteBudget(20);
      const held: number[] = [];
      let granted = 0;
      for (const bytes of wishes) {
        budget.take(bytes, () => {
          granted++;
          held.push(bytes);
        });
        expect(held.reduce((sum, one) => sum + one, 0)).toBe(20 - budget.freeBytes);
        expect(budget.freeBytes).toBeGreaterThanOrEqual(0);
      }
      for (let bytes = held.shift(); bytes !== undefined; bytes = held.shift()) budget.giveBack(bytes);
      expect(granted).toBe(wishes.length);
      expect(budget.freeBytes).toBe(20);
    }),
  );
});
