/** The gateway of containers, with a container that is the test's own. */
import { env as bindings, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import gateway, { InferenceInstance } from './container.ts';
import type { Load } from './loads.ts';

// Any object lends its state: this deployment has no containers.
const { LEDGERS } = bindings;
const picture = 'the call of a picture';
const call = (headers: Record<string, string> = {}) =>
  new Request('http://inference/v2/models/matte/infer?x=1', {
    method: 'POST',
    headers: {
      Authorization: 'Bearer caller',
      Expect: '100-continue',
      'X-Caller': 'a',
      'X-Request-Id': 'r-1',
      ...headers,
    },
    body: picture,
  });
const question = (path: string) => new Request(`http://inference${path}`);
const readyPath = '/v2/health/ready';
const set = { INFERENCE_TOKEN: 'token', INSTANCES: '2' };

let said: { event: string; cause: string }[];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(JSON.parse(line)));
});
afterEach(() => void vi.restoreAllMocks());

async function expectUnreachable(failed: Response, cause: string) {
  expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
  expect(await failed.json()).toEqual({ error: 'The inference container cannot be reached' });
  const line = { level: 'error', event: 'container-unreachable', requestId: 'r-1' };
  expect(said).toEqual([{ ...line, cause: expect.stringContaining(cause) }]);
}

async function expectLost(lost: Response) {
  expect([lost.status, lost.headers.get('X-Gateway-Error'), lost.headers.get('Retry-After')]).toEqual([503, null, '1']);
  expect(said).toMatchObject([{ event: 'container-unreachable' }]);
}

async function expectNotConfigured(refused: Response) {
  expect(refused.status).toBe(503);
  expect(((await refused.json()) as { error: string }).error).toMatch(/^Secrets are missing: INFERENCE_TOKEN\. /);
  expect(said).toMatchObject([{ event: 'not-configured' }]);
}

describe('the Worker', () => {
  const asleep: Load = { state: 'asleep', calls: 0 };

  /** Instances with these loads. `got` has the name and path of what each got, but for questions about its load. */
  function instancesWith(loads: readonly (Load | Error)[]) {
    const got: string[] = [];
    const requests: Request[] = [];
    const seen = { failure: null as Error | null, readsBody: true };
    const getByName = (name: string) => ({
      fetch: async (asked: Request | string, init?: RequestInit) => {
        const request = new Request(asked, init);
        const { pathname } = new URL(request.url);
        if (pathname === '/gateway/v1/load') {
          const load = loads[Number(name.split('-')[1])];
          if (load instanceof Error) throw load;
          return Response.json(load);
        }
        got.push(`${name} ${pathname}`);
        requests.push(request);
        if (seen.readsBody) await request.clone().text();
        if (seen.failure) throw seen.failure;
        return new Response(`${name}: ${await request.text()}`);
      },
    });
    return { got, requests, seen, INFERENCE_INSTANCES: { getByName } };
  }

  async function send(env: object, request = call()) {
    const behind: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void behind.push(work) };
    // A whole namespace of Durable Objects cannot be written by hand; the gateway asks it for names.
    const answer = await gateway.fetch(request, env as never, context);
    await Promise.all(behind);
    return answer;
  }

  test('sends a call whole, while all sleep to the first', async () => {
    const instances = instancesWith([asleep, asleep]);
    const answer = await send({ ...set, ...instances });
    expect(await answer.text()).toBe(`instance-0: ${picture}`);
    const [{ url, method, headers }] = instances.requests;
    expect([method, url]).toEqual(['POST', 'http://inference/v2/models/matte/infer?x=1']);
    expect(headers.get('X-Caller')).toBe('a');
  });

  test.each<[string, Load[], string]>([
    ['that is awake', [asleep, { state: 'awake', calls: 0 }], 'instance-1'],
    [
      'that has fewer calls',
      [
        { state: 'awake', calls: 5 },
        { state: 'awake', calls: 1 },
      ],
      'instance-1',
    ],
  ])('sends a call to the one %s', async (_, loads, name) => {
    expect(await (await send({ ...set, ...instancesWith(loads) })).text()).toBe(`${name}: ${picture}`);
  });

  test('wakes the second behind the answer, once the first has enough to do', async () => {
    const instances = instancesWith([{ state: 'awake', calls: 4 }, asleep]);
    await send({ ...set, ...instances });
    expect(instances.got.sort()).toEqual(['instance-0 /v2/models/matte/infer', 'instance-1 /gateway/v1/wake']);
  });

  test('wakes none for a question', async () => {
    const instances = instancesWith([{ state: 'awake', calls: 4 }, asleep]);
    await send({ ...set, ...instances }, question(readyPath));
    expect(instances.got).toEqual([`instance-0 ${readyPath}`]);
  });

  test('sends calls with one picture of a caller to one of those in use', async () => {
    const loads: Load[] = [
      { state: 'awake', calls: 2 },
      { state: 'awake', calls: 9 },
    ];
    for (const [affinity, name] of [
      ['4', 'instance-0'],
      ['5', 'instance-1'],
    ]) {
      const answer = await send({ ...set, ...instancesWith(loads) }, call({ 'X-Affinity': affinity }));
      expect(await answer.text()).toBe(`${name}: ${picture}`);
    }
  });

  test('passes over one that does not say how busy it is', async () => {
    const instances = instancesWith([new Error('The object is overloaded'), asleep]);
    expect(await (await send({ ...set, ...instances })).text()).toBe(`instance-1: ${picture}`);
  });

  test('has one instance, unless more are set, and asks it nothing', async () => {
    const instances = instancesWith([]);
    await send({ INFERENCE_TOKEN: 'token', ...instances });
    expect(instances.got).toEqual(['instance-0 /v2/models/matte/infer']);
  });

  test('knows no addresses, and asks no instance for them', async () => {
    const instances = instancesWith([asleep, asleep]);
    expect((await send({ ...set, ...instances }, question('/gateway/v1/metrics'))).status).toBe(404);
    expect(instances.got).toEqual([]);
  });

  test('without its token is 503, and calls no instance', async () => {
    const instances = instancesWith([asleep]);
    await expectNotConfigured(await send({ ...instances }));
    expect(instances.got).toEqual([]);
  });

  test('says by a header that nothing has run where its instance does not take the call', async () => {
    const instances = instancesWith([asleep, asleep]);
    Object.assign(instances.seen, { failure: new Error('The object is overloaded'), readsBody: false });
    await expectUnreachable(await send({ ...set, ...instances }), 'The object is overloaded');
  });

  test('does not say that of an instance that may have got all of the call', async () => {
    const instances = instancesWith([asleep, asleep]);
    instances.seen.failure = new Error('The object was reset');
    await expectLost(await send({ ...set, ...instances }));
  });
});

describe('an instance', () => {
  const idleMs = 15 * 60_000;
  const idle = ['idle', idleMs];
  const asked = [8788, readyPath, ''];
  const called = [8788, '/v2/models/matte/infer', picture];
  const started = ['start', { enableInternet: false, env: { INFERENCE_HOST: '0.0.0.0', INFERENCE_TOKEN: 'token' } }];

  /** A container, and what happened to it, in order. */
  function containerThat(running: boolean, answer: (request: Request) => Response = () => new Response('matte')) {
    const events: unknown[] = [];
    const container = {
      running,
      start(options: unknown) {
        events.push(['start', options]);
        container.running = true;
      },
      async destroy() {
        events.push('destroy');
        container.running = false;
      },
      setInactivityTimeout: async (ms: number) => void events.push(['idle', ms]),
      getTcpPort: (port: number) => ({
        fetch: async (request: Request) => {
          const { pathname } = new URL(request.url);
          events.push([port, pathname, await request.clone().text()]);
          return pathname === readyPath ? new Response('{}') : answer(request);
        },
      }),
    };
    return { events, container };
  }

  /** Works with an instance in an object of its own. */
  function within<Result>(
    container: unknown,
    work: (instance: InferenceInstance, state: DurableObjectState) => Promise<Result>,
    env: object = set,
  ): Promise<Result> {
    const object = LEDGERS.getByName(crypto.randomUUID());
    return runInDurableObject(object, async (_, state) => {
      Object.defineProperty(state, 'container', { value: container });
      // Settings alone: an instance asks for no binding.
      const result = await work(new InferenceInstance(state, env as never), state);
      // The object is a ledger, whose alarm this one is not.
      await state.storage.deleteAlarm();
      return result;
    });
  }
  // A body belongs to the object in which it was made.
  const send = (container: unknown, request = () => call(), env: object = set) =>
    within(container, (instance) => instance.fetch(request()), env);

  /** That an answer was read is known a little later. */
  const ended = (instance: InferenceInstance, events: readonly unknown[]) =>
    vi.waitFor(
      async () => {
        await instance.alarm();
        expect(events.at(-1)).toBe('destroy');
      },
      { timeout: 30_000 },
    );

  test('that runs is asked once whether it is ready, and gets all calls at its port', async () => {
    const { events, container } = containerThat(true);
    const answers = await within(container, async (instance) => {
      const first = await instance.fetch(call());
      return [await first.text(), await (await instance.fetch(call())).text()];
    });
    expect(answers).toEqual(['matte', 'matte']);
    expect(events).toEqual([idle, asked, called, called]);
  });

  test('that is cold is started without the internet and with the token, and asked before it gets the call', async () => {
    const { events, container } = containerThat(false);
    expect(await (await send(container)).text()).toBe('matte');
    expect(events).toEqual([started, idle, asked, called]);
  });

  test('gets its own token in place of what the caller shows, and no header that is for the hop alone', async () => {
    let headers = new Headers();
    const { container } = containerThat(true, (request) => {
      ({ headers } = request);
      return new Response('matte');
    });
    await send(container);
    const { authorization, 'x-caller': caller, expect: expected } = Object.fromEntries(headers);
    expect([authorization, caller, expected]).toEqual(['Bearer token', 'a', undefined]);
  });

  test.each([readyPath, '/lane/v1/ready', '/v2/models/matte/ready'])(
    'that sleeps is ready, and sleeps on: %s',
    async (path) => {
      const { events, container } = containerThat(false);
      const { answer, alarm } = await within(container, async (instance, state) => ({
        answer: await instance.fetch(question(path)),
        alarm: await state.storage.getAlarm(),
      }));
      expect([answer.status, alarm, events]).toEqual([200, null, []]);
    },
  );

  test('that runs answers a question itself, which does not keep it awake', async () => {
    const { events, container } = containerThat(true, () => new Response('no', { status: 503 }));
    const { answer, alarm } = await within(container, async (instance, state) => ({
      answer: await instance.fetch(question('/lane/v1/ready')),
      alarm: await state.storage.getAlarm(),
    }));
    expect([answer.status, alarm]).toEqual([503, null]);
    expect(events).toEqual([idle, [8788, '/lane/v1/ready', '']]);
  });

  test('whose port is closed is not ready', async () => {
    const { container } = containerThat(true, () => {
      throw new Error('Nothing listens there');
    });
    const answer = await send(container, () => question('/v2/models/matte/ready'));
    expect([answer.status, answer.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
  });

  test('is ended 15 minutes after the last call, however often it is asked in between', async () => {
    const { events, container } = containerThat(false);
    await within(container, async (instance, state) => {
      const before = Date.now();
      await (await instance.fetch(call())).text();
      const alarm = (await state.storage.getAlarm()) ?? 0;
      expect(alarm - before).toBeGreaterThanOrEqual(idleMs);
      await instance.fetch(question(readyPath));
      expect(await state.storage.getAlarm()).toBe(alarm);
      await ended(instance, events);
      expect(await (await instance.fetch(call())).text()).toBe('matte');
      expect(events.slice(-4)).toEqual([started, idle, asked, called]);
      expect(await state.storage.getAlarm()).not.toBe(null);
    });
  });

  test('is not ended during a call', async () => {
    let answer = (_: Response) => {};
    const { events, container } = containerThat(true);
    const slow = { ...container, getTcpPort: container.getTcpPort };
    slow.getTcpPort = (port) => ({
      fetch: async (request) => {
        const given = await container.getTcpPort(port).fetch(request);
        if (new URL(request.url).pathname === readyPath) return given;
        return new Promise<Response>((resolve) => {
          answer = resolve;
          reached();
        });
      },
    });
    let reached = () => {};
    const isThere = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await within(slow, async (instance, state) => {
      const waiting = instance.fetch(call());
      await isThere;
      await instance.alarm();
      expect(events).not.toContain('destroy');
      expect(await state.storage.getAlarm()).not.toBe(null);
      answer(new Response('matte'));
      expect(await (await waiting).text()).toBe('matte');
    });
  });

  test('is not ended while a client takes its time with an answer', async () => {
    const picture = new Uint8Array(100_000);
    const { events, container } = containerThat(true, () => new Response(picture));
    await within(container, async (instance, state) => {
      const answer = await instance.fetch(call());
      await instance.alarm();
      expect(events).not.toContain('destroy');
      expect(await state.storage.getAlarm()).not.toBe(null);
      expect((await answer.arrayBuffer()).byteLength).toBe(picture.length);
      await (await instance.fetch(call())).body?.cancel();
      await ended(instance, events);
    });
  });

  test('is ended by its alarm where the object had left memory since', async () => {
    const { events, container } = containerThat(true);
    await within(container, (instance) => instance.alarm());
    expect(events).toEqual(['destroy']);
  });

  test('says how busy it is, which neither wakes it nor keeps it awake', async () => {
    const { events, container } = containerThat(false);
    const answer = await send(container, () => question('/gateway/v1/load'));
    expect([await answer.json(), events]).toEqual([{ state: 'asleep', calls: 0 }, []]);
  });

  test('is started by the gateway for calls to come', async () => {
    const { events, container } = containerThat(false);
    const wake = () => new Request('http://container/gateway/v1/wake', { method: 'POST' });
    const { status, load, alarm } = await within(container, async (instance, state) => ({
      status: (await instance.fetch(wake())).status,
      load: await (await instance.fetch(question('/gateway/v1/load'))).json(),
      alarm: await state.storage.getAlarm(),
    }));
    expect([status, load, alarm]).toEqual([204, { state: 'awake', calls: 0 }, expect.any(Number)]);
    expect(events).toEqual([started, idle, asked]);
  });

  test('that does not take the call says by a header that nothing has run', async () => {
    const { container } = containerThat(true, () => {
      throw new Error('Nothing listens there');
    });
    container.getTcpPort = () => ({
      fetch: async ({ url }: Request) => {
        if (new URL(url).pathname === readyPath) return new Response('{}');
        throw new Error('Nothing listens there');
      },
    });
    await expectUnreachable(await send(container), 'Nothing listens there');
  });

  test('that ended once it had all of the call does not say that', async () => {
    const { container } = containerThat(true, () => {
      throw new Error('The connection was reset');
    });
    await expectLost(await send(container));
  });

  test.each([
    [{ status: 503, headers: { 'X-Not-Taken': 'ending' } }, 'It is ending'],
    [{ status: 401 }, 'It refuses INFERENCE_TOKEN'],
  ])('that answers a call with %o has not run it', async (refusal, cause) => {
    const { container } = containerThat(true, () => new Response('no', refusal));
    await expectUnreachable(await send(container), cause);
  });

  test('without its token is 503, and starts nothing', async () => {
    const { events, container } = containerThat(false);
    await expectNotConfigured(await send(container, call, {}));
    expect(events).toEqual([]);
  });

  test('of a deployment without containers is 503', async () => {
    const refused = await send(undefined);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ error: 'This deployment has no container' });
  });
});
