/** What one request has of its isolate's memory is given back once, and stays its own while it lives. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Capacity, leaseMs } from './capacity.ts';
import { memoryState, RequestMemory } from './memory.ts';

/** The first request of an isolate sets the total: it is the same in every test. */
const limits = { isolateBudgetBytes: 100, capacityWaitMs: 0 };
const free = () => memoryState(limits).free_bytes;

// One clock for all: the memory of the isolate keeps the one that it was made with.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

test('bytes are taken, reduced and given back, a second time nothing', async () => {
  const memory = new RequestMemory(limits);
  expect(await memory.take(60)).toBe(true);
  expect(free()).toBe(40);
  memory.reduceTo(10);
  expect(free()).toBe(90);
  expect(await memory.take(90)).toBe(true);
  expect(free()).toBe(0);
  expect(await memory.take(1)).toBe(false);
  memory.giveBack();
  expect(free()).toBe(100);
  memory.giveBack();
  expect(memoryState(limits)).toEqual({ total_bytes: 100, free_bytes: 100, expired_leases: 0 });
});

test('a request that lives keeps its bytes, however long it takes', async () => {
  const memory = new RequestMemory(limits);
  await memory.take(100);
  await vi.advanceTimersByTimeAsync(10 * leaseMs);
  expect(memoryState(limits)).toMatchObject({ free_bytes: 0, expired_leases: 0 });
  memory.giveBack();
  expect(free()).toBe(100);
});

test('a lease is renewed every second', async () => {
  const renew = vi.spyOn(Capacity.prototype, 'renew');
  const memory = new RequestMemory(limits);
  await vi.advanceTimersByTimeAsync(999);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(renew).toHaveBeenCalledOnce();
  memory.giveBack();
  renew.mockRestore();
});

test('nothing renews a lease that has ended', async () => {
  const memory = new RequestMemory(limits);
  memory.giveBack();
  expect(vi.getTimerCount()).toBe(0);
});

test('a request waits for others as long as it may, and no longer than it lives', async () => {
  const first = new RequestMemory(limits);
  await first.take(100);
  const client = new AbortController();
  const second = new RequestMemory({ ...limits, capacityWaitMs: 60_000 }, client.signal);
  const waiting = second.take(50);
  await vi.advanceTimersByTimeAsync(10);
  first.reduceTo(50);
  expect(await waiting).toBe(true);
  const inVain = second.take(50);
  await vi.advanceTimersByTimeAsync(10);
  client.abort();
  expect(await inVain).toBe(false);
  first.giveBack();
  second.giveBack();
  expect(free()).toBe(100);
});
