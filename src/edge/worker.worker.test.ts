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

test('each day the list of what has ended says since when it is whole; during a restore nothing is done', async () => {
  const each = (changes: object, cron: string) =>
    worker.scheduled(
      createScheduledController({ scheduledTime: new Date(nowMs), cron }),
      { ...bindings, ...changes },
      createExecutionContext(),
    );
  const listed = async () => (await env.ENDED.list()).objects.map(({ key }) => key);
  await DIRECTORY.prepare('DELETE FROM status_day').run();
  for (const cron of ['17 3 * * *', '* * * * *']) await each({ RESTORING: 'on' }, cron);
  const { results } = await DIRECTORY.prepare('SELECT day FROM status_day').all();
  expect([await listed(), results]).toEqual([[], []]);
  await each({}, '17 3 * * *');
  expect(await listed()).toEqual([`from/${new Date(nowMs).toISOString()}`]);
});
