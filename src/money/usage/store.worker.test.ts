import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { consumeUsage } from '../../pages/notices/consume.ts';
import type { UsageBatch, UsageEvent } from './event.ts';
import { lastUseOf } from './last-use.ts';
import { addUsage, busyWallets, hourOf, lastBatchAt, tidyUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2050, 5, 15, 12, 30);
const dayMs = 86_400_000;

const event = eventWith({ atMs: nowMs });
/** A directory that must not be asked. */
const unreachable = {} as D1Database;

const batch = (...events: UsageEvent[]): UsageBatch => ({ id: crypto.randomUUID(), events });

beforeEach(async () => {
  await DIRECTORY.batch(['usage', 'usage_batch', 'key_use'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)));
});

async function rows() {
  const { results } = await DIRECTORY.prepare('SELECT * FROM usage ORDER BY hour, status, key_id').all();
  return results;
}

const sums = () => DIRECTORY.prepare('SELECT SUM(calls) AS calls, SUM(credits) AS credits FROM usage').first();

test('answers are added up by hour, key, operation, status, code and latency', async () => {
  const refused: UsageEvent = { ...event, status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, milliseconds: 4 };
  await addUsage(DIRECTORY, [batch(event, event, refused), batch(event)], nowMs);
  await addUsage(DIRECTORY, [batch(event)], nowMs);
  const row = { wallet: 'test_ABCDEFGHIJ', hour: hourOf(nowMs), key_id: 'key_1', operation: 'alpha-channel' };
  expect(await rows()).toEqual([
    { ...row, status: 200, error_code: '', bucket: 30, calls: 4, credits: 4, reviews: 0 },
    { ...row, status: 402, error_code: 'INSUFFICIENT_CREDITS', bucket: 6, calls: 1, credits: 0, reviews: 0 },
  ]);
});

test('answers that need a review are counted beside the others, also when hours become days', async () => {
  const uncertain = { ...event, needsReview: true, atMs: nowMs - 20 * dayMs };
  const { needsReview: _, ...before } = event;
  await addUsage(
    DIRECTORY,
    [batch(uncertain, { ...uncertain, needsReview: false }), batch(uncertain), batch(before)],
    nowMs,
  );
  await addUsage(DIRECTORY, [batch({ ...uncertain, atMs: uncertain.atMs - 3_600_000 })], nowMs);
  const counted = async () => (await rows()).map(({ calls, reviews }) => [calls, reviews]);
  expect(await counted()).toEqual([
    [1, 1],
    [3, 2],
    [1, 0],
  ]);
  await tidyUsage(DIRECTORY, nowMs);
  expect(await counted()).toEqual([
    [4, 3],
    [1, 0],
  ]);
});

test('names that run into each other stay apart', async () => {
  await addUsage(DIRECTORY, [batch(event, { ...event, keyId: 'key_1alpha', operation: '-channel' })], nowMs);
  expect(await rows()).toMatchObject([
    { key_id: 'key_1', operation: 'alpha-channel', calls: 1 },
    { key_id: 'key_1alpha', operation: '-channel', calls: 1 },
  ]);
});

test('a batch that is delivered twice counts once, beside one that is new', async () => {
  const first = batch(event);
  await addUsage(DIRECTORY, [first, first], nowMs);
  await addUsage(DIRECTORY, [first, batch(event)], nowMs);
  expect(await sums()).toEqual({ calls: 2, credits: 2 });
});

test('of two that add the same batch at once, one adds it', async () => {
  const twice = batch(event);
  const ended = await Promise.allSettled([1, 2, 3].map(() => addUsage(DIRECTORY, [twice, batch(event)], nowMs)));
  const added = ended.filter(({ status }) => status === 'fulfilled').length;
  expect(added).toBeGreaterThan(0);
  expect(await sums()).toMatchObject({ calls: 1 + added });
});

test('many answers go in at once', async () => {
  const many = Array.from({ length: 100 }, (_, number) =>
    batch(...Array.from({ length: 100 }, (_, each) => ({ ...event, keyId: `key_${number}_${each % 7}` }))),
  );
  const messages = many.map((body) => ({ body }));
  await consumeUsage({ messages }, env);
  expect(await sums()).toEqual({ calls: 10_000, credits: 10_000 });
});

test('the last use of a key is the newest of its answers, in whatever order they come', async () => {
  await addUsage(DIRECTORY, [batch(event, { ...event, atMs: nowMs + 5 }, { ...event, keyId: 'key_2' })], nowMs);
  await addUsage(DIRECTORY, [batch({ ...event, atMs: nowMs - 5 })], nowMs);
  expect(await lastUseOf(DIRECTORY, ['key_1', 'key_2', 'key_3'])).toEqual(
    new Map([
      ['key_1', nowMs + 5],
      ['key_2', nowMs],
    ]),
  );
  expect(await lastUseOf(DIRECTORY, ['key_2'])).toEqual(new Map([['key_2', nowMs]]));
  expect(await lastUseOf(DIRECTORY, [])).toEqual(new Map());
  expect(await lastUseOf(unreachable, [])).toEqual(new Map());
});

test('hours become days after a week, days go after 400, and nothing else changes', async () => {
  const ages = [0, 1, 8, 8.2, 9, 9.1, 9.2, 399, 402];
  await addUsage(DIRECTORY, [batch(...ages.map((days) => ({ ...event, atMs: nowMs - days * dayMs })))], nowMs);
  // The one of 399 days ago is in the past of what is folded: it stays an hour of its own.
  const due = [
    [hourOf(nowMs - 399 * dayMs), 1],
    [hourOf(Date.UTC(2050, 5, 6)), 3],
    ...[8.2, 8, 1, 0].map((days) => [hourOf(nowMs - days * dayMs), 1]),
  ];
  for (let run = 0; run < 2; run++) {
    await tidyUsage(DIRECTORY, nowMs);
    expect((await rows()).map(({ hour, calls }) => [hour, calls])).toEqual(due);
  }
});

test.each([
  ['hours of the last eight days stay hours', Date.UTC(2050, 5, 7, 5), Date.UTC(2050, 5, 7, 5)],
  ['hours before become their day', Date.UTC(2050, 5, 6, 23), Date.UTC(2050, 5, 6)],
  ['as far as 60 days back', Date.UTC(2050, 3, 8, 1), Date.UTC(2050, 3, 8)],
  ['and what was not folded until then stays', Date.UTC(2050, 3, 7, 23), Date.UTC(2050, 3, 7, 23)],
  ['counts of 400 days stay', Date.UTC(2049, 4, 11), Date.UTC(2049, 4, 11)],
  ['and older ones go', Date.UTC(2049, 4, 10, 23), null],
])('%s', async (_, atMs, keptAtMs) => {
  expect(hourOf(nowMs - 400 * dayMs)).toBe(hourOf(Date.UTC(2049, 4, 11, 12)));
  await addUsage(DIRECTORY, [batch({ ...event, atMs }, { ...event, atMs })], nowMs);
  await tidyUsage(DIRECTORY, nowMs);
  const kept = (await rows()).map(({ hour, calls, credits }) => ({ hour, calls, credits }));
  expect(kept).toEqual(keptAtMs === null ? [] : [{ hour: hourOf(keptAtMs), calls: 2, credits: 2 }]);
});

test('what is folded is added to what its day has already', async () => {
  const day = Date.UTC(2050, 5, 1);
  const refused: UsageEvent = { ...event, status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0 };
  for (const hour of [0, 1, 2]) {
    const atMs = day + hour * 3_600_000;
    await addUsage(DIRECTORY, [batch({ ...event, atMs }, { ...refused, atMs })], nowMs);
  }
  await tidyUsage(DIRECTORY, nowMs);
  expect(await rows()).toMatchObject([
    { hour: hourOf(day), status: 200, calls: 3, credits: 3 },
    { hour: hourOf(day), status: 402, error_code: 'INSUFFICIENT_CREDITS', calls: 3, credits: 0 },
  ]);
});

test('the last use of a key is forgotten after 400 days', async () => {
  const oldest = Date.UTC(2049, 4, 11);
  await addUsage(DIRECTORY, [batch({ ...event, atMs: oldest }, { ...event, keyId: 'key_2', atMs: oldest - 1 })], nowMs);
  await tidyUsage(DIRECTORY, nowMs);
  expect(await lastUseOf(DIRECTORY, ['key_1', 'key_2'])).toEqual(new Map([['key_1', oldest]]));
});

test.each([
  [100_001, 0, true],
  [100_000, 0, false],
  // Since the midnight before the first day of the log.
  [100_001, 30.5, true],
  [100_001, 30.6, false],
])('a wallet with %i calls %f days ago may have too many in the request log: %s', async (calls, daysAgo, isBusy) => {
  await DIRECTORY.prepare(
    `INSERT INTO usage (wallet, hour, key_id, operation, status, error_code, bucket, calls, credits)
    VALUES ('live_busy', ?1, 'key_1', 'alpha-channel', 200, '', 1, ?2 - 1, 0), ('live_busy', ?1, 'key_2', '', 200, '', 1, 1, 0)`,
  )
    .bind(hourOf(nowMs - daysAgo * dayMs), calls)
    .run();
  expect(await busyWallets(DIRECTORY, 30, nowMs)).toEqual(isBusy ? ['live_busy'] : []);
});

test('batches are remembered for 15 days', async () => {
  await addUsage(DIRECTORY, [batch(event)], nowMs);
  const remembered = () => DIRECTORY.prepare('SELECT COUNT(*) AS count FROM usage_batch').first();
  await tidyUsage(DIRECTORY, nowMs + 15 * dayMs);
  expect(await remembered()).toEqual({ count: 1 });
  await tidyUsage(DIRECTORY, nowMs + 15 * dayMs + 1);
  expect(await remembered()).toEqual({ count: 0 });
});

test('the last batch is the newest one that was added', async () => {
  expect(await lastBatchAt(DIRECTORY)).toBeNull();
  await addUsage(DIRECTORY, [batch(event)], nowMs);
  await addUsage(DIRECTORY, [batch(event)], nowMs - 1000);
  expect(await lastBatchAt(DIRECTORY)).toBe(nowMs);
});
