/** What the Worker does behind answers: the queue's deliveries, and its daily work. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  env,
  getQueueResult,
} from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { keyCallsOf } from '../money/keys/key-calls.ts';
import type { UsageMessage } from '../money/usage/event.ts';
import { hourOf } from '../money/usage/store.ts';
import { eventWith } from '../money/usage/testing/event.ts';
import type { PagesBindings } from './environment.ts';
import worker from './worker.ts';

const wallets = { ...keyCallsOf(env), ledgers: () => env.LEDGERS };
let isRestoring: boolean;
const asked = { PLAYGROUND: {}, SERVICE_STATE: { isRestoring: async () => isRestoring } } as Pick<
  PagesBindings,
  'PLAYGROUND' | 'SERVICE_STATE'
>;
const bindings: PagesBindings = { ...env, ...asked, WALLETS: wallets };
const { DIRECTORY } = bindings;
const nowMs = Date.UTC(2050, 5, 15, 12);
const event = eventWith({ atMs: nowMs });

beforeEach(async () => {
  isRestoring = false;
  await DIRECTORY.prepare('DELETE FROM usage').run();
});

const counted = async () => (await DIRECTORY.prepare('SELECT hour, calls FROM usage').all()).results;

async function deliver(...bodies: UsageMessage[]) {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(nowMs), attempts: 1, body }));
  const batch = createMessageBatch<UsageMessage>('edgematte-usage', messages);
  const context = createExecutionContext();
  await worker.queue(batch, bindings);
  return getQueueResult(batch, context);
}

test('a delivery is added to the counts', async () => {
  const result = await deliver({ id: crypto.randomUUID(), events: [event, event] }, { wallets: ['test_ABCDEFGHIJ'] });
  expect(result.outcome).toBe('ok');
  expect(await counted()).toEqual([{ hour: hourOf(nowMs), calls: 2 }]);
});

test('the daily work removes old calls, and those of a wallet with too many', async () => {
  await DIRECTORY.batch([
    ...['live_old', 'live_busy'].map((wallet) =>
      DIRECTORY.prepare(
        `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?1, ?1, 'live', 'key_1', 1)`,
      ).bind(wallet),
    ),
    // As many calls as a wallet's log may have.
    DIRECTORY.prepare(
      `INSERT INTO usage (wallet, hour, key_id, operation, status, error_code, bucket, calls, credits)
      VALUES ('live_busy', ?, 'key_1', 'alpha-channel', 200, '', 1, 100000, 0)`,
    ).bind(hourOf(nowMs)),
    DIRECTORY.prepare(
      `WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 100000)
      INSERT INTO request_log (wallet, at, request_id, key_id, operation, options, status, error_code, milliseconds, credits, calls)
      SELECT 'live_busy', ? + value, value, 'key_1', 'alpha-channel', '', 200, '', 1, 1, 1 FROM number`,
    ).bind(nowMs),
  ]);
  const call = (wallet: string, daysAgo: number, id: string) => ({
    ...{ ...event, wallet, atMs: nowMs - daysAgo * 86_400_000 },
    request: { id, options: [], pixels: null },
  });
  const events = [call('live_old', 7.1, 'old'), call('live_old', 6.9, 'kept'), call('live_busy', 1, 'over')];
  await deliver({ id: crypto.randomUUID(), events });
  const ids = async (wallet: string) =>
    (
      await DIRECTORY.prepare('SELECT request_id AS id FROM request_log WHERE wallet = ? ORDER BY at LIMIT 2')
        .bind(wallet)
        .all()
    ).results.map(({ id }) => id);
  expect([await ids('live_old'), await ids('live_busy')]).toEqual([
    ['old', 'kept'],
    ['over', '1'],
  ]);
  const controller = createScheduledController({ scheduledTime: new Date(nowMs), cron: '17 3 * * *' });
  const changed: Record<string, unknown> = { ...bindings, USAGE: undefined, REQUEST_LOG_DAYS: '7' };
  await worker.scheduled(controller, changed as unknown as PagesBindings);
  expect([await ids('live_old'), await ids('live_busy')]).toEqual([['kept'], ['1', '2']]);
});

test('the daily work folds old counts, and checks wallets', async () => {
  await deliver({ id: crypto.randomUUID(), events: [{ ...event, atMs: nowMs - 20 * 86_400_000 }] });
  const sent: UsageMessage[] = [];
  const USAGE = { send: async (message: UsageMessage) => void sent.push(message) };
  await DIRECTORY.prepare(
    `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at)
    VALUES ('live_worker', 'account', 'live', 'key_1', 1, 1)`,
  ).run();
  const controller = createScheduledController({ scheduledTime: new Date(nowMs), cron: '17 3 * * *' });
  await worker.scheduled(controller, { ...bindings, USAGE });
  expect(await counted()).toEqual([{ hour: hourOf(Date.UTC(2050, 4, 26)), calls: 1 }]);
  expect(sent).toEqual([{ wallets: expect.arrayContaining(['live_worker']) }]);
});

test('during a restore deliveries come again later, and the daily work waits', async () => {
  await deliver({ id: crypto.randomUUID(), events: [{ ...event, atMs: nowMs - 20 * 86_400_000 }] });
  const before = await counted();
  isRestoring = true;
  const result = await deliver({ id: crypto.randomUUID(), events: [event] });
  expect(result).toMatchObject({ retryBatch: { retry: true }, explicitAcks: [] });
  const sent = vi.fn();
  const controller = createScheduledController({ scheduledTime: new Date(nowMs), cron: '17 3 * * *' });
  await worker.scheduled(controller, { ...bindings, USAGE: { send: sent } });
  expect([await counted(), sent.mock.calls]).toEqual([before, []]);
});
