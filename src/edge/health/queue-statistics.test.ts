import { expect, it } from 'vitest';
import { queueState } from './queue-statistics.ts';

const asking = (answer: () => Promise<Response>) => queueState({ INFERENCE: { fetch: answer } });
const model = (success: number, fail: number, queueNs: number) => {
  const counted = { success: { count: success, ns: 1 }, fail: { count: fail, ns: 1 } };
  return { name: 'matte', inference_stats: { ...counted, queue: { count: success, ns: queueNs } } };
};
const reported = (...model_stats: object[]) => asking(async () => Response.json({ model_stats }));

it('says how long calls waited, of all networks together', async () => {
  expect(await reported(model(3, 1, 3e6), model(1, 0, 5e6))).toEqual({
    state: 'average wait 2.0 ms; 4 calls answered and 1 failed since the start',
    isWell: true,
  });
});

it('is not well where calls wait for more than a second', async () => {
  expect(await reported(model(2, 0, 4.1e9))).toMatchObject({ isWell: false });
});

it('is empty before the first call', async () => {
  for (const none of [[], [{ name: 'matte' }], [model(0, 0, 0)]]) {
    expect(await reported(...none)).toEqual({ state: 'empty; no calls since the start', isWell: true });
  }
});

it.each([
  ['does not answer', () => Promise.reject(new Error('away'))],
  ['has no counters', async () => new Response('Not found', { status: 404 })],
  ['says something else', async () => Response.json({ models: [] })],
])('says so where the service %s', async (_what, answer) => {
  expect(await asking(answer)).toEqual({ state: 'its counters cannot be read', isWell: false });
});
