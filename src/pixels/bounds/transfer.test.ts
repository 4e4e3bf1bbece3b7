/** How fast bytes come: what a body must bring, when it is slow, and what it is about to take. Counted on a clock of the test's own. */
import { describe, expect, test } from 'vitest';
import { Transfer } from './transfer.ts';

const mib = 1024 * 1024;

/** A transfer whose client sends so many bytes after so many milliseconds, one after the other. */
function waited(...moves: readonly (readonly [ms: number, bytes: number])[]) {
  let nowMs = 5_000_000;
  const transfer = new Transfer(() => nowMs);
  const move = (ms: number, bytes: number) => {
    transfer.wait();
    nowMs += ms;
    transfer.moved(bytes);
  };
  for (const [ms, bytes] of moves) move(ms, bytes);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { transfer, move, pass };
}

describe('a body', () => {
  test('may pause for 30 s before its first byte, and after it while less than 1 MiB has come', () => {
    expect(waited().transfer.patienceMs).toBe(30_000);
    expect(waited([29_000, 1]).transfer.patienceMs).toBeGreaterThanOrEqual(10_000);
    expect(waited([100, 1]).transfer.patienceMs).toBe(30_000);
    expect(waited([100, mib - 1]).transfer.patienceMs).toBe(30_000);
  });

  test('that goes on after its one pause is judged by the rest of the time', () => {
    // 30 s are left out: 100 kB in one second are fast.
    expect(waited([30_000, 0], [1000, 100_000]).transfer.patienceMs).toBe(12_500 - 1000);
  });

  test('of a byte every five seconds is at its end after fifteen', () => {
    const { transfer, move } = waited([5000, 1], [5000, 1]);
    expect(transfer.patienceMs).toBeGreaterThanOrEqual(5000);
    move(5000, 1);
    expect(transfer.patienceMs).toBeLessThanOrEqual(0);
  });

  test('of 8 kB/s goes on, of less not, from 10 s on', () => {
    const seconds = (count: number, bytes: number) => Array.from({ length: count }, () => [1000, bytes] as const);
    expect(waited(...seconds(10, 1)).transfer.patienceMs).toBeGreaterThan(0);
    expect(waited(...seconds(12, 1)).transfer.patienceMs).toBeLessThanOrEqual(0);
    expect(waited(...seconds(290, 8000)).transfer.patienceMs).toBeGreaterThanOrEqual(0);
    expect(waited(...seconds(290, 7900)).transfer.patienceMs).toBeLessThanOrEqual(0);
  });

  test('of 1 MiB and more may pause as long as its mean allows', () => {
    expect(waited([1000, mib]).transfer.patienceMs).toBe(mib / 8 - 1000);
    expect(waited([131_073, mib]).transfer.patienceMs).toBeLessThan(0);
  });

  test('is judged by the time in which it is waited for alone', () => {
    const { transfer, pass } = waited([9000, 1]);
    const { patienceMs } = transfer;
    pass(100_000);
    expect(transfer.patienceMs).toBe(patienceMs);
    expect(transfer.isSlow).toBe(true);
  });
});

describe('a transfer is slow', () => {
  test('below 64 kB/s in the mean, once a second has been waited', () => {
    expect(waited([999, 1]).transfer.isSlow).toBe(false);
    expect(waited([1000, 63_999]).transfer.isSlow).toBe(true);
    expect(waited([1000, 64_000]).transfer.isSlow).toBe(false);
  });

  test('also while it is waited for', () => {
    const { transfer, pass } = waited([1000, 100_000]);
    transfer.wait();
    pass(562);
    expect(transfer.isSlow).toBe(false);
    pass(1);
    expect(transfer.isSlow).toBe(true);
  });
});

describe('what a body is about to take', () => {
  test('is what most pictures have, for a second before anything has come', () => {
    const { transfer, pass } = waited();
    expect([transfer.soonOf(20 * mib), transfer.soonOf(100)]).toEqual([4 * mib, 100]);
    transfer.wait();
    pass(999);
    expect(transfer.soonOf(20 * mib)).toBe(4 * mib);
    pass(1);
    expect(transfer.soonOf(20 * mib)).toBe(0);
  });

  test('is what it brings in five seconds at its pace so far, and no more than is left', () => {
    const { transfer, pass } = waited([1000, 100_000]);
    expect(transfer.soonOf(20 * mib)).toBe(500_000);
    expect(transfer.soonOf(1000)).toBe(1000);
    transfer.wait();
    pass(9000);
    expect(transfer.soonOf(20 * mib)).toBe(50_000);
  });
});
