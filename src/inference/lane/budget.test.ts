import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';

describe('grants', () => {
  it('come at once while there is room, then in order', () => {
    const budget = new Budget(10);
    const order: string[] = [];
    const first = budget.take(6, () => order.push('first'));
    budget.take(5, () => order.push('second'));
    // Would fit, and may not overtake.
    budget.take(1, () => order.push('third'));
    expect(order).toEqual(['first']);
    first?.();
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('never come for more than there is', () => {
    expect(new Budget(10).take(11, () => {})).toBeNull();
  });

  it('are given back once', () => {
    const budget = new Budget(10);
    const giveBack = budget.take(4, () => {});
    giveBack?.();
    giveBack?.();
    expect(budget.freeBytes).toBe(10);
  });

  it('may be withdrawn while they are waited for', () => {
    const budget = new Budget(10);
    const order: string[] = [];
    const first = budget.take(10, () => {});
    const second = budget.take(10, () => order.push('second'));
    budget.take(3, () => order.push('third'));
    second?.();
    first?.();
    expect(order).toEqual(['third']);
  });
});

it('never grants more than there is, and grants all in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }), (wishes) => {
      const budget = new Budget(20);
      const held: { bytes: number; giveBack: (() => void) | null }[] = [];
      let granted = 0;
      for (const bytes of wishes) {
        const holder = { bytes, giveBack: null as (() => void) | null };
        holder.giveBack = budget.take(bytes, () => {
          granted++;
          held.push(holder);
        });
        expect(held.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(20 - budget.freeBytes);
        expect(budget.freeBytes).toBeGreaterThanOrEqual(0);
      }
      while (held.length > 0) held.shift()?.giveBack?.();
      expect(granted).toBe(wishes.length);
      expect(budget.freeBytes).toBe(20);
    }),
  );
});
