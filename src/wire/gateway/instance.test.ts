import { expect, test } from 'vitest';
import { Instance, type InstanceClock } from './instance.ts';

const path = '/v2/models/matte/infer';
const call = () => new Request(`http://inference${path}`, { method: 'POST', body: 'a picture' });
const readyPath = '/v2/health/ready';

/** A clock that stands still until the test moves it. */
function stillClock(): InstanceClock & { advance(ms: number): Promise<void> } {
  let nowMs = 0;
  const waiting: { atMs: number; resolve: () => void }[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => nowMs,
    pause: (ms) => new Promise<void>((resolve) => void waiting.push({ atMs: nowMs + ms, resolve })),
    async advance(ms) {
      await settle();
      for (const endMs = nowMs + ms; ; await settle()) {
        waiting.sort((one, other) => one.atMs - other.atMs);
        if (waiting.length === 0 || waiting[0].atMs > endMs) {
          nowMs = endMs;
          return;
        }
        nowMs = waiting[0].atMs;
        waiting.shift()?.resolve();
      }
    },
  };
}

/** A container that sleeps, and whose port the test opens. */
function containerOf(clock = stillClock()) {
  const asked: string[] = [];
  const seen = { running: false, open: false, starts: 0, ends: 0, answer: () => new Response('matte') };
  const container = {
    isRunning: () => seen.running,
    start: () => {
      seen.starts += 1;
      seen.running = true;
    },
    end: async () => {
      seen.ends += 1;
      Object.assign(seen, { running: false, open: false });
    },
    fetch: async ({ url }: Request) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      if (!seen.open) throw new Error('Nothing listens there');
      return pathname === readyPath ? new Response('{}') : seen.answer();
    },
  };
  return { instance: new Instance(container, clock), container, clock, seen, asked };
}

/** What became of calls, in their order. */
function watched(answers: readonly Promise<Response>[]) {
  const outcomes: string[] = answers.map(() => 'waits');
  for (const [index, answer] of answers.entries()) {
    answer.then(
      async (given) => {
        outcomes[index] = await given.text();
      },
      (cause: Error) => {
        outcomes[index] = cause.message;
      },
    );
  }
  return outcomes;
}

test('all calls of a cold start wait together, and go on once its port is open', async () => {
  const { instance, clock, seen, asked } = containerOf();
  const first = [instance.call(call())];
  await clock.advance(1000);
  const outcomes = watched([...first, instance.call(call()), instance.call(call())]);
  await clock.advance(1000);
  expect(outcomes).toEqual(['waits', 'waits', 'waits']);
  expect([instance.state, instance.calls, asked.includes(path)]).toEqual(['starting', 3, false]);
  seen.open = true;
  await clock.advance(300);
  expect(outcomes).toEqual(['matte', 'matte', 'matte']);
  expect(asked.filter((each) => each === path)).toHaveLength(3);
  expect([seen.starts, instance.state, instance.calls]).toEqual([1, 'awake', 0]);
});

test('one that is ready gets calls at once, without a further question', async () => {
  const { instance, seen, asked } = containerOf();
  seen.open = true;
  await instance.call(call());
  await instance.call(call());
  expect(asked).toEqual([readyPath, path, path]);
});

test('one that runs already is asked, and not started', async () => {
  const { instance, seen, asked } = containerOf();
  Object.assign(seen, { running: true, open: true });
  await instance.call(call());
  expect([seen.starts, asked]).toEqual([0, [readyPath, path]]);
});

test('calls of a start fail together 25 s after it began, and none was sent', async () => {
  const { instance, clock, asked } = containerOf();
  const early = instance.call(call());
  await clock.advance(20_000);
  const outcomes = watched([early, instance.call(call())]);
  await clock.advance(4900);
  expect(outcomes).toEqual(['waits', 'waits']);
  await clock.advance(400);
  expect(outcomes).toEqual(Array(2).fill('It was not ready within 25 s'));
  expect(asked).not.toContain(path);
  expect(instance.state).toBe('failed');
});

test('after a start that failed the next call waits anew, and goes on where the container came late', async () => {
  const { instance, clock, seen } = containerOf();
  watched([instance.call(call())]);
  await clock.advance(26_000);
  const outcomes = watched([instance.call(call())]);
  await clock.advance(1000);
  seen.open = true;
  await clock.advance(300);
  expect([outcomes, seen.starts, instance.state]).toEqual([['matte'], 1, 'awake']);
});

test('a container that ends while it is waited for is started again, three times in all', async () => {
  const { instance, clock, seen } = containerOf();
  watched([instance.call(call())]);
  for (let end = 0; end < 5; end++) {
    await clock.advance(300);
    seen.running = false;
  }
  expect(seen.starts).toBe(3);
});

test('a service that is ending is asked whether it is ready before the next call', async () => {
  const { instance, seen, asked } = containerOf();
  seen.open = true;
  seen.answer = () => new Response('ending', { status: 503, headers: { 'X-Not-Taken': 'ending' } });
  await instance.call(call());
  seen.answer = () => new Response('matte');
  await instance.call(call());
  expect(asked).toEqual([readyPath, path, readyPath, path]);
});

test('so is one whose connection failed', async () => {
  const { instance, seen, asked } = containerOf();
  seen.open = true;
  seen.answer = () => {
    throw new Error('It is gone');
  };
  await expect(instance.call(call())).rejects.toThrow('It is gone');
  seen.answer = () => new Response('matte');
  await instance.call(call());
  expect(asked).toEqual([readyPath, path, readyPath, path]);
});

test('a container that was started with an older token is started anew, and the call goes on', async () => {
  const { instance, container, clock, seen } = containerOf();
  Object.assign(seen, { running: true, open: true });
  const { fetch } = container;
  container.fetch = async (request) => (seen.starts === 0 ? new Response('no', { status: 401 }) : fetch(request));
  const outcomes = watched([instance.call(call())]);
  await clock.advance(300);
  seen.open = true;
  await clock.advance(300);
  expect([outcomes, seen.ends, seen.starts]).toEqual([['matte'], 1, 1]);
});

test('a container that refuses the token it was given is not started over and over', async () => {
  const { instance, clock, container, seen } = containerOf();
  container.fetch = async () => new Response('no', { status: 401 });
  const outcomes = watched([instance.call(call())]);
  await clock.advance(26_000);
  expect([outcomes, seen.starts, seen.ends]).toEqual([['It was not ready within 25 s'], 1, 0]);
});

test('one with a call is not put to sleep', async () => {
  const { instance, clock, seen } = containerOf();
  const outcomes = watched([instance.call(call())]);
  await clock.advance(300);
  expect(await instance.sleep()).toBe(false);
  seen.open = true;
  await clock.advance(300);
  expect(outcomes).toEqual(['matte']);
  expect([await instance.sleep(), seen.ends, instance.state]).toEqual([true, 1, 'asleep']);
});

test('a call that comes while it ends waits for that, and starts it again', async () => {
  const { instance, container, clock, seen } = containerOf();
  seen.open = true;
  await instance.call(call());
  let ended = () => {};
  container.end = () =>
    new Promise<void>((resolve) => {
      ended = () => {
        seen.running = false;
        resolve();
      };
    });
  const asleep = instance.sleep();
  const outcomes = watched([instance.call(call())]);
  await clock.advance(1000);
  expect([outcomes, seen.starts]).toEqual([['waits'], 1]);
  ended();
  await asleep;
  await clock.advance(300);
  expect([outcomes, seen.starts]).toEqual([['matte'], 2]);
});

test('what an instance says beside its readiness is not read', async () => {
  const { instance, container, seen } = containerOf();
  let cancelled = 0;
  container.fetch = async ({ url }) =>
    url.endsWith('/ready')
      ? new Response(new ReadableStream({ cancel: () => void cancelled++ }))
      : new Response('matte');
  await instance.call(call());
  expect([cancelled, seen.starts]).toEqual([1, 1]);
});
