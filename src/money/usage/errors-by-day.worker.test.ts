import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { errorsByDay } from './errors-by-day.ts';
import { addUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const dayMs = 86_400_000;
const nowMs = Date.UTC(2050, 5, 15, 12);

beforeEach(() => DIRECTORY.prepare('DELETE FROM usage').run());

async function answered(status: number, errorCode: string | null, daysAgo: number, wallet = 'live_ABCDEFGHIJ') {
  const event = eventWith({ wallet, status, errorCode, atMs: nowMs - daysAgo * dayMs });
  await addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events: [event] }], nowMs);
}

test('errors of all wallets are counted by code and day, the most frequent first', async () => {
  await answered(200, null, 0);
  await answered(503, 'SERVICE_UNAVAILABLE', 2);
  await answered(422, 'INVALID_IMAGE', 0);
  await answered(422, 'INVALID_IMAGE', 0, 'test_ABCDEFGHIJ');
  await answered(422, 'INVALID_IMAGE', 1);
  await answered(422, 'INVALID_IMAGE', 3);
  await answered(400, 'INVALID_IMAGE', 1);
  const errors = await errorsByDay(DIRECTORY, 3, nowMs);
  expect(errors[0]).toEqual({ status: 422, errorCode: 'INVALID_IMAGE', calls: [0, 1, 2], total: 3 });
  expect(errors.slice(1)).toEqual(
    expect.arrayContaining([
      { status: 503, errorCode: 'SERVICE_UNAVAILABLE', calls: [1, 0, 0], total: 1 },
      { status: 400, errorCode: 'INVALID_IMAGE', calls: [0, 1, 0], total: 1 },
    ]),
  );
  expect(errors).toHaveLength(3);
});

test('are found by the hour, without a scan', async () => {
  const { results } = await DIRECTORY.prepare(
    'EXPLAIN QUERY PLAN SELECT SUM(calls) FROM usage INDEXED BY usage_hour WHERE hour >= 1 AND status >= 400',
  ).all<{ detail: string }>();
  expect(results.map(({ detail }) => detail).join()).toContain('SEARCH usage USING INDEX usage_hour');
});
