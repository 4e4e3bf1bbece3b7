/** Bodies that come into one isolate: whose bytes go to whom where the room ends, and who waits for whom. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Body, Lease } from './capacity.ts';
import { Capacity } from './capacity.ts';
import { Transfer } from './transfer.ts';

let capacity: Capacity;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  capacity = new Capacity(100);
});
afterEach(() => void vi.useRealTimers());

/** A body that comes; it tells whether it was dropped. */
function coming(caller = '', expectedBytes = 100) {
  const lease = capacity.begin(caller);
  const transfer = new Transfer();
  const body: Body & { isDropped: boolean } = {
    transfer,
    expectedBytes,
    get heldBytes() {
      return lease.bytes;
    },
    isDropped: false,
    drop() {
      this.isDropped = true;
      capacity.reduce(lease, 0);
    },
  };
  capacity.beginBody(lease, body);
  return { lease, body, transfer };
}

/** Has a body be waited for, for so long and so many bytes. */
function move(transfer: Transfer, ms: number, bytes: number): void {
  transfer.wait();
  vi.advanceTimersByTime(ms);
  transfer.moved(bytes);
}

async function holding(bytes: number): Promise<Lease> {
  const lease = capacity.begin();
  await capacity.take(lease, bytes, 0);
  return lease;
}

/** What becomes of a request for bytes within so many milliseconds. */
async function outcomeOf(bytes: number, waitMs = 10_000, withinMs = 0): Promise<boolean | 'waits'> {
  let outcome: boolean | 'waits' = 'waits';
  void capacity.take(capacity.begin(), bytes, waitMs).then((granted) => {
    outcome = granted;
  });
  await vi.advanceTimersByTimeAsync(withinMs);
  return outcome;
}

describe('where the room ends', () => {
  test('the youngest body goes, and no more of them than are needed', () => {
    const [first, second, third] = [coming(), coming(), coming()];
    for (const { lease } of [first, second, third]) expect(capacity.grow(lease, 30)).toBe(true);
    expect(capacity.grow(first.lease, 40)).toBe(true);
    expect([second, third].map(({ body }) => body.isDropped)).toEqual([false, true]);
    expect([first.lease.bytes, capacity.freeBytes]).toEqual([70, 0]);
  });

  test('one that is the youngest itself takes nothing from others', () => {
    const [first, second] = [coming(), coming()];
    capacity.grow(first.lease, 60);
    expect(capacity.grow(second.lease, 41)).toBe(false);
    expect([first.body.isDropped, second.body.isDropped, capacity.freeBytes]).toEqual([false, false, 40]);
  });

  test('nobody goes where even all of them would not do', async () => {
    await holding(50);
    const [first, second] = [coming(), coming()];
    for (const { lease } of [first, second]) capacity.grow(lease, 25);
    expect(capacity.grow(first.lease, 26)).toBe(false);
    expect(second.body.isDropped).toBe(false);
  });

  test('a body that has been read goes no more', () => {
    const [first, second] = [coming(), coming()];
    for (const { lease } of [first, second]) capacity.grow(lease, 50);
    capacity.endBody(second.lease);
    expect(capacity.grow(first.lease, 1)).toBe(false);
  });

  test('pictures that wait do not get what goes from one body to another', async () => {
    const [first, second] = [coming(), coming()];
    for (const { lease } of [first, second]) capacity.grow(lease, 50);
    const picture = outcomeOf(50);
    expect(capacity.grow(first.lease, 40)).toBe(true);
    expect([await picture, first.lease.bytes]).toEqual(['waits', 90]);
  });
});

describe('who begins', () => {
  test('leaves room for bodies that come quickly', async () => {
    const { transfer } = coming('', 60);
    move(transfer, 1, 10);
    expect(await outcomeOf(41)).toBe('waits');
    expect(await outcomeOf(40)).toBe('waits');
  });

  test('and for their last buffer, which grows out of one of half the size', async () => {
    const { lease, transfer } = coming('', 40);
    move(transfer, 1, 20);
    expect(capacity.grow(lease, 20)).toBe(true);
    const picture = outcomeOf(41);
    expect(await picture).toBe('waits');
    expect(capacity.grow(lease, 40)).toBe(true);
    capacity.reduce(lease, 40);
    expect(await outcomeOf(10)).toBe(true);
  });

  test('and gets it once they turn out to be slow', async () => {
    const { transfer } = coming('', 60);
    transfer.wait();
    expect(await outcomeOf(41, 10_000, 900)).toBe('waits');
    expect(await outcomeOf(41, 10_000, 500)).toBe(true);
  });
});

describe('nobody waits', () => {
  /** Holds bytes for a client that moves none. */
  function slow(bytes: number) {
    const { lease, transfer } = coming('', bytes);
    capacity.grow(lease, bytes);
    move(transfer, 5000, 1);
    return lease;
  }

  test('for what slow clients alone can free', async () => {
    slow(60);
    expect(await outcomeOf(41)).toBe(false);
    expect(await outcomeOf(40)).toBe(true);
  });

  test('for a client that reads its answer slowly either', async () => {
    const picture = await holding(60);
    picture.transfer = new Transfer();
    picture.transfer.wait();
    expect(await outcomeOf(41, 10_000, 900)).toBe('waits');
    // The one that waits asks now and then.
    expect(await outcomeOf(41, 10_000, 500)).toBe(false);
  });

  test('in the middle of a picture, for slow readers and for those who wait for that picture', async () => {
    const reader = capacity.begin('a');
    expect(await capacity.take(reader, 53, 0, { turn: 'kept', laterBytes: 0 })).toBe(true);
    const picture = capacity.begin('b');
    expect(await capacity.take(picture, 20, 0, { turn: 'kept', laterBytes: 13 })).toBe(true);
    const behind = capacity.begin('c');
    expect(await capacity.take(behind, 15, 0)).toBe(true);
    reader.transfer = new Transfer();
    reader.transfer.wait();
    // 12 bytes are free, and nobody gives back another one before the picture has its own.
    const stage = capacity.take(picture, 13, 10_000);
    void capacity.take(behind, 10, 10_000, { turn: 'kept', laterBytes: 5 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(await Promise.race([stage, 'waits'])).toBe(false);
    capacity.end(behind);
  });

  test('but for those that work', async () => {
    slow(20);
    await holding(60);
    expect(await outcomeOf(41, 10_000, 7000)).toBe('waits');
  });
});

describe('a further body of a caller', () => {
  test('waits while it has a slow one and less than half of the room is free', () => {
    const { lease, transfer } = coming('a');
    move(transfer, 5000, 1);
    const further = capacity.begin('a');
    expect(capacity.isHeldUp(further)).toBe(false);
    capacity.grow(lease, 50);
    expect(capacity.isHeldUp(further)).toBe(false);
    capacity.grow(lease, 1);
    expect(capacity.isHeldUp(further)).toBe(true);
    expect(capacity.isHeldUp(capacity.begin('b'))).toBe(false);
    capacity.end(lease);
    expect(capacity.isHeldUp(further)).toBe(false);
  });

  test('does not wait for one that is fast', () => {
    const { lease, transfer } = coming('a');
    capacity.grow(lease, 80);
    move(transfer, 1000, 64_000);
    expect(capacity.isHeldUp(capacity.begin('a'))).toBe(false);
  });
});
