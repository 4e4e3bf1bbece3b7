/** The state of the service as pages get it: by value, from the entrypoint. */
import { createExecutionContext, env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServiceStateCalls, shownDays } from '../../contract/service-state.ts';
import { createKey } from '../../money/keys/format.ts';
import type { Environment } from '../environment.ts';
import { countMinute } from './days.ts';
import { ServiceState } from './service-state.ts';

const nowMs = Date.UTC(2050, 5, 15, 12, 30);
const today = Date.UTC(2050, 5, 15);

/** An isolate keeps what it last found of the stores by its bindings, so each has its own. */
const stateOf = (changes: object = {}) =>
  new ServiceState(createExecutionContext(), { ...(env as Environment), ...changes });

const inferenceOf = (status: number) => ({ INFERENCE: { fetch: async () => new Response(null, { status }) } });

afterEach(() => vi.restoreAllMocks());

test('pages of the Worker reach it by its name, and get a plain value', async () => {
  const context = createExecutionContext();
  const { ServiceState: own } = context.exports as { readonly ServiceState: ServiceStateCalls };
  const { days, ...status } = await own.status(nowMs);
  expect(status).toEqual({
    // No inference in these tests.
    health: {
      ...{ status: 'unavailable', ledger: 'ready', directory: 'ready' },
      ...{ inference: 'unavailable', image_lane: 'unavailable' },
    },
    callsItself: false,
  });
  expect(days).toHaveLength(shownDays);
  expect(structuredClone(await own.facts())).toMatchObject({ parts: expect.any(Array), networks: [] });
});

test('the days are those up to the moment that is asked for, as they were counted', async () => {
  const health = { status: 'unavailable', ledger: 'ready', directory: 'ready', image_lane: 'ready' } as const;
  await countMinute(env as Environment, nowMs, { ...health, inference: 'unavailable' });
  const { days } = await stateOf().status(nowMs);
  expect(days?.at(-1)).toMatchObject({ startMs: today, passedMinutes: 750, minutes: 1, unanswered: { inference: 1 } });
  expect(days?.[0]).toMatchObject({ startMs: today - 89 * 86_400_000, passedMinutes: 1440, minutes: 0 });
});

test('a directory that cannot be read leaves the days unknown, and the log says it', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
  const away = async () => {
    throw new Error('away');
  };
  const statement = { bind: () => ({ run: away, all: away }) };
  const state = stateOf({ ...inferenceOf(200), DIRECTORY: { prepare: () => statement } });
  const { health, days } = await state.status(nowMs);
  expect(days).toBeNull();
  expect(health).toMatchObject({ status: 'unavailable', ledger: 'ready', directory: 'unavailable' });
  expect(lines.map((line) => JSON.parse(line).event).sort()).toEqual([
    'status-history-unavailable',
    'store-unavailable',
  ]);
});

test('it says whether the service calls itself, and no secret is in it', async () => {
  expect(await stateOf().status(nowMs)).toMatchObject({ callsItself: false });
  const STATUS_KEY = await createKey('live', 'secret');
  const state = stateOf({ STATUS_KEY, KEY_HASH_SECRET: 'the secret of hashes' });
  const status = await state.status(nowMs);
  expect(status.callsItself).toBe(true);
  const text = JSON.stringify([status, await state.facts()]);
  for (const secret of [STATUS_KEY, 'the secret of hashes', env.ADMIN_TOKEN]) expect(text).not.toContain(secret);
});

test.each([
  [200, 'ready'],
  [503, 'unavailable'],
])('operators get lines: inference answers %i, networks are %s', async (status, said) => {
  const { parts, lanes, queues } = await stateOf(inferenceOf(status)).facts();
  expect(parts).toContainEqual({ name: 'Networks', state: said, isWell: said === 'ready' });
  expect(lanes.map(({ name }) => name)).toEqual(['Edge lane', 'Image lane', 'Breaker']);
  expect(queues.map(({ name }) => name)).toEqual(['Queue of the networks']);
});
