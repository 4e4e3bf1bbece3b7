import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Capacity } from './capacity.ts';
import { RequestMemory } from './memory.ts';

describe('capacity', () => {
  test('gives what is free at once and nothing beyond it', async () => {
    const capacity = new Capacity(10);
    expect(await capacity.take(6, 0)).toBe(true);
    expect(await capacity.take(6, 5)).toBe(false);
    expect(await capacity.take(4, 0)).toBe(true);
  });

  test('is waited for in order of arrival', async () => {
    const capacity = new Capacity(10);
    await capacity.take(9, 0);
    const order: string[] = [];
    const large = capacity.take(8, 1000).then(() => order.push('large'));
    // There is room for the small one alone, which must not pass the large one.
    const small = capacity.take(1, 1000).then(() => order.push('small'));
    await Promise.resolve();
    expect(order).toEqual([]);
    capacity.giveBack(9);
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  test('more than there will ever be is refused without a wait', async () => {
    expect(await new Capacity(10).take(11, 60_000)).toBe(false);
  });

  test('one that gives up lets those behind it go on', async () => {
    const capacity = new Capacity(10);
    await capacity.take(5, 0);
    const large = capacity.take(8, 10);
    const small = capacity.take(5, 1000);
    expect(await large).toBe(false);
    expect(await small).toBe(true);
  });

  test('any interleaving keeps within it and ends with everything given back', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), sizes, async (scheduler, all) => {
        const capacity = new Capacity(10);
        let held = 0;
        const work = all.map(async (bytes) => {
          expect(await capacity.take(bytes, 10_000)).toBe(true);
          held += bytes;
          expect(held).toBeLessThanOrEqual(10);
          await scheduler.schedule(Promise.resolve());
          held -= bytes;
          capacity.giveBack(bytes);
        });
        await scheduler.waitFor(Promise.all(work));
        expect(await capacity.take(10, 0)).toBe(true);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});

test('a request that could never have all it needs does not wait for it', async () => {
  const memory = new RequestMemory({ isolateBudgetBytes: 100, capacityWaitMs: 60_000 });
  expect(await memory.take(40)).toBe(true);
  expect(await memory.take(61)).toBe(false);
  memory.reduceTo(10);
  expect(await memory.take(90)).toBe(true);
  memory.giveBack();
  memory.giveBack();
  expect(await new RequestMemory({ isolateBudgetBytes: 100, capacityWaitMs: 0 }).take(100)).toBe(true);
});
