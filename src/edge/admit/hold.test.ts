/** A hold is ended at the ledger once, and renewed until then. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Hold, holdsInWork } from './hold.ts';

const leaseMs = 3000;
const named = { fingerprint: 'f', variant: { points: 'p', size: 's' }, edit: null };

/** A ledger that knows the hold, and remembers what it was asked. */
function fakeLedger() {
  return {
    renew: vi.fn(async (_id: string) => true),
    settle: vi.fn(async (_id: string, ..._terms: unknown[]) => true),
    release: vi.fn(async (_id: string) => true),
  };
}

function begin(ledger: ReturnType<typeof fakeLedger>, isOneUse = false): Hold {
  const terms = { id: 'h', remembered: null, requestId: 'r', leaseMs, isOneUse };
  return new Hold(ledger, terms);
}

/** What was logged, line by line. */
function logged(): { level: string; event: string }[] {
  const lines = [...vi.mocked(console.log).mock.calls, ...vi.mocked(console.error).mock.calls];
  return lines.map(([line]) => JSON.parse(String(line)));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a hold', () => {
  test('is renewed three times a lease, and no more once it has ended', async () => {
    const ledger = fakeLedger();
    const hold = begin(ledger);
    await vi.advanceTimersByTimeAsync(leaseMs / 3 - 1);
    expect(ledger.renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ledger.renew.mock.calls).toEqual([['h']]);
    await vi.advanceTimersByTimeAsync((2 * leaseMs) / 3);
    expect(ledger.renew).toHaveBeenCalledTimes(3);
    await hold.settle(null);
    await vi.advanceTimersByTimeAsync(10 * leaseMs);
    expect(ledger.renew).toHaveBeenCalledTimes(3);
  });

  test('goes on after a renewal that failed, which the log names', async () => {
    const ledger = fakeLedger();
    const hold = begin(ledger);
    ledger.renew.mockRejectedValueOnce(new Error('away'));
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(ledger.renew).toHaveBeenCalledTimes(3);
    expect(logged()).toMatchObject([{ level: 'warning', event: 'hold-not-renewed', requestId: 'r' }]);
    await hold.release();
  });

  test('ends as the first call says, and only once', async () => {
    const ledger = fakeLedger();
    const hold = begin(ledger);
    await Promise.all([hold.settle(named), hold.settle({ ...named, fingerprint: 'g' }), hold.release()]);
    await hold.release();
    expect(ledger.settle.mock.calls).toEqual([['h', 'f', false, named]]);
    expect(ledger.release).not.toHaveBeenCalled();

    const other = begin(ledger);
    await other.release();
    await other.settle(named);
    expect(ledger.release.mock.calls).toEqual([['h']]);
    expect(ledger.settle).toHaveBeenCalledTimes(1);
    expect(logged()).toEqual([]);
  });

  test('is in progress until the ledger has answered; later calls wait too', async () => {
    const ledger = fakeLedger();
    let answer = (_known: boolean) => {};
    ledger.settle.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const hold = begin(ledger);
    expect(holdsInWork()).toBe(1);
    const order: string[] = [];
    const [settled, released] = [hold.settle(null), hold.release()];
    const both = Promise.all([settled.then(() => order.push('settled')), released.then(() => order.push('released'))]);
    await vi.advanceTimersByTimeAsync(1);
    expect([order, holdsInWork()]).toEqual([[], 1]);
    answer(true);
    await both;
    expect(holdsInWork()).toBe(0);
  });

  test('that the ledger has given back already is named in the log, and is no failure', async () => {
    const ledger = fakeLedger();
    ledger.settle.mockResolvedValue(false);
    await begin(ledger).settle(null);
    expect(logged()).toMatchObject([{ level: 'warning', event: 'hold-already-lapsed', requestId: 'r', how: 'settle' }]);
    expect(holdsInWork()).toBe(0);
  });

  test.each(['settle', 'release'] as const)('is ended again where the ledger failed: %s', async (how) => {
    const ledger = fakeLedger();
    const asked = ledger[how].mockRejectedValueOnce(new Error('replaced')).mockRejectedValueOnce(new Error('replaced'));
    const hold = begin(ledger);
    const ended = how === 'settle' ? hold.settle(named) : hold.release();
    await vi.advanceTimersByTimeAsync(0);
    expect([asked.mock.calls.length, holdsInWork()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect([asked.mock.calls.length, holdsInWork()]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(400);
    await ended;
    expect([asked.mock.calls.length, holdsInWork()]).toEqual([3, 0]);
    expect(logged()).toEqual([]);
  });

  test('that its caller names is not released again where the ledger failed, for it may be held anew', async () => {
    const ledger = fakeLedger();
    ledger.release.mockRejectedValueOnce(new Error('replaced'));
    await expect(begin(ledger, true).release()).resolves.toBe('unknown');
    await vi.advanceTimersByTimeAsync(1000);
    expect(ledger.release).toHaveBeenCalledTimes(1);
  });

  test('that an earlier try has ended unseen is no lapse', async () => {
    const ledger = fakeLedger();
    ledger.settle.mockRejectedValueOnce(new Error('the answer was lost')).mockResolvedValue(false);
    const settled = begin(ledger).settle(null);
    await vi.advanceTimersByTimeAsync(100);
    await settled;
    expect(logged()).toEqual([]);
  });

  test.each([
    ['settle', 5, 8500],
    ['release', 3, 500],
  ] as const)('that cannot be ended is named in the log, and is no failure: %s, %i tries', async (how, tries, ms) => {
    const ledger = fakeLedger();
    ledger[how].mockRejectedValue(new Error('away'));
    const hold = begin(ledger);
    const ended = how === 'settle' ? hold.settle(named) : hold.release();
    await vi.advanceTimersByTimeAsync(ms);
    await ended;
    expect(ledger[how]).toHaveBeenCalledTimes(tries);
    expect(logged()).toMatchObject([
      { level: 'error', event: 'hold-not-ended', requestId: 'r', how, cause: { message: 'away' } },
    ]);
    expect(holdsInWork()).toBe(0);
  });
});
