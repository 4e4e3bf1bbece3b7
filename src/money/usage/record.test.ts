import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UsageBatch } from './event.ts';
import { gatherMs, maxEvents, recordUsage } from './record.ts';
import { eventWith } from './testing/event.ts';

const event = eventWith({ status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, milliseconds: 7 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queue() {
  const sent: UsageBatch[] = [];
  const send = async (batch: UsageBatch) => {
    sent.push(batch);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  };
  return { sent, env: { USAGE: { send } } };
}

test('answers of a moment travel as one message, which the first of them sends', async () => {
  const { sent, env } = queue();
  const first = recordUsage(env, event);
  await recordUsage(env, { ...event, keyId: 'key_2' });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(gatherMs);
  await first;
  expect(sent.map(({ events }) => events.map(({ keyId }) => keyId))).toEqual([['key_1', 'key_2']]);
});

test('a full message goes at once, and the next begins', async () => {
  const { sent, env } = queue();
  const all = Array.from({ length: maxEvents + 1 }, () => recordUsage(env, event));
  await all[maxEvents - 1];
  expect(sent.map(({ events }) => events.length)).toEqual([maxEvents]);
  await vi.advanceTimersByTimeAsync(gatherMs);
  await Promise.all(all);
  expect(sent.map(({ events }) => events.length)).toEqual([maxEvents, 1]);
  expect(sent[0].id).not.toBe(sent[1].id);
});

test('a message gathers for a second, or until it has 100 answers', async () => {
  const { sent, env } = queue();
  const gathered = recordUsage(env, event);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await gathered;
  expect(sent.map(({ events }) => events.length)).toEqual([1]);
  await Promise.race(Array.from({ length: 100 }, () => recordUsage(env, event)));
  await vi.waitFor(() => expect(sent.map(({ events }) => events.length)).toEqual([1, 100]));
});

test('where the runtime drops who was to send a message, the next answer sends it', async () => {
  const { sent, env } = queue();
  // A timer that never rings; nobody asks for its number.
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => 0 as never);
  recordUsage(env, event);
  timer.mockRestore();
  await vi.advanceTimersByTimeAsync(2 * gatherMs);
  await recordUsage(env, event);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await recordUsage(env, event);
  expect(sent.map(({ events }) => events.length)).toEqual([3]);
});

test('without a queue nothing is gathered', async () => {
  await recordUsage({}, event);
  const { sent, env } = queue();
  const recorded = recordUsage(env, event);
  await vi.advanceTimersByTimeAsync(gatherMs);
  await recorded;
  expect(sent[0].events).toEqual([event]);
});

test('a queue that fails loses the batch, and not the next one', async () => {
  const lost = recordUsage({ USAGE: { send: () => Promise.reject(new Error('full')) } }, event);
  const failed = expect(lost).rejects.toThrow('full');
  await vi.advanceTimersByTimeAsync(gatherMs);
  await failed;
  const { sent, env } = queue();
  const recorded = recordUsage(env, event);
  await vi.advanceTimersByTimeAsync(gatherMs);
  await recorded;
  expect(sent).toHaveLength(1);
});

test('a data point goes to Analytics Engine where that is bound', async () => {
  const writeDataPoint = vi.fn();
  await recordUsage({ USAGE_ANALYTICS: { writeDataPoint } }, event);
  expect(writeDataPoint.mock.calls).toEqual([
    [
      {
        indexes: ['test_ABCDEFGHIJ'],
        blobs: ['key_1', 'alpha-channel', '402', 'INSUFFICIENT_CREDITS'],
        doubles: [0, 7, 0],
      },
    ],
  ]);
});
