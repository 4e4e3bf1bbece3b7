import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls, credits, knownCode, metrics, sampleOf, steps, written } from './metrics.ts';
import { PendingCounts } from './pending-counts.ts';
import type { Counts } from './store.ts';

let stored: Counts[];
let isAway: boolean;
const env = {
  COUNTS: {
    getByName: () => ({
      add: async (counts: Counts) => {
        if (isAway) throw new Error('away');
        stored.push(counts);
      },
      all: async () => ({}),
    }),
  },
};
const charged = sampleOf(credits.name, {});

beforeEach(() => {
  [stored, isAway] = [[], false];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('a pendingCounts', () => {
  test('flushes the first thing at once, and later ones ten seconds after the last flush', async () => {
    const pendingCounts = new PendingCounts();
    pendingCounts.add(credits);
    await pendingCounts.flush(env);
    pendingCounts.add(credits);
    vi.advanceTimersByTime(9999);
    await pendingCounts.flush(env);
    expect(stored).toEqual([{ [charged]: 1 }]);
    pendingCounts.add(credits, {}, 2);
    vi.advanceTimersByTime(1);
    await pendingCounts.flush(env);
    await pendingCounts.flush(env);
    expect(stored).toEqual([{ [charged]: 1 }, { [charged]: 3 }]);
  });

  test('flushes sooner where it has much, or is asked to', async () => {
    const pendingCounts = new PendingCounts();
    pendingCounts.add(credits);
    await pendingCounts.flush(env);
    for (let more = 0; more < 500; more++) pendingCounts.add(credits);
    await pendingCounts.flush(env);
    pendingCounts.add(credits);
    await pendingCounts.flush(env, true);
    expect(stored.map((counts) => counts[charged])).toEqual([1, 500, 1]);
  });

  test('keeps what the store did not take, and what is counted meanwhile, once', async () => {
    const pendingCounts = new PendingCounts();
    isAway = true;
    pendingCounts.add(credits, {}, 3);
    const flushed = pendingCounts.flush(env);
    pendingCounts.add(credits, {}, 4);
    await flushed;
    isAway = false;
    await pendingCounts.flush(env, true);
    await pendingCounts.flush(env, true);
    expect(stored).toEqual([{ [charged]: 7 }]);
  });

  test('is bounded while the store is away, and counts what it has a place for', async () => {
    const pendingCounts = new PendingCounts();
    isAway = true;
    for (let each = 0; each < 3000; each++) pendingCounts.add(calls, { operation: `o${each}`, status: '200' });
    pendingCounts.add(calls, { operation: 'o0', status: '200' });
    isAway = false;
    await pendingCounts.flush(env, true);
    expect(Object.keys(stored[0])).toHaveLength(2000);
    expect(stored[0][sampleOf(calls.name, { operation: 'o0', status: '200' })]).toBe(2);
  });
});

describe('the text', () => {
  test('has every metric, each sample from 0 on, and none twice', () => {
    const text = written({});
    for (const { name } of metrics) expect(text).toMatch(new RegExp(`^# TYPE ${name} (counter|histogram)$`, 'm'));
    const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
    expect(samples.filter((line) => !line.endsWith(' 0'))).toEqual([]);
    expect(new Set(samples).size).toBe(samples.length);
  });

  test('has histograms whose buckets add up, and what was counted under other labels', async () => {
    const pendingCounts = new PendingCounts();
    for (const seconds of [0.01, 0.3, 100]) pendingCounts.observe(steps, { step: 'whole' }, seconds);
    pendingCounts.add(calls, { operation: 'none', status: '404' });
    await pendingCounts.flush(env);
    const text = written(stored[0]);
    const value = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      );
    const bucket = (le: string) => value(`edgematte_edge_step_seconds_bucket{step="whole",le="${le}"}`);
    expect(['0.01', '0.25', '0.5', '60', '+Inf'].map(bucket)).toEqual([1, 1, 2, 2, 3]);
    expect(value('edgematte_edge_step_seconds_count{step="whole"}')).toBe(3);
    expect(value('edgematte_edge_step_seconds_sum{step="whole"}')).toBeCloseTo(100.31);
    expect(value('edgematte_edge_calls_total{operation="none",status="404"}')).toBe(1);
  });

  test('has no code that this version does not know', () => {
    expect([knownCode('RATE_LIMITED'), knownCode('CREDITS_HELD'), knownCode('x"}')]).toEqual([
      'RATE_LIMITED',
      'CREDITS_HELD',
      'other',
    ]);
  });
});
