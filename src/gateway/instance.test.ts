import { afterEach, expect, test, vi } from 'vitest';
import { callInstance, type Instance } from './instance.ts';

afterEach(() => void vi.useRealTimers());

/** An instance that is ready after so many probes; nothing listens before half of them. */
function instanceAfter(probes: number, running = false) {
  const asked: string[] = [];
  let started = 0;
  const instance: Instance = {
    running,
    start: () => void started++,
    fetch: async ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      if (asked.length <= probes / 2) throw new Error('Nothing listens there');
      return new Response('matte', { status: pathname.endsWith('/ready') && asked.length <= probes ? 503 : 200 });
    },
  };
  return { instance, asked, starts: () => started };
}

const call = () => new Request('http://inference/v2/models/matte/infer');
const noPause = async () => {};

test('a cold one is started and gets the call once it is ready, and only once', async () => {
  const { instance, asked, starts } = instanceAfter(4);
  expect(await (await callInstance(instance, call(), noPause)).text()).toBe('matte');
  expect(starts()).toBe(1);
  expect(asked).toEqual([...Array(5).fill('/v2/health/ready'), '/v2/models/matte/infer']);
});

test('one that runs gets the call at once', async () => {
  const { instance, asked, starts } = instanceAfter(0, true);
  await callInstance(instance, call(), noPause);
  expect([starts(), asked]).toEqual([0, ['/v2/models/matte/infer']]);
});

test('one that does not become ready never gets the call', async () => {
  const { instance, asked } = instanceAfter(10_000);
  await expect(callInstance(instance, call(), noPause)).rejects.toThrow('It was not ready within 25 s');
  expect(asked).not.toContain('/v2/models/matte/infer');
});

test('a cold one is asked every 300 ms for 25 s', async () => {
  const { instance, asked } = instanceAfter(10_000);
  const pauses: number[] = [];
  const waiting = callInstance(instance, call(), async (ms) => pauses.push(ms));
  await expect(waiting).rejects.toThrow();
  expect(pauses).toEqual(Array(Math.ceil(25_000 / 300)).fill(300));
  expect(asked).toHaveLength(pauses.length + 1);
});

test('and not before that time has passed', async () => {
  vi.useFakeTimers();
  const { instance, asked } = instanceAfter(1);
  const answered = callInstance(instance, call());
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toEqual(['/v2/health/ready']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await answered).text()).toBe('matte');
});

test('what an instance says beside its readiness is not read', async () => {
  let cancelled = 0;
  const instance: Instance = {
    running: false,
    start: () => {},
    fetch: async ({ url }) =>
      url.endsWith('/ready')
        ? new Response(new ReadableStream({ cancel: () => void cancelled++ }))
        : new Response('matte'),
  };
  await callInstance(instance, call(), noPause);
  expect(cancelled).toBe(1);
});
