import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UsageEvent } from './event.ts';
import { errorRateOf, outcomesOfLastDay } from './outcomes.ts';
import { addUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2050, 5, 15, 12, 30);
const event = eventWith({ atMs: nowMs });
const failed = eventWith({ atMs: nowMs, status: 500, errorCode: 'INTERNAL_ERROR', credits: 0 });

beforeEach(() => DIRECTORY.prepare('DELETE FROM usage').run());

const add = (...events: UsageEvent[]) => addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events }], nowMs);

describe('how calls of the last day went', () => {
  test('is added up by operation, status and code, of all wallets, the most frequent first', async () => {
    await add(failed, event, { ...event, wallet: 'live_ABCDEFGHIJ', keyId: 'key_2' });
    await add(event, ...Array(5).fill({ ...event, operation: 'image-without-background' }));
    const success = { status: 200, errorCode: '' };
    expect(await outcomesOfLastDay(DIRECTORY, nowMs)).toEqual([
      { ...success, operation: 'image-without-background', calls: 5 },
      { ...success, operation: 'alpha-channel', calls: 3 },
      { operation: 'alpha-channel', status: 500, errorCode: 'INTERNAL_ERROR', calls: 1 },
    ]);
  });

  test('is of the last 24 full hours and the present one', async () => {
    await add({ ...event, atMs: Date.UTC(2050, 5, 14, 11, 59, 59) });
    expect(await outcomesOfLastDay(DIRECTORY, nowMs)).toEqual([]);
    await add({ ...event, atMs: Date.UTC(2050, 5, 14, 12) }, { ...event, atMs: nowMs });
    expect(await outcomesOfLastDay(DIRECTORY, nowMs)).toMatchObject([{ calls: 2 }]);
  });

  test('lists at most 100 ways', async () => {
    await add(...Array.from({ length: 101 }, (_, index) => ({ ...failed, errorCode: `CODE_${index}` })));
    expect(await outcomesOfLastDay(DIRECTORY, nowMs)).toHaveLength(100);
  });
});

describe('the share of calls that failed through the service', () => {
  const outcome = (status: number, calls: number) => ({ operation: 'alpha-channel', status, errorCode: '', calls });

  test('is that of 500 and above, by calls', () => {
    const outcomes = [outcome(200, 5), outcome(402, 2), outcome(499, 1), outcome(500, 1), outcome(503, 1)];
    expect(errorRateOf(outcomes)).toBe(0.2);
  });

  test('is nothing where all went well, and all where none did', () => {
    expect(errorRateOf([outcome(200, 5)])).toBe(0);
    expect(errorRateOf([outcome(503, 5)])).toBe(1);
  });

  test('is unknown where there were no calls', () => {
    expect(errorRateOf([])).toBeNull();
  });
});
