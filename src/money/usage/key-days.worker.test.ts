/** Calls of keys by day, as the small lines of the dashboard draw them. */
import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { callsByKey } from './key-days.ts';
import { addUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2050, 5, 15, 12);
const dayMs = 86_400_000;
const [mine, theirs] = ['test_ABCDEFGHIJ', 'test_KLMNOPQRST'];

test('each key has a number for each day, today last, and none is there without a call', async () => {
  const event = eventWith({ atMs: nowMs, wallet: mine });
  const refused = { ...event, status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0 as const };
  const events = [
    ...[event, refused, { ...event, atMs: nowMs - 2 * dayMs }, { ...event, atMs: nowMs - 3 * dayMs }],
    { ...event, keyId: 'key_2', atMs: nowMs + dayMs },
    { ...event, keyId: 'key_3', wallet: theirs },
  ];
  await addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events }], nowMs);
  expect(await callsByKey(DIRECTORY, [mine], 3, nowMs)).toEqual(
    new Map([
      ['key_1', [1, 0, 2]],
      ['key_2', [0, 0, 1]],
    ]),
  );
  expect(await callsByKey(DIRECTORY, [], 3, nowMs)).toEqual(new Map());
});
