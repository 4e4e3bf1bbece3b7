import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Capacity } from './capacity.ts';

describe('taking', () => {
  test('gives what is free at once and nothing beyond it', async () => {
    const capacity = new Capacity(10);
    expect(capacity.tryTake(6)).not.toBeNull();
    expect(capacity.tryTake(6)).toBeNull();
    expect(await capacity.take(6, 5)).toBeNull();
    expect(capacity.tryTake(4)).not.toBeNull();
  });

  test('waits for what others give back, in order of arrival', async () => {
    const capacity = new Capacity(10);
    const giveBack = capacity.tryTake(10);
    const order: string[] = [];
    const large = capacity.take(8, 1000).then((taken) => {
      order.push('large');
      taken?.();
    });
    const small = capacity.take(1, 1000).then(() => order.push('small'));
    // Room for the small one alone must not let it pass the large one.
    expect(capacity.tryTake(1)).toBeNull();
    giveBack?.();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  test('more than there will ever be is refused without a wait', async () => {
    expect(await new Capacity(10).take(11, 60_000)).toBeNull();
  });

  test('one that gives up lets those behind it go on', async () => {
    const capacity = new Capacity(10);
    capacity.tryTake(5);
    const large = capacity.take(8, 10);
    const small = capacity.take(5, 1000);
    expect(await large).toBeNull();
    expect(await small).not.toBeNull();
  });

  test('giving back twice counts once', () => {
    const capacity = new Capacity(10);
    const giveBack = capacity.tryTake(10);
    giveBack?.();
    giveBack?.();
    expect(capacity.tryTake(10)).not.toBeNull();
    expect(capacity.tryTake(1)).toBeNull();
  });
});

test('any interleaving ends with everything given back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 12 }),
      async (scheduler, sizes) => {
        const capacity = new Capacity(10);
        let held = 0;
        const work = sizes.map(async (bytes) => {
          const giveBack = await capacity.take(bytes, 10_000);
          held += bytes;
          expect(held).toBeLessThanOrEqual(10);
          await scheduler.schedule(Promise.resolve());
          held -= bytes;
          giveBack?.();
        });
        await scheduler.waitFor(Promise.all(work));
        expect(capacity.tryTake(10)).not.toBeNull();
      },
    ),
    { numRuns: 200, seed: 5 },
  );
});
