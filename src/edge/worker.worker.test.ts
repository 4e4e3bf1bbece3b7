/** What the Worker does behind answers: the queue's deliveries, and its daily work. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  env,
  getQueueResult,
} from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import type { UsageMessage } from '../usage/event.ts';
import { hourOf } from '../usage/store.ts';
import { eventWith } from '../usage/testing/event.ts';
import type { Environment } from './environment.ts';
import worker from './worker.ts';

const bindings: Environment = env;
const { DIRECTORY } = bindings;
const nowMs = Date.UTC(2050, 5, 15, 12);
const event = eventWith({ atMs: nowMs });

beforeEach(async () => {
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
