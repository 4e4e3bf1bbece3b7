/** The gateway of containers, with a container that is the test's own. */
import { env as bindings, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import gateway, { InferenceInstance } from './container.ts';

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
const set = { INFERENCE_TOKEN: 'token', INSTANCES: '3' };

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

async function expectNotConfigured(refused: Response) {
  expect(refused.status).toBe(503);
  expect(((await refused.json()) as { error: string }).error).toMatch(/^Secrets are missing: INFERENCE_TOKEN\. /);
  expect(said).toMatchObject([{ event: 'not-configured' }]);
}

describe('the Worker', () => {
  /** Calls the Worker; `instances` is a name and what that one got, in the order of the calls. */
  async function send(env: object, failure?: Error | Response, headers: Record<string, string> = {}) {
    const instances: [name: string, request: Request][] = [];
    const getByName = (name: string) => ({
      fetch: async (request: Request) => {
        if (failure instanceof Response) return failure;
        if (failure) throw failure;
        instances.push([name, request]);
        return new Response(`${name}: ${await request.text()}`);
      },
    });
    // A whole namespace of Durable Objects cannot be written by hand; the gateway asks it for one name.
    const answer = await gateway.fetch(call(headers), { ...env, INFERENCE_INSTANCES: { getByName } } as never);
    return { instances, answer };
  }

  test.each([
    [0, 'instance-0'],
    [0.34, 'instance-1'],
    [0.999, 'instance-2'],
  ])('where %d is drawn sends a call whole to %s of three', async (drawn, name) => {
    vi.spyOn(Math, 'random').mockReturnValue(drawn);
    const { instances, answer } = await send(set);
    expect(await answer.text()).toBe(`${name}: ${picture}`);
    const [[, { url, method, headers }]] = instances;
    expect([method, url]).toEqual(['POST', 'http://inference/v2/models/matte/infer?x=1']);
    const { authorization, 'x-caller': caller, expect: expected } = Object.fromEntries(headers);
    expect([authorization, caller, expected]).toEqual(['Bearer token', 'a', undefined]);
  });

  test('sends calls with one picture of a caller to one instance', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { instances } = await send(set, undefined, { 'X-Affinity': '4' });
    expect(instances.map(([name]) => name)).toEqual(['instance-1']);
  });

  test('has one instance, unless more are set', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { instances } = await send({ INFERENCE_TOKEN: 'token' });
    expect(instances.map(([name]) => name)).toEqual(['instance-0']);
  });

  test('without its token is 503, and calls no instance', async () => {
    const { instances, answer } = await send({});
    await expectNotConfigured(answer);
    expect(instances).toEqual([]);
  });

  test('says by a header that nothing has run where its instance does not take the call', async () => {
    await expectUnreachable(
      (await send(set, new Error('The object is overloaded'))).answer,
      'The object is overloaded',
    );
  });

  test('says the same of an instance that was started with another token', async () => {
    await expectUnreachable(
      (await send(set, new Response('no', { status: 401 }))).answer,
      'It refuses INFERENCE_TOKEN',
    );
  });
});

describe('an instance', () => {
  /** What happened to a container, in order. */
  let events: unknown[];
  beforeEach(() => {
    events = [];
  });

  function containerThat(running: boolean, answer: () => Response = () => new Response('matte')) {
    return {
      running,
      start: (options: unknown) => void events.push(['start', options]),
      setInactivityTimeout: async (ms: number) => void events.push(['idle', ms]),
      getTcpPort: (port: number) => ({
        fetch: async (request: Request) => {
          events.push([port, new URL(request.url).pathname, await request.text()]);
          return answer();
        },
      }),
    };
  }

  /** Calls an instance in an object of its own. */
  function send(container: unknown, env: object = set): Promise<Response> {
    const object = LEDGERS.getByName(crypto.randomUUID());
    return runInDurableObject(object, (_, state) => {
      Object.defineProperty(state, 'container', { value: container });
      // Settings alone: an instance asks for no binding.
      return new InferenceInstance(state, env as never).fetch(call());
    });
  }
  const idle = ['idle', 15 * 60_000];
  const called = [8788, '/v2/models/matte/infer', picture];

  test('that runs gets the call at its port, and is stopped once nobody has called it for 15 minutes', async () => {
    const answer = await send(containerThat(true));
    expect(await answer.text()).toBe('matte');
    expect(events).toEqual([idle, called]);
  });

  test('that is cold is started without the internet and with the token, and asked before it gets the call', async () => {
    const answer = await send(containerThat(false));
    expect(await answer.text()).toBe('matte');
    expect(events).toEqual([
      ['start', { enableInternet: false, env: { INFERENCE_HOST: '0.0.0.0', INFERENCE_TOKEN: 'token' } }],
      ...[idle, [8788, '/v2/health/ready', '']],
      ...[idle, called],
    ]);
  });

  test('that does not take the call says by a header that nothing has run', async () => {
    const failing = containerThat(true, () => {
      throw new Error('Nothing listens there');
    });
    await expectUnreachable(await send(failing), 'Nothing listens there');
  });

  test('that gets no time to stop does not get the call', async () => {
    const endless = {
      ...containerThat(true),
      setInactivityTimeout: () => Promise.reject(new Error('It has ended')),
    };
    await expectUnreachable(await send(endless), 'It has ended');
    expect(events).toEqual([]);
  });

  test('without its token is 503, and starts nothing', async () => {
    await expectNotConfigured(await send(containerThat(false), {}));
    expect(events).toEqual([]);
  });

  test('of a deployment without containers is 503', async () => {
    const refused = await send(undefined);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ error: 'This deployment has no container' });
  });
});
