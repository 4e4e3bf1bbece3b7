/** What the Worker does without being asked. */
import { createExecutionContext, createScheduledController, env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { Environment } from './environment.ts';
import worker from './worker.ts';

const bindings: Environment = env;
const { DIRECTORY } = bindings;
const nowMs = Date.UTC(2050, 5, 15, 12);

test('each minute the state of the service is counted', async () => {
  const controller = createScheduledController({ scheduledTime: new Date(nowMs), cron: '* * * * *' });
  const INFERENCE = { fetch: async () => new Response() } as Pick<Fetcher, 'fetch'> as Fetcher;
  await worker.scheduled(controller, { ...bindings, INFERENCE }, createExecutionContext());
  const { results } = await DIRECTORY.prepare('SELECT day, minutes, inference FROM status_day').all();
  expect(results).toEqual([{ day: nowMs / 86_400_000 - 0.5, minutes: 1, inference: 0 }]);
});
