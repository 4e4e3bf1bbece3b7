import { describe, expect, it } from 'vitest';
import { queueReport } from './queue-statistics.ts';

const asking = (answer: () => Promise<Response>) => queueReport({ INFERENCE: { fetch: answer } });
const model = (name: string, success: number, fail: number, queueNs: number, inferNs?: number) => {
  const counted = { success: { count: success, ns: 1 }, fail: { count: fail, ns: 1 } };
  const infer = inferNs === undefined ? {} : { compute_infer: { count: success, ns: inferNs } };
  return { name, inference_stats: { ...counted, queue: { count: success, ns: queueNs }, ...infer } };
};
const reported = (...model_stats: object[]) => asking(async () => Response.json({ model_stats }));
const none = { state: 'no calls since the start', isWell: true };

describe('the queue', () => {
  it('says how long calls waited and ran, of all networks together', async () => {
    expect((await reported(model('matte', 3, 1, 3e6, 600e6), model('car', 1, 0, 5e6, 200e6))).queue).toEqual({
      state: 'on average waited 2.0 ms, ran 200.0 ms; 4 calls answered, 1 failed',
      isWell: true,
    });
  });

  it('is not well where calls wait for more than a second', async () => {
    expect((await reported(model('matte', 2, 0, 4.1e9))).queue).toMatchObject({ isWell: false });
  });

  it('is empty before the first call', async () => {
    for (const models of [[], [{ name: 'matte' }], [model('matte', 0, 0, 0)]]) {
      expect((await reported(...models)).queue).toEqual(none);
    }
  });

  it.each([
    ['does not answer', () => Promise.reject(new Error('away'))],
    ['has no counters', async () => new Response('Not found', { status: 404 })],
    ['says something else', async () => Response.json({ models: [] })],
  ])('says so where the service %s', async (_what, answer) => {
    expect(await asking(answer)).toEqual({
      queue: { state: 'its counters cannot be read', isWell: false },
      networks: [],
    });
  });
});

it('each network has a line of its own, with the times that the service reports', async () => {
  const { networks } = await reported(model('matte', 2, 1, 4e6), model('car', 2, 0, 4.1e9, 300e6), { name: 'new' });
  expect(networks).toEqual([
    { name: 'matte', state: 'on average waited 2.0 ms; 2 calls answered, 1 failed', isWell: true },
    { name: 'car', state: 'on average waited 2050.0 ms, ran 150.0 ms; 2 calls answered, 0 failed', isWell: false },
    { name: 'new', ...none },
  ]);
});
