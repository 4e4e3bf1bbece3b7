import { describe, expect, it, vi } from 'vitest';
import { NetworkAbsent, NetworkFault, type Tensor } from '../../pixels/pipeline/networks/networks.ts';
import { Breaker } from './breaker.ts';
import { readRemainingMs } from './call-headers.ts';
import { type CachedDescription, createNetworksClient, type NetworksClientSettings } from './client.ts';
import { headerLengthName, messageHeaders } from './frame.ts';
import { decodeInferRequest, encodeInferResponse } from './message.ts';
import type { WireTensor } from './tensor.ts';

const image: Tensor = { name: 'image', datatype: 'UINT8', shape: [1, 1, 2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
const matte: WireTensor = { name: 'matte', datatype: 'UINT8', shape: [1, 1, 2], data: Uint8Array.of(2, 5) };

type Respond = (url: string, init: RequestInit) => Response | Promise<Response>;

const refusedConnection: Respond = () => Promise.reject(new TypeError('fetch failed'));
const unreachable =
  (status: number): Respond =>
  () =>
    new Response('{"error":"no"}', { status, headers: { 'X-Gateway-Error': 'unreachable' } });
const answer =
  (outputs: readonly WireTensor[], binary = true): Respond =>
  () => {
    const message = encodeInferResponse({ modelName: 'luma', outputs }, () => binary);
    return new Response(message.body, { headers: messageHeaders(message) });
  };
const status =
  (code: number, body: string, headers: Record<string, string> = {}): Respond =>
  () =>
    new Response(body, { status: code, headers });

function clientFor(responses: readonly Respond[], settings: Partial<NetworksClientSettings> = {}) {
  const rest = [...responses];
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    const respond = rest.shift();
    if (!respond) throw new Error('No more answers were prepared');
    return respond(url, init);
  });
  /** Behind an answer the memory of what was sent is free. */
  const sending = (url: string, { body, ...init }: RequestInit) =>
    fetch(url, { ...init, body: body instanceof Uint8Array ? body.slice() : body });
  const deadlineMs = Date.now() + 60_000;
  const client = createNetworksClient({ fetch: sending, baseUrl: 'http://inference/', deadlineMs, ...settings });
  return { client, fetch };
}

async function faultOf(work: Promise<unknown>): Promise<NetworkFault> {
  const fault = await work.then(
    () => new Error('nothing was thrown'),
    (cause: unknown) => cause,
  );
  expect(fault).toBeInstanceOf(NetworkFault);
  return fault as NetworkFault;
}

describe('infer', () => {
  it('posts the tensors as binary data and reads the outputs', async () => {
    const time = { now: () => 1_000_000, deadlineMs: 1_005_000 };
    const { client, fetch } = clientFor([answer([matte])], {
      token: 'secret',
      requestId: 'r-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      ...time,
    });
    expect(await client.infer('isnet/general', [image])).toEqual([matte]);
    const [url, init] = fetch.mock.calls[0];
    expect(url).toBe('http://inference/v2/models/isnet%2Fgeneral/infer');
    expect(init.method).toBe('POST');
    const headers = new Headers(init.headers);
    expect(headers.get('Authorization')).toBe('Bearer secret');
    expect(headers.get('X-Request-Id')).toBe('r-1');
    expect(headers.get('traceparent')).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    expect(headers.get('X-Deadline-Ms')).toBe('5000');
    const sent = decodeInferRequest(init.body as Uint8Array, headers.get(headerLengthName));
    expect(sent).toEqual({ id: 'r-1', inputs: [image], outputs: undefined, binaryOutput: true });
  });

  it('sends no token and no request id that it was not given', async () => {
    const { client, fetch } = clientFor([answer([matte])]);
    await client.infer('matte', [image]);
    const headers = new Headers(fetch.mock.calls[0][1].headers);
    expect([headers.get('Authorization'), headers.get('X-Request-Id')]).toEqual([null, null]);
  });

  it('reads plain JSON answers, of servers without the binary extension', async () => {
    const { client } = clientFor([answer([matte], false)]);
    expect(await client.infer('matte', [image])).toEqual([matte]);
  });

  it('does not send tensors whose data does not fit their shape', async () => {
    const { client, fetch } = clientFor([]);
    const fault = await faultOf(client.infer('matte', [{ ...image, shape: [1, 1, 1, 3] }]));
    expect(fault.kind).toBe('failed');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a connection error', () => {
  it.each([
    ['a refused connection', refusedConnection],
    ['502 of the gateway', unreachable(502)],
    ['504 of the gateway', unreachable(504)],
  ])('%s is tried once more', async (_, failure) => {
    const { client, fetch } = clientFor([failure, answer([matte])]);
    expect(await client.infer('matte', [image])).toEqual([matte]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is not tried a third time', async () => {
    const { client, fetch } = clientFor([refusedConnection, unreachable(502), answer([matte])]);
    expect(await faultOf(client.infer('matte', [image]))).toMatchObject({ kind: 'unavailable' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is not tried again once bytes were answered', async () => {
    const broken: Respond = () => {
      const body = new ReadableStream<Uint8Array>({
        type: 'bytes',
        start(controller) {
          controller.enqueue(Uint8Array.of(0x7b));
          controller.error(new Error('connection reset'));
        },
      });
      return new Response(body);
    };
    const { client, fetch } = clientFor([broken, answer([matte])]);
    expect(await faultOf(client.infer('matte', [image]))).toMatchObject({ kind: 'unavailable' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('opens a shared breaker, so that the next call fails fast', async () => {
    const breaker = new Breaker({ now: () => 1_000_000 });
    for (let call = 0; call < 3; call += 1) {
      const { client } = clientFor([refusedConnection, refusedConnection], { breaker });
      await faultOf(client.infer('matte', [image]));
    }
    const { client, fetch } = clientFor([answer([matte])], { breaker });
    const fault = await faultOf(client.infer('matte', [image]));
    expect(fault).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is tried once more also where it probes for a breaker that is open', async () => {
    let nowMs = 1_000_000;
    const breaker = new Breaker({ failures: 1, now: () => nowMs });
    breaker.fail();
    nowMs += 2000;
    const { client, fetch } = clientFor([refusedConnection, answer([matte])], { breaker });
    await client.infer('matte', [image]);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(breaker.admit()).toBe(true);
  });

  it('probes with all the calls that a request sends together', async () => {
    let nowMs = 1_000_000;
    const breaker = new Breaker({ failures: 1, now: () => nowMs });
    breaker.fail();
    nowMs += 2000;
    const { client } = clientFor([answer([matte]), answer([matte])], { breaker });
    await Promise.all([client.infer('matte', [image]), client.infer('matte', [image])]);
    // Another request is not let through beside a probe.
    breaker.fail();
    nowMs += 2000;
    const probe = clientFor([answer([matte])], { breaker }).client.infer('matte', [image]);
    const beside = await faultOf(clientFor([answer([matte])], { breaker }).client.infer('matte', [image]));
    expect(beside).toMatchObject({ kind: 'unavailable' });
    await probe;
  });

  it('is forgotten by the breaker after an answer, even a refusal', async () => {
    const breaker = new Breaker({ failures: 2 });
    await faultOf(clientFor([refusedConnection, status(503, '')], { breaker }).client.infer('matte', [image]));
    await faultOf(clientFor([refusedConnection, status(503, '')], { breaker }).client.infer('matte', [image]));
    expect(breaker.admit()).toBe(true);
  });
});

describe('a refusal', () => {
  it('of 503 may be tried again after its Retry-After', async () => {
    const { client, fetch } = clientFor([status(503, '{"error":"full"}', { 'Retry-After': '7' })]);
    const fault = await faultOf(client.infer('matte', [image]));
    expect(fault).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 7 });
    expect(fault.message).toContain('full');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['absent', {}, 2],
    ['a date', { 'Retry-After': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 2],
    ['zero', { 'Retry-After': '0' }, 1],
    ['absurd', { 'Retry-After': '999999999' }, 3600],
  ])('of 503 whose Retry-After is %s', async (_, headers: Record<string, string>, seconds) => {
    const { client } = clientFor([status(503, '', headers)]);
    expect((await faultOf(client.infer('matte', [image]))).retryAfterSeconds).toBe(seconds);
  });

  it.each([
    [400, '{"error":"bad shape"}', 'bad shape'],
    [401, '', '401'],
    [404, 'not json', '404'],
    [500, '{"error":5}', '500'],
    [502, '<html>', '502'],
    [302, '', '302'],
  ])('of %d is an internal failure', async (code, body, text) => {
    const { client, fetch } = clientFor([status(code, body)]);
    const fault = await faultOf(client.infer('matte', [image]));
    expect(fault.kind).toBe('failed');
    expect(fault instanceof NetworkAbsent).toBe(code === 404);
    expect(fault.message).toContain(text);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    [400, true],
    [401, false],
    [404, true],
    [500, false],
  ])('of %d to a question about a network says that there is none: %s', async (code, absent) => {
    const { client } = clientFor([status(code, '{"error":"Request for unknown model"}')]);
    const fault = await faultOf(client.describe('point-segmenter'));
    expect({ kind: fault.kind, absent: fault instanceof NetworkAbsent }).toEqual({ kind: 'failed', absent });
  });

  it.each<[string, Respond]>([
    ['no JSON', status(200, '<html>')],
    ['no outputs', status(200, '{"model_name":"m"}')],
    ['a header length beyond the body', status(200, '{}', { [headerLengthName]: '99' })],
    ['another datatype', answer([{ name: 'matte', datatype: 'INT32', shape: [1], data: new Uint8Array(4) }])],
    ['too many bytes', () => new Response(new Uint8Array(2000))],
  ])('of 200 with %s is an internal failure', async (_, respond) => {
    const { client } = clientFor([respond], { maxAnswerBytes: 1000 });
    const fault = await faultOf(client.infer('matte', [image]));
    expect(fault.kind).toBe('failed');
    expect(fault.message).toContain('malformed answer to /v2/models/matte/infer');
  });
});

describe('time', () => {
  const silence: Respond = (_, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  /** A deadline 20 ms from every reading of the clock, so that it never passes before the call is sent. */
  const soon = { now: () => 1_000_000, deadlineMs: 1_000_020 };

  it('ends a call at the deadline', async () => {
    const { client, fetch } = clientFor([silence, answer([matte])], soon);
    expect(await faultOf(client.infer('matte', [image]))).toMatchObject({ kind: 'unavailable' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is not spent on a call whose deadline has passed', async () => {
    const { client, fetch } = clientFor([answer([matte])], { deadlineMs: Date.now() - 1 });
    expect(await faultOf(client.infer('matte', [image]))).toMatchObject({ kind: 'unavailable' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('can be set nearer, by a share of the time that is left', async () => {
    const remaining = async (share?: number) => {
      const { client, fetch } = clientFor([answer([matte])], { now: () => 1_000_000, deadlineMs: 1_008_000 });
      await (share === undefined ? client : client.within?.(share))?.infer('matte', [image]);
      return readRemainingMs((name) => new Headers(fetch.mock.calls[0][1].headers).get(name));
    };
    expect([await remaining(), await remaining(0.5)]).toEqual([8000, 4000]);
  });

  it('ends an answer that does not end', async () => {
    const endless: Respond = () => new Response(new ReadableStream());
    const { client } = clientFor([endless], soon);
    expect(await faultOf(client.infer('matte', [image]))).toMatchObject({ kind: 'unavailable' });
  });

  it('ends with the caller, and does not count against the connection', async () => {
    const controller = new AbortController();
    const breaker = new Breaker({ failures: 1 });
    const { client, fetch } = clientFor([silence, answer([matte])], { signal: controller.signal, breaker });
    const work = client.infer('matte', [image]);
    controller.abort();
    expect((await faultOf(work)).message).toContain('cancelled');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(breaker.admit()).toBe(true);
  });
});

describe('describe', () => {
  const metadata = JSON.stringify({
    name: 'luma',
    versions: ['1'],
    platform: 'onnxruntime_onnx',
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 8, 8] }],
    parameters: {},
  });
  const description = {
    name: 'luma',
    inputs: [{ name: 'image', shape: [-1, 8, 8, 3] }],
    outputs: [{ name: 'matte', shape: [-1, 8, 8] }],
    passes: {},
  };

  it('reads the metadata', async () => {
    const { client, fetch } = clientFor([status(200, metadata)]);
    expect(await client.describe('matte')).toEqual(description);
    expect(fetch.mock.calls[0][0]).toBe('http://inference/v2/models/matte');
  });

  it('believes a shared map for 60 s', async () => {
    let nowMs = 1_000_000;
    const descriptions = new Map<string, CachedDescription>();
    const responses = [status(200, metadata), status(200, metadata)];
    const settings = { now: () => nowMs, descriptions, deadlineMs: 2_000_000 };
    const { client, fetch } = clientFor(responses, settings);
    await client.describe('matte');
    nowMs += 59_999;
    expect(await clientFor([], settings).client.describe('matte')).toEqual(description);
    expect(fetch).toHaveBeenCalledTimes(1);
    nowMs += 1;
    await client.describe('matte');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('keeps the shared map small', async () => {
    const descriptions = new Map<string, CachedDescription>();
    const { client } = clientFor(Array(70).fill(status(200, metadata)), { descriptions });
    for (let index = 0; index < 70; index += 1) await client.describe(`model-${index}`);
    expect(descriptions.size).toBe(64);
    expect(descriptions.has('model-69')).toBe(true);
  });

  it('remembers no failure', async () => {
    const descriptions = new Map<string, CachedDescription>();
    const { client } = clientFor([status(404, ''), status(200, '{}'), status(200, metadata)], { descriptions });
    expect((await faultOf(client.describe('matte'))).kind).toBe('failed');
    expect((await faultOf(client.describe('matte'))).message).toContain('malformed');
    expect(await client.describe('matte')).toEqual(description);
  });

  describe('of further passes', () => {
    const { parameters: _, ...bare } = JSON.parse(metadata) as Record<string, unknown>;
    const passes = {
      medium: { model: 'luma-6', whenUnknown: 0.25 },
      low: { model: 'luma-6', chooser: { model: 'pass-chooser', whenUnknown: 0.25 } },
      closeUp: { whenSmaller: 0.6, whenUnknown: 0.1 },
    };

    it('is read from the metadata', async () => {
      const parameters = {
        medium_pass: 'luma-6',
        medium_pass_when_unknown: 0.25,
        low_pass: 'luma-6',
        low_pass_chooser: 'pass-chooser',
        low_pass_chooser_when_unknown: 0.25,
        close_up_pass_when_smaller: 0.6,
        close_up_pass_when_unknown: 0.1,
      };
      const { client } = clientFor([status(200, JSON.stringify({ ...bare, parameters }))]);
      expect(await client.describe('matte')).toEqual({ ...description, passes });
    });

    it('is read from the configuration of Triton, which has no parameters in its metadata', async () => {
      const text = (value: string) => ({ string_value: value });
      const parameters = {
        medium_pass: text('luma-6'),
        medium_pass_when_unknown: text('0.25'),
        low_pass: text('luma-6'),
        low_pass_chooser: text('pass-chooser'),
        low_pass_chooser_when_unknown: text('0.25'),
        close_up_pass_when_smaller: text('0.6'),
        close_up_pass_when_unknown: text('0.1'),
      };
      const configuration = JSON.stringify({ name: 'luma', parameters });
      const { client, fetch } = clientFor([status(200, JSON.stringify(bare)), status(200, configuration)]);
      expect(await client.describe('matte')).toEqual({ ...description, passes });
      expect(fetch.mock.calls[1][0]).toBe('http://inference/v2/models/matte/config');
    });

    it.each<[string, Respond]>([
      ['no such path', status(404, '')],
      ['no parameters', status(200, '{}')],
      ['something else', status(200, '<html>')],
    ])('is none where another server has %s', async (_what, configuration) => {
      const { client } = clientFor([status(200, JSON.stringify(bare)), configuration]);
      expect(await client.describe('matte')).toEqual(description);
    });

    it('is not forgotten because a server is full', async () => {
      const { client } = clientFor([status(200, JSON.stringify(bare)), status(503, '')]);
      expect((await faultOf(client.describe('matte'))).kind).toBe('unavailable');
    });
  });
});
