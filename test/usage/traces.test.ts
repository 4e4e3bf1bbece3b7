/** Traces of the real service, at a collector of the test's own: whole, linked, without what callers wrote, and never in the way of a call. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CollectedSpan, type Collector, startCollector } from '../../testing/collector.ts';
import { photo } from '../../testing/photos.ts';
import { jsonCall, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled } from '../accounts.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

const callerId = 'b7ad6b7169203331';
const marks = { key: '', fileName: 'in-the-name-5be0d471', address: '203.0.113.77', imageUrl: 'in-the-address-c81f' };

let collector: Collector;
let stack: Stack;
let key: CreatedKey;
beforeAll(async () => {
  collector = await startCollector();
  const tracing = { OTLP_URL: collector.url, OTLP_HEADERS: 'x-team=edgematte' };
  stack = await startStack({
    edgeVariables: { ...tracing, TRUSTED_ADDRESS_HEADER: 'X-Client-Address' },
    gatewayVariables: tracing,
    inferenceVariables: tracing,
  });
  key = await stack.createKey({ credits: 10_000 });
  marks.key = key.key;
});
afterAll(async () => {
  await stack?.stop();
  await collector?.stop();
});
beforeEach(() => {
  collector.behaviour = 'accept';
});

let traces = 0;
function newTraceId(): string {
  traces += 1;
  return `0af7651916cd43dd8448eb211c8${String(traces).padStart(5, '0')}`;
}

/** Sends a picture as part of a trace. @returns its status */
async function send(traceId: string, format: 'png' | 'tiff' = 'png'): Promise<number> {
  const file = { name: 'file', content: await photo(format), fileName: `${marks.fileName}.jpg`, type: 'image/jpeg' };
  const call = multipartCall('/v1.0/alpha-channel', key.key, [file]);
  const headers = {
    ...call.headers,
    traceparent: `00-${traceId}-${callerId}-01`,
    'X-Request-Id': `r-${traceId}`,
    'X-Client-Address': marks.address,
  };
  return (await sendWithFetch(stack.base, { ...call, headers })).status;
}

interface TracedCall {
  readonly traceId: string;
  readonly spans: readonly CollectedSpan[];
}

/** A call that is answered, and its spans: no parent of one is missing, and each call of inference has arrived there. */
async function tracedCall(format: 'png' | 'tiff' = 'png'): Promise<TracedCall> {
  // A machine that stands still for seconds loses spans: what is not sent in time is given up. Then another call is made.
  for (let tries = 1; ; tries++) {
    const traceId = newTraceId();
    expect(await send(traceId, format)).toBe(200);
    try {
      return { traceId, spans: await wholeTrace(traceId) };
    } catch (cause) {
      if (tries === 3) throw cause;
    }
  }
}

async function wholeTrace(traceId: string): Promise<readonly CollectedSpan[]> {
  const whole = () => {
    const spans = collector.trace(traceId);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const isLinked = spans.every(({ parentSpanId }) => parentSpanId === callerId || ids.has(parentSpanId ?? ''));
    const calls = spans.filter(({ name, service }) => service === 'edgematte-edge' && isCall(name));
    const arrived = spans.filter(
      ({ parentSpanId, service }) => isOfInference(service) && isGateway(spans, parentSpanId),
    );
    return isLinked && calls.length > 0 && arrived.length === calls.length;
  };
  await expect.poll(whole).toBe(true);
  return collector.trace(traceId);
}

const isCall = (name: string) => /^(infer|describe) |^image lane$/.test(name);
const isOfInference = (service: string) => service === 'edgematte-inference';
const isGateway = (spans: readonly CollectedSpan[], id: string | undefined) =>
  spans.some(({ spanId, name }) => spanId === id && name === 'gateway');

describe('the trace of a call', () => {
  const below = (spans: readonly CollectedSpan[], parent: CollectedSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  const names = (spans: readonly CollectedSpan[]) => spans.map(({ name }) => name).sort();
  const one = (spans: readonly CollectedSpan[], name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0];
  };

  test('on the edge lane has its steps, each call of a network, and through the gateway its wait and its run', async () => {
    const { traceId, spans } = await tracedCall();
    const call = one(spans, 'alpha-channel');
    expect(call).toMatchObject({
      ...{ service: 'edgematte-edge', parentSpanId: callerId, isError: false },
      attributes: {
        'edgematte.request_id': `r-${traceId}`,
        'edgematte.lane': 'edge',
        'edgematte.credits': 1,
        'http.response.status_code': 200,
      },
    });
    const steps = ['decode', 'encode', 'inference', 'ledger', 'receive', 'send', 'settle'];
    expect(names(below(spans, call)).filter((name) => !isCall(name))).toEqual(steps);
    const runs = below(spans, one(spans, 'inference'));
    expect(names(runs)).toContain('infer matte');
    for (const run of runs) {
      const hop = one(below(spans, run), 'gateway');
      const isRun = run.name.startsWith('infer ');
      const served = one(below(spans, hop), isRun ? '/v2/models/:model/infer' : '/v2/models/:model');
      expect([hop.service, served.service]).toEqual(['edgematte-gateway', 'edgematte-inference']);
      expect(names(below(spans, served))).toEqual(isRun ? ['queue', 'run'] : []);
    }
    expect(spans.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(collector.headers.map((headers) => headers['x-team']))).toEqual(new Set(['edgematte']));
  });

  test('on the image lane has the networks below the picture', async () => {
    const { spans } = await tracedCall('tiff');
    const call = one(below(spans, one(spans, 'image-lane')), 'image lane');
    const [served] = below(spans, one(below(spans, call), 'gateway'));
    expect(served.name).toMatch(/^\/lane\/v1\//);
    const parts = below(spans, served);
    expect(names(parts).filter((name) => name === 'queue' || name === 'run')).toEqual(['queue', 'run']);
    const networks = parts.filter(({ name }) => name === '/v2/models/:model/infer');
    expect(networks.length).toBeGreaterThan(0);
    for (const network of networks) expect(names(below(spans, network))).toEqual(['queue', 'run']);
  });

  test('that is refused says why; of an address to fetch nothing is in it', async () => {
    const traceId = newTraceId();
    const call = jsonCall('/v1.0/alpha-channel-base64', key.key, {
      image_url: `https://${marks.imageUrl}.invalid/${marks.imageUrl}.jpg`,
    });
    const headers = { ...call.headers, traceparent: `00-${traceId}-${callerId}-00` };
    const { status } = await sendWithFetch(stack.base, { ...call, headers });
    await expect.poll(() => collector.trace(traceId).map(({ name }) => name)).toContain('alpha-channel-base64');
    const spans = collector.trace(traceId);
    expect(one(spans, 'alpha-channel-base64').attributes).toMatchObject({
      'http.response.status_code': status,
      'edgematte.error_code': expect.any(String),
      'edgematte.credits': 0,
    });
    expect(names(spans)).toContain('release');
  });

  test('holds no picture, key, address or name of a file', async () => {
    const pixels = (await photo('png')).toString('base64').slice(0, 60);
    const text = collector.bodies.join('\n');
    expect(text).toContain('alpha-channel');
    for (const mark of [...Object.values(marks), key.key.slice(15), key.id, pixels]) {
      expect(text).not.toContain(mark);
    }
  });
});

describe('a collector', () => {
  test('that never answers holds no call up: each is answered and charged while it hangs', async () => {
    const before = (await settled(stack, key)).balance;
    collector.behaviour = 'hang';
    const asked = collector.bodies.length;
    for (let calls = 0; calls < 3; calls++) expect(await send(newTraceId())).toBe(200);
    await expect.poll(() => collector.bodies.length).toBeGreaterThan(asked);
    expect(await send(newTraceId())).toBe(200);
    expect(before - (await settled(stack, key)).balance).toBe(4);
  });

  test('that refuses fails no call, and a line says what was lost', async () => {
    collector.behaviour = 'refuse';
    const lost = () => stack.output.filter((line) => line.includes('"event":"spans-lost"'));
    const before = lost().length;
    await expect
      .poll(async () => {
        expect(await send(newTraceId())).toBe(200);
        return lost().length;
      })
      .toBeGreaterThan(before);
  });

  test('that is gone fails no call', async () => {
    await collector.stop();
    expect(await send(newTraceId())).toBe(200);
    expect(await send(newTraceId(), 'tiff')).toBe(200);
    const { status } = await fetch(`${stack.base}/healthz`);
    expect(status).toBe(200);
  });
});
