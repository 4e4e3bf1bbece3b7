import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Capacity, leaseMs } from './capacity.ts';

/** A lease with bytes, taken at once. */
async function holding(capacity: Capacity, bytes: number) {
  const lease = capacity.begin();
  expect(await capacity.take(lease, bytes, 0)).toBe(true);
  return lease;
}

describe('capacity', () => {
  test('gives what is free at once and nothing beyond it', async () => {
    const capacity = new Capacity(10);
    await holding(capacity, 6);
    expect(await capacity.take(capacity.begin(), 6, 5)).toBe(false);
    await holding(capacity, 4);
    expect(capacity.freeBytes).toBe(0);
  });

  test('is waited for in order of arrival', async () => {
    const capacity = new Capacity(10);
    const first = await holding(capacity, 9);
    const order: string[] = [];
    const large = capacity.take(capacity.begin(), 8, 1000).then(() => order.push('large'));
    // There is room for the small one alone, which must not pass the large one.
    const small = capacity.take(capacity.begin(), 1, 1000).then(() => order.push('small'));
    await Promise.resolve();
    expect(order).toEqual([]);
    capacity.end(first);
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  test('more than there will ever be is refused without a wait', async () => {
    const capacity = new Capacity(10);
    expect(await capacity.take(capacity.begin(), 11, 60_000)).toBe(false);
    expect(await capacity.take(await holding(capacity, 4), 7, 60_000)).toBe(false);
  });

  test('one that gives up lets those behind it go on', async () => {
    const capacity = new Capacity(10);
    await holding(capacity, 5);
    const large = capacity.take(capacity.begin(), 8, 10);
    const small = capacity.take(capacity.begin(), 5, 1000);
    expect(await large).toBe(false);
    expect(await small).toBe(true);
  });

  test('one whose wait is aborted leaves the line and takes nothing', async () => {
    const capacity = new Capacity(10);
    const first = await holding(capacity, 5);
    const leaving = new AbortController();
    const large = capacity.take(capacity.begin(), 8, 60_000, { signal: leaving.signal });
    const small = capacity.take(capacity.begin(), 5, 60_000);
    leaving.abort();
    expect(await large).toBe(false);
    expect(await small).toBe(true);
    capacity.end(first);
    expect(capacity.freeBytes).toBe(5);
    expect(await capacity.take(capacity.begin(), 1, 60_000, { signal: leaving.signal })).toBe(false);
  });

  test('any interleaving keeps within it and ends with everything given back', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), sizes, async (scheduler, all) => {
        const capacity = new Capacity(10);
        let held = 0;
        const work = all.map(async (bytes) => {
          const lease = capacity.begin();
          expect(await capacity.take(lease, bytes, 10_000)).toBe(true);
          held += bytes;
          expect(held).toBeLessThanOrEqual(10);
          await scheduler.schedule(Promise.resolve());
          held -= bytes;
          capacity.end(lease);
          capacity.end(lease);
        });
        await scheduler.waitFor(Promise.all(work));
        expect(capacity.freeBytes).toBe(10);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});

describe('what a dropped request had', () => {
  let nowMs = 0;
  const clock = () => nowMs;
  beforeEach(() => {
    nowMs = 1_000_000;
  });

  test('comes back once its lease has run out, to the next one that asks', async () => {
    const capacity = new Capacity(10, clock);
    await holding(capacity, 10);
    nowMs += leaseMs - 1;
    expect(capacity.expiredLeases).toBe(0);
    expect(await capacity.take(capacity.begin(), 1, 0)).toBe(false);
    nowMs += 1;
    expect(capacity.expiredLeases).toBe(1);
    await holding(capacity, 10);
    expect(capacity.expiredLeases).toBe(0);
  });

  test('stays with a request that renews, however long it lives', async () => {
    const capacity = new Capacity(10, clock);
    const lease = await holding(capacity, 10);
    for (let second = 0; second < 60; second++) {
      nowMs += 1000;
      capacity.renew(lease);
    }
    expect(await capacity.take(capacity.begin(), 1, 0)).toBe(false);
    expect(capacity.freeBytes).toBe(0);
  });

  test('stays with one whose renewal was held up by a long decode', async () => {
    const capacity = new Capacity(10, clock);
    const lease = await holding(capacity, 10);
    nowMs += 2 * leaseMs;
    // The timer that renews is due, and so is the request that asks for bytes: the renewal gets its turn.
    setTimeout(() => capacity.renew(lease), 0);
    expect(await capacity.take(capacity.begin(), 1, 0)).toBe(false);
    expect(lease.bytes).toBe(10);
  });

  test('comes back where it was granted after its request had been dropped in the line', async () => {
    const capacity = new Capacity(10, clock);
    const first = await holding(capacity, 10);
    const dropped = capacity.begin();
    void capacity.take(dropped, 10, 0);
    // Its own timers never run again, so it stays in the line and is granted what comes free.
    const capacityOfTheLiving = capacity.take(capacity.begin(), 10, 60_000);
    capacity.end(first);
    nowMs += leaseMs;
    const later = capacity.begin();
    capacity.renew(later);
    expect(await Promise.race([capacityOfTheLiving, capacity.take(later, 10, 0)])).toBe(true);
  });

  test('is not counted against it a second time when it turns out to live', async () => {
    const capacity = new Capacity(10, clock);
    const lease = await holding(capacity, 10);
    nowMs += leaseMs;
    const next = await holding(capacity, 4);
    capacity.end(lease);
    expect(capacity.freeBytes).toBe(6);
    capacity.end(next);
    expect(capacity.freeBytes).toBe(10);
  });
});

describe('a request in line', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  /** When it has its answer, with a lease before it that nobody renews; the answer. */
  async function answered(waitMs: number): Promise<[atMs: number, granted: boolean]> {
    const capacity = new Capacity(10);
    await holding(capacity, 10);
    await vi.advanceTimersByTimeAsync(leaseMs - 500);
    const lease = capacity.begin();
    const asked = capacity.take(lease, 4, waitMs).then((granted): [number, boolean] => [Date.now(), granted]);
    await vi.advanceTimersByTimeAsync(10_000);
    return asked;
  }

  test('polls whether the lease before it has run out, and takes its bytes a turn later', async () => {
    expect(await answered(60_000)).toEqual([leaseMs + 301, true]);
  });

  test('waits no longer than it may, and takes what has come free by then', async () => {
    expect(await answered(400)).toEqual([leaseMs - 100, false]);
    vi.setSystemTime(0);
    expect(await answered(500)).toEqual([leaseMs + 1, true]);
  });
});

describe('turns', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  const turn = async (capacity: Capacity, bytes: number) => {
    const lease = capacity.begin();
    const taken = capacity.take(lease, bytes, 60_000, { turn: 'kept' });
    await vi.advanceTimersByTimeAsync(0);
    return { lease, taken };
  };

  test('are waited for by so many ends as there are turns ahead, and one', async () => {
    const capacity = new Capacity(10);
    expect(capacity.expectedWaitMs(700, capacity.begin())).toBe(700);
    const first = await turn(capacity, 10);
    await vi.advanceTimersByTimeAsync(1000);
    capacity.end(first.lease);
    const second = await turn(capacity, 10);
    const waiting = [await turn(capacity, 10), await turn(capacity, 5)];
    expect([capacity.waitingTurns, capacity.expectedWaitMs(0, capacity.begin())]).toEqual([2, 3000]);
    expect(waiting.map(({ lease }) => capacity.expectedWaitMs(0, lease))).toEqual([1000, 2000]);
    capacity.end(second.lease);
    expect(await waiting[0].taken).toBe(true);
    expect(capacity.waitingTurns).toBe(1);
  });

  test('go from caller to caller: one that comes later waits for one of each other alone', async () => {
    const capacity = new Capacity(10);
    const first = await turn(capacity, 10);
    await vi.advanceTimersByTimeAsync(1000);
    capacity.end(first.lease);
    const working = await turn(capacity, 10);
    const order: string[] = [];
    const asks = async (caller: string, name: string) => {
      const lease = capacity.begin(caller);
      void capacity.take(lease, 10, 60_000, { turn: 'kept' }).then(() => {
        order.push(name);
        capacity.end(lease);
      });
      return lease;
    };
    const many = [await asks('a', 'a1'), await asks('a', 'a2'), await asks('a', 'a3')];
    const other = capacity.begin('b');
    expect([capacity.expectedWaitMs(0, other), capacity.expectedWaitMs(0, many[2])]).toEqual([2000, 3000]);
    await asks('b', 'b1');
    await vi.advanceTimersByTimeAsync(0);
    capacity.end(working.lease);
    await vi.advanceTimersByTimeAsync(2000);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('are not counted of those who only upload, and of nobody twice', async () => {
    const capacity = new Capacity(10);
    await holding(capacity, 10);
    void capacity.take(capacity.begin(), 5, 1000);
    await vi.advanceTimersByTimeAsync(500);
    expect([capacity.waitingTurns, capacity.expectedWaitMs(0, capacity.begin())]).toEqual([0, 0]);
    const { lease, taken } = await turn(new Capacity(10), 4);
    expect(await taken).toBe(true);
    expect(lease.turn).toBe('works');
  });

  test('that nobody waits for any more are forgotten, those of dropped requests too', async () => {
    const capacity = new Capacity(10);
    await holding(capacity, 10);
    const inVain = capacity.take(capacity.begin(), 5, 400, { turn: 'kept' });
    await vi.advanceTimersByTimeAsync(400);
    expect([await inVain, capacity.waitingTurns]).toEqual([false, 0]);
    await turn(capacity, 5);
    expect(capacity.waitingTurns).toBe(1);
    await vi.advanceTimersByTimeAsync(leaseMs);
    const taking = capacity.take(capacity.begin(), 10, 0);
    await vi.advanceTimersByTimeAsync(10);
    expect([await taking, capacity.waitingTurns]).toEqual([true, 0]);
  });

  test('are given up at the poll at which one no longer wants to wait', async () => {
    const capacity = new Capacity(10);
    await holding(capacity, 10);
    const looks = [true, false];
    const taking = capacity.take(capacity.begin(), 5, 60_000, { stays: () => looks.shift() ?? true });
    await vi.advanceTimersByTimeAsync(800);
    expect([await taking, looks]).toEqual([false, []]);
  });
});
