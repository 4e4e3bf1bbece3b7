/** The gateway of an address, with a network that is the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import gateway from './gateway.ts';

const sent: Request[] = [];
let answer: () => Response;
const said: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  said.length = 0;
  answer = () => new Response('matte', { status: 200 });
  for (const stream of ['error', 'warn', 'log'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(JSON.parse(line)));
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const behind: Promise<unknown>[] = [];
const context = { waitUntil: (work: Promise<unknown>) => void behind.push(work) };
const set = { INFERENCE_TOKEN: 'token', INFERENCE_URL: 'http://gpu:8788/' };
const call = (path: string, env: object) =>
  gateway.fetch(
    new Request(`http://inference${path}`, {
      headers: {
        Authorization: 'Bearer caller',
        Expect: '100-continue',
        traceparent,
        'X-Caller': 'a',
        'X-Picture': 'a1',
        'X-Request-Id': 'r-1',
      },
    }),
    env,
    context,
  );

test('a call goes to the address with the token, without the headers of the hop', async () => {
  expect(await (await call('/v2/models/stats?all=1', set)).text()).toBe('matte');
  const [{ url, headers }] = sent;
  expect(url).toBe('http://gpu:8788/v2/models/stats?all=1');
  expect(Object.fromEntries(headers)).toEqual({
    authorization: 'Bearer token',
    traceparent,
    'x-caller': 'a',
    'x-request-id': 'r-1',
  });
});

test.each([
  ['one address', 'http://gpu:8788'],
  ['several', 'http://gpu:8788,http://gpu:8788'],
])('with a private service bound, %s is reached through it', async (_, url) => {
  const through: string[] = [];
  const vpc = {
    fetch: async (to: string) => {
      through.push(to);
      return new Response('private');
    },
  };
  const answered = await call('/v2/models/matte', { ...set, INFERENCE_URL: url, INFERENCE_VPC: vpc });
  expect(await answered.text()).toBe('private');
  expect(through).toContain('http://gpu:8788/v2/models/matte');
  expect(sent).toEqual([]);
});

test.each([
  [{}, 'http://gpu:8788/lane/v1/ready'],
  [{ LANE_URL: '' }, 'http://gpu:8788/lane/v1/ready'],
  [{ LANE_URL: 'https://lane.example' }, 'https://lane.example/lane/v1/ready'],
])('with %j a picture of the lane goes to %s', async (lane, url) => {
  await call('/lane/v1/ready', { ...set, ...lane });
  expect(sent[0].url).toBe(url);
});

test.each([
  ['/v2/health/ready', { ...set, INFERENCE_URL: 'none' }, 'This deployment has no such service'],
  ['/lane/v1/ready', { ...set, LANE_URL: 'none' }, 'This deployment has no such service'],
  ['/lane/v1/ready', { ...set, INFERENCE_TOKEN: '' }, /^Secrets are missing: INFERENCE_TOKEN\. /],
  ['/', { ...set, LANE_URL: 'lane:1' }, 'Expected http or https addresses, or none, for LANE_URL but received lane:1'],
])('%s with %j is 503', async (path, env, error) => {
  const refused = await call(path, env);
  expect(refused.status).toBe(503);
  const body = (await refused.json()) as { error: string };
  if (typeof error === 'string') expect(body).toEqual({ error });
  else expect(body.error).toMatch(error);
  expect(sent).toEqual([]);
});

test.each([
  ['/v2/models/matte', '/v2/health/ready'],
  ['/lane/v1/resize', '/lane/v1/ready'],
])('for %s several addresses are asked at %s whether they are ready', async (path, readyPath) => {
  const bases = ['http://one:1', 'http://two:2'];
  await call(path, { ...set, INFERENCE_URL: bases.join() });
  await Promise.all(behind.splice(0));
  const urls = sent.map(({ url }) => url);
  expect(urls.slice(0, 2)).toEqual(bases.map((base) => base + readyPath));
  expect(bases.map((base) => base + path)).toContain(urls[2]);
  expect(urls).toHaveLength(3);
});

test('a call keeps its method, and its body streams through', async () => {
  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, { ...init, duplex: 'half' } as RequestInit);
    bodies.push(`${request.method} ${await request.text()}`);
    return answer();
  });
  await gateway.fetch(
    new Request('http://inference/v2/models/matte/infer', { method: 'PUT', body: 'tensor' }),
    set,
    context,
  );
  expect(bodies).toEqual(['PUT tensor']);
});

test('a caller that goes away ends its call', async () => {
  const leaving = new AbortController();
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    leaving.abort();
    return new Response(String(signal?.aborted));
  });
  const answered = await gateway.fetch(new Request('http://inference/', { signal: leaving.signal }), set, context);
  expect(await answered.text()).toBe('true');
});

test('what is no fault of its settings is no answer', async () => {
  const odd = {
    get INFERENCE_TOKEN(): string {
      throw new RangeError('The runtime failed');
    },
  };
  await expect(call('/', odd)).rejects.toThrow('The runtime failed');
  expect(said).toEqual([]);
});

test('what is wrong with its settings is in its log', async () => {
  await call('/', { ...set, INFERENCE_TOKEN: '' });
  expect(said).toEqual([
    { level: 'error', event: 'not-configured', cause: expect.stringContaining('INFERENCE_TOKEN') },
  ]);
});

test('a service that nobody can reach is 502, and a header says that nothing has run', async () => {
  answer = () => {
    throw new TypeError('connection refused');
  };
  const failed = await call('/v2/health/ready', set);
  expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
  expect(await failed.json()).toEqual({ error: 'The inference service cannot be reached' });
  const cause = 'TypeError: connection refused';
  const base = 'http://gpu:8788';
  expect(said).toEqual([
    { level: 'warn', event: 'origin-out', base, reason: 'unreachable', cause, requestId: 'r-1', service: 'networks' },
    { level: 'error', event: 'origin-unreachable', base, requestId: 'r-1', cause },
  ]);
});

test('an answer that is no success is handed on as it is', async () => {
  answer = () => new Response('full', { status: 503, headers: { 'Retry-After': '2' } });
  const handed = await call('/v2/health/ready', set);
  expect([handed.status, handed.headers.get('Retry-After'), await handed.text()]).toEqual([503, '2', 'full']);
});

describe('one address', () => {
  const own = (url: string) => ({ ...set, INFERENCE_URL: url });

  test.each([401, 403])('that refuses the token by %d is as one that nobody can reach, with a line', async (status) => {
    const base = `http://wrong-${status}`;
    answer = () => new Response('no', { status });
    for (let again = 0; again < 2; again++) {
      const failed = await call('/v2/models/matte', own(base));
      expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
    }
    const cause = 'It refuses INFERENCE_TOKEN';
    const line = { level: 'error', event: 'origin-unreachable', base, requestId: 'r-1', cause };
    expect(said).toEqual([
      { level: 'error', event: 'origin-out', base, reason: 'token', cause, requestId: 'r-1', service: 'networks' },
      line,
      line,
    ]);
    answer = () => new Response('matte');
    expect((await call('/v2/models/matte', own(base))).status).toBe(200);
    expect(said.at(-1)).toMatchObject({ level: 'info', event: 'origin-back', reason: 'token' });
  });

  test.each([502, 504])('behind a proxy that answers %d is away: 503, to be tried later', async (status) => {
    answer = () => new Response('bad gateway', { status });
    const failed = await call('/v2/models/matte', own('http://proxied'));
    expect([failed.status, failed.headers.get('Retry-After'), await failed.text()]).toEqual([503, '1', 'bad gateway']);
  });
});

test('the metrics say which addresses get calls, and why others went out', async () => {
  const bases = ['http://one:1', 'http://two:2'];
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith(bases[1]) ? new Response('no', { status: 401 }) : new Response('matte'),
  );
  const env = { ...set, INFERENCE_URL: bases.join() };
  await call('/v2/models/matte', env);
  await Promise.all(behind.splice(0));
  const text = await (await call('/gateway/v1/metrics', env)).text();
  const labels = (base: string) => `{service="networks",address="${base}"`;
  expect(text).toContain(`# TYPE edgematte_gateway_address_in gauge
edgematte_gateway_address_in${labels(bases[0])}} 1
edgematte_gateway_address_in${labels(bases[1])}} 0
`);
  for (const reason of ['unreachable', 'not-ready', 'failing', 'differs']) {
    expect(text).toContain(`edgematte_gateway_address_outs_total${labels(bases[1])},reason="${reason}"} 0\n`);
  }
  expect(text).toContain(`edgematte_gateway_address_outs_total${labels(bases[1])},reason="token"} 1\n`);
  expect(text).toContain(`edgematte_gateway_address_outs_total${labels(bases[0])},reason="token"} 0\n`);
});

describe('with a collector of traces', () => {
  const traced = { ...set, OTLP_URL: 'http://collector:4318', OTLP_HEADERS: 'x-team=a' };
  const [, traceId, edgeSpan] = traceparent.split('-');

  test('a call goes on under a span of its own, which is sent behind the answer', async () => {
    expect((await call('/v2/models/matte', traced)).status).toBe(200);
    const [{ headers }] = sent;
    const [, trace, span, flag] = headers.get('traceparent')?.split('-') ?? [];
    expect([trace, flag]).toEqual([traceId, '01']);
    expect(span).not.toBe(edgeSpan);
    await Promise.all(behind);
    const [, posted] = sent;
    expect([posted.url, posted.headers.get('x-team')]).toEqual(['http://collector:4318/v1/traces', 'a']);
    const [{ resource, scopeSpans }] = ((await posted.json()) as { resourceSpans: Sent[] }).resourceSpans;
    expect(JSON.stringify(resource)).toContain('"edgematte-gateway"');
    expect(scopeSpans[0].spans).toMatchObject([{ name: 'gateway', traceId, spanId: span, parentSpanId: edgeSpan }]);
  });

  test('one that fails is answered as without', async () => {
    answer = () => new Response('no', { status: 500 });
    expect((await call('/v2/models/matte', traced)).status).toBe(500);
    answer = () => {
      throw new Error('away');
    };
    expect((await call('/v2/models/matte', traced)).status).toBe(502);
    await Promise.all(behind);
    const lost = { level: 'warn', event: 'spans-lost', spans: 2, cause: 'Error: away' };
    expect(said.filter((line) => (line as { event: string }).event === 'spans-lost')).toEqual([lost]);
  });
});

interface Sent {
  readonly resource: object;
  readonly scopeSpans: readonly { readonly spans: readonly object[] }[];
}
