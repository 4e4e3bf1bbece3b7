import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import type { UsageEvent } from './event.ts';
import { spendingPace, spentDays } from './projection.ts';
import { usageReport } from './report.ts';
import { addUsage, tidyUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2050, 5, 15, 12, 30);
const dayMs = 86_400_000;
const wallet = 'test_ABCDEFGHIJ';

const event = eventWith({ atMs: nowMs, wallet, milliseconds: 1000 });
const refused = { ...event, status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, milliseconds: 4 } as const;

beforeEach(async () => {
  await DIRECTORY.batch(['usage', 'usage_batch', 'key_use'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)));
});

const add = (...events: UsageEvent[]) => addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events }], nowMs);

test('a report adds up by day, operation, key and outcome', async () => {
  await add(
    event,
    { ...event, keyId: 'key_2', operation: 'image-without-background', milliseconds: 2000 },
    { ...event, keyId: 'key_2', operation: 'image-without-background', milliseconds: 2000 },
    refused,
    { ...event, atMs: nowMs - 6 * dayMs, milliseconds: 500 },
    { ...event, atMs: nowMs - 7 * dayMs },
    { ...event, wallet: 'live_ABCDEFGHIJ' },
  );
  const report = await usageReport(DIRECTORY, { wallets: [wallet] }, 7, nowMs);
  expect(report).toMatchObject({ calls: 5, successes: 4, refusals: 1, credits: 4 });
  expect(report.days).toHaveLength(7);
  expect(report.days[0]).toMatchObject({ startMs: Date.UTC(2050, 5, 9), calls: 1, successes: 1, credits: 1 });
  const none = { calls: 0, successes: 0, refusals: 0, credits: 0, reviews: 0, p50Ms: null, p95Ms: null };
  expect(report.days[1]).toEqual({ startMs: Date.UTC(2050, 5, 10), ...none });
  expect(report.days[6]).toMatchObject({ startMs: Date.UTC(2050, 5, 15), calls: 4, successes: 3, refusals: 1 });
  const image = { operation: 'image-without-background', calls: 2, successes: 2, refusals: 0, credits: 2 };
  const alpha = { operation: 'alpha-channel', calls: 3, successes: 2, refusals: 1, credits: 2 };
  expect(report.operations).toMatchObject([alpha, image]);
  expect(report.operations[1].p50Ms).toBeGreaterThan(1500);
  expect(report.operations[1].p95Ms).toBeLessThanOrEqual(2049);
  expect(report.keys).toMatchObject([
    { keyId: 'key_1', calls: 3 },
    { keyId: 'key_2', calls: 2 },
  ]);
  expect(report.outcomes).toEqual([
    { status: 200, errorCode: null, calls: 4 },
    { status: 402, errorCode: 'INSUFFICIENT_CREDITS', calls: 1 },
  ]);
});

test('latencies of successes are reported in all, by day and by operation', async () => {
  const slow = { ...event, operation: 'image-without-background', milliseconds: 2048, atMs: nowMs - dayMs };
  await add(event, event, slow, slow, slow, slow, slow, slow, refused);
  const { p50Ms, p95Ms, days, operations } = await usageReport(DIRECTORY, { wallets: [wallet] }, 7, nowMs);
  // Within its bucket a call is as slow as its share of the calls there.
  const at = (bucket: number, share: number) => 2 ** ((bucket - 1 + share) / 3);
  expect([p50Ms, p95Ms]).toEqual([expect.closeTo(at(33, 2 / 6)), expect.closeTo(at(33, 5.6 / 6))]);
  const slowly = { p50Ms: expect.closeTo(at(33, 0.5)), p95Ms: expect.closeTo(at(33, 0.95)) };
  const quickly = { p50Ms: expect.closeTo(at(30, 0.5)), p95Ms: expect.closeTo(at(30, 0.95)) };
  expect(days.slice(5)).toMatchObject([slowly, quickly]);
  expect(operations).toMatchObject([
    { operation: 'image-without-background', ...slowly },
    { operation: 'alpha-channel', ...quickly },
  ]);
});

test('answers that need a review are counted in all, by day, operation and key', async () => {
  const uncertain = { ...event, needsReview: true, atMs: nowMs - dayMs };
  await add(event, uncertain, uncertain, { ...uncertain, keyId: 'key_2', operation: 'image-without-background' });
  const report = await usageReport(DIRECTORY, { wallets: [wallet] }, 7, nowMs);
  expect(report.reviews).toBe(3);
  expect(report.days.slice(5).map(({ reviews }) => reviews)).toEqual([3, 0]);
  expect(report.operations.map(({ operation, reviews }) => [operation, reviews])).toEqual([
    ['alpha-channel', 2],
    ['image-without-background', 1],
  ]);
  expect(report.keys.map(({ keyId, reviews }) => [keyId, reviews])).toEqual([
    ['key_1', 2],
    ['key_2', 1],
  ]);
});

test('the busiest operations, keys and outcomes come first', async () => {
  const ways = [1, 3, 2].flatMap((times, way) =>
    Array<UsageEvent>(times).fill({
      ...refused,
      ...{ operation: `operation-${way}`, keyId: `key_${way}`, errorCode: `CODE_${way}` },
    }),
  );
  await add(...ways);
  const { operations, keys, outcomes } = await usageReport(DIRECTORY, { wallets: [wallet] }, 7, nowMs);
  expect(operations.map(({ operation }) => operation)).toEqual(['operation-1', 'operation-2', 'operation-0']);
  expect(keys.map(({ keyId }) => keyId)).toEqual(['key_1', 'key_2', 'key_0']);
  expect(outcomes.map(({ errorCode }) => errorCode)).toEqual(['CODE_1', 'CODE_2', 'CODE_0']);
});

test('folding hours into days changes no report', async () => {
  const ages = [0, 3, 8.5, 9, 9.3, 20, 20.2, 89.4];
  await add(...ages.flatMap((days) => [event, refused].map((each) => ({ ...each, atMs: nowMs - days * dayMs }))));
  const before = await usageReport(DIRECTORY, { wallets: [wallet] }, 90, nowMs);
  expect(before.calls).toBe(16);
  await tidyUsage(DIRECTORY, nowMs);
  expect(await usageReport(DIRECTORY, { wallets: [wallet] }, 90, nowMs)).toEqual(before);
});

test('several wallets are one report, and of none there is no use', async () => {
  await add(event, { ...event, wallet: 'live_ABCDEFGHIJ' });
  expect((await usageReport(DIRECTORY, { wallets: [wallet, 'live_ABCDEFGHIJ'] }, 30, nowMs)).calls).toBe(2);
  expect(await usageReport(DIRECTORY, { wallets: [] }, 30, nowMs)).toMatchObject({
    calls: 0,
    operations: [],
    p50Ms: null,
  });
});

test('credits of each day, and when a wallet is empty at that pace', async () => {
  await add(event, event, { ...event, atMs: nowMs - 2 * dayMs }, refused);
  const spent = await spentDays(DIRECTORY, [wallet, 'live_ABCDEFGHIJ'], nowMs);
  const days = [
    { startMs: Date.UTC(2050, 5, 13), credits: 1 },
    { startMs: Date.UTC(2050, 5, 15), credits: 2 },
  ];
  expect(spent).toEqual(
    new Map([
      [wallet, days],
      ['live_ABCDEFGHIJ', []],
    ]),
  );
  const passed = (nowMs - Date.UTC(2050, 5, 13)) / dayMs;
  expect(spendingPace(days, 30, nowMs)).toEqual({
    creditsPerDay: 3 / passed,
    emptyAtMs: nowMs + 10 * passed * dayMs,
  });
  expect(spendingPace([], 30, nowMs)).toEqual({ creditsPerDay: 0, emptyAtMs: null });
  // One busy hour is no day, and what is longer ago than a week does not count.
  expect(spendingPace([{ startMs: nowMs - dayMs / 24, credits: 5 }], 10, nowMs).creditsPerDay).toBe(5);
  expect(spendingPace([{ startMs: nowMs - 8 * dayMs, credits: 5 }], 10, nowMs).emptyAtMs).toBeNull();
});
