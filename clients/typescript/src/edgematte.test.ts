/** Calls: requests, retries and answers. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Edgematte, type Try } from './edgematte.ts';
import { BrokenError, RefusedError } from './errors.ts';
import { encodeRgb } from './png.ts';

const address = 'https://api.example.org';
const photo = new Blob(['photo']);
const png = new Uint8Array(await (await encodeRgb({ width: 2, height: 1, data: new Uint8Array(6) })).arrayBuffer());
const rateHeaders = { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '29', 'X-RateLimit-Reset': '1800000000' };

const pictureAnswer = (headers: Record<string, string> = {}) =>
  new Response(png, { headers: { 'Content-Type': 'image/png', 'X-Request-Id': 'answered', ...headers } });
const jsonAnswer = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { detail: 'Because' },
    { status, headers: { 'X-Error-Code': code, 'X-Request-Id': 'refused', ...headers } },
  );

/** A service that gives these answers, one after the other and the last one for ever. */
function scripted(...answers: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  const tries: Try[] = [];
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    return answers[Math.min(requests.length, answers.length) - 1]();
  };
  const edgematte = new Edgematte({ address, key: 'test_key', fetch: send, onTry: (outcome) => tries.push(outcome) });
  return { edgematte, requests, tries };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** What a call ends with, while time passes as fast as it likes. */
async function outcomeOf<Answer>(
  call: Promise<Answer>,
): Promise<{ answer?: Answer; failure?: unknown; seconds: number }> {
  const from = Date.now();
  let ended: { answer?: Answer; failure?: unknown } | undefined;
  call.then(
    (answer) => (ended = { answer }),
    (failure) => (ended = { failure }),
  );
  // The runtime reads bodies in its own time.
  for (let turn = 0; !ended; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (turn % 20 === 19) await vi.advanceTimersByTimeAsync(250);
  }
  return { ...ended, seconds: (Date.now() - from) / 1000 };
}

describe('a request', () => {
  test.each([
    ['cutout', '/v1.0/image-without-background'],
    ['matte', '/v1.0/alpha-channel'],
    ['car', '/v1.0/car-image-without-background'],
  ] as const)('%s sends a form to %s', async (name, path) => {
    const { edgematte, requests } = scripted(() => pictureAnswer(rateHeaders));
    const { bytes, type, requestId, rate } = await edgematte[name](photo, { include_image_type: false } as object);
    expect(Buffer.from(bytes).equals(png)).toBe(true);
    expect({ type, requestId, rate }).toEqual({
      type: 'image/png',
      requestId: 'answered',
      rate: { limit: 30, remaining: 29, reset: 1_800_000_000 },
    });
    const [request] = requests;
    expect([request.method, request.url]).toEqual(['POST', address + path]);
    expect(request.headers.get('X-API-Key')).toBe('test_key');
    expect(request.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/);
    expect([...(await request.formData()).keys()]).toEqual(['include_image_type', 'file']);
  });

  test.each([
    ['cutoutBase64', '/v1.0/image-without-background-base64'],
    ['matteBase64', '/v1.0/alpha-channel-base64'],
    ['carBase64', '/v1.0/car-image-without-background-base64'],
    ['layers', '/v1.0/car-layers-base64'],
  ] as const)('%s sends JSON to %s', async (name, path) => {
    const { edgematte, requests } = scripted(() => jsonAnswer('{"shadow_type":"ai"}'));
    const { json } = await edgematte[name](photo, { shadow_type: 'ai' } as object);
    expect(json).toEqual({ shadow_type: 'ai' });
    expect(requests[0].url).toBe(address + path);
    expect(await requests[0].json()).toEqual({ image_base64: 'cGhvdG8=', shadow_type: 'ai' });
  });

  test('an answer has its uncertainty, where the service states it', async () => {
    const review = { 'X-Matte-Uncertainty': '0.812', 'X-Needs-Review': 'true' };
    const { edgematte } = scripted(
      () => pictureAnswer(review),
      () => pictureAnswer({ 'X-Matte-Uncertainty': '0.000', 'X-Needs-Review': 'false' }),
      () => pictureAnswer(),
    );
    expect((await edgematte.cutout(photo)).review).toEqual({ uncertainty: 0.812, needsReview: true });
    expect((await edgematte.open('matte', photo)).review).toEqual({ uncertainty: 0, needsReview: false });
    expect((await edgematte.car(photo)).review).toBeNull();
  });

  test('points are sent under the name of the call that they edit', async () => {
    const { edgematte, requests } = scripted(pictureAnswer);
    const call = { idempotencyKey: 'order 7' };
    await edgematte.matte(photo, {}, call);
    await edgematte.matte(photo, { keep_points: '812 340; 50% 40%', drop_points: undefined }, call);
    // @ts-expect-error A car has none.
    await edgematte.car(photo, { keep_points: '812 340' }, call);
    expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['order 7', 'order 7', 'order 7']);
    const form = await requests[1].formData();
    expect([...form.keys()]).toEqual(['keep_points', 'file']);
    expect(form.get('keep_points')).toBe('812 340; 50% 40%');
  });

  test('credit asks for the balance', async () => {
    const { edgematte, requests } = scripted(() => jsonAnswer('{"credit":3,"expiration_date":"2027-01-31 00:00:00"}'));
    expect((await edgematte.credit()).json.credit).toBe(3);
    expect([requests[0].method, requests[0].url]).toEqual(['GET', `${address}/available-credit`]);
    expect(requests[0].headers.has('Idempotency-Key')).toBe(false);
  });

  test('names are the caller’s where he gives them, and a server in front adds the key', async () => {
    const requests: Request[] = [];
    const edgematte = new Edgematte({
      address: `${address}/front/`,
      fetch: async (...given) => {
        requests.push(new Request(...given));
        return pictureAnswer();
      },
    });
    await edgematte.matte(photo, {}, { idempotencyKey: 'order 7', requestId: 'call-7' });
    const { url, headers } = requests[0];
    expect(url).toBe(`${address}/front/v1.0/alpha-channel`);
    expect([headers.get('Idempotency-Key'), headers.get('X-Request-Id')]).toEqual(['order 7', 'call-7']);
    expect(headers.has('X-API-Key')).toBe(false);
  });
});

describe('a failure that may pass', () => {
  const cut = () => new Response(png.subarray(0, 30), { headers: { 'Content-Type': 'image/png' } });
  test.each<[string, () => Response | Promise<Response>, number]>([
    ['429', () => refusal(429, 'RATE_LIMITED', { 'Retry-After': '45' }), 45],
    ['503', () => refusal(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '3' }), 3],
    ['503 while calls in work hold the last credits', () => refusal(503, 'CREDITS_HELD', { 'Retry-After': '5' }), 5],
    ['409 in progress', () => refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'Retry-After': '2' }), 2],
    ['500', () => refusal(500, 'INTERNAL_ERROR'), 0.5],
    ['a broken connection', () => Promise.reject(new TypeError('fetch failed')), 0.5],
    ['an answer without its end', cut, 0.5],
    ['an answer that is shorter than its Content-Length', () => pictureAnswer({ 'Content-Length': '9999' }), 0.5],
  ])('%s is tried again under the same name', async (_, failing, leastSeconds) => {
    const { edgematte, requests, tries } = scripted(failing, () => pictureAnswer());
    const { answer, seconds } = await outcomeOf(edgematte.cutout(photo));
    expect(answer?.bytes.length).toBe(png.length);
    expect(seconds).toBeGreaterThanOrEqual(leastSeconds);
    expect(seconds).toBeLessThanOrEqual(leastSeconds * 1.25 + 1);
    const names = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(names[1]);
    expect(tries.map(({ failure, waitSeconds }) => [failure !== null, waitSeconds !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('JSON that is cut is tried again', async () => {
    const { edgematte, requests } = scripted(
      () => jsonAnswer('{"alpha_base64":"iVBOR'),
      () => jsonAnswer('{"alpha_base64":"iVBO"}'),
    );
    const { answer } = await outcomeOf(edgematte.matteBase64(photo));
    expect(answer?.json.alpha_base64).toBe('iVBO');
    expect(requests).toHaveLength(2);
  });

  test('it is waited out for at least 90 seconds, and not for ever', async () => {
    const { edgematte, requests } = scripted(() => refusal(503, 'SERVICE_UNAVAILABLE'));
    const { failure, seconds } = await outcomeOf(edgematte.cutout(photo));
    expect(failure).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', requestId: 'refused' });
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThanOrEqual(185);
    expect(requests.length).toBeGreaterThanOrEqual(7);
  });

  test('silence is a broken connection, however long the upload lasts', async () => {
    const silent = (_: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    const edgematte = new Edgematte({ address, fetch: silent, retryForSeconds: 0 });
    const small = await outcomeOf(edgematte.cutout(photo));
    expect(small.failure).toBeInstanceOf(BrokenError);
    expect(small.seconds).toBeGreaterThanOrEqual(90);
    expect(small.seconds).toBeLessThan(95);
    const large = await outcomeOf(edgematte.cutout(new Uint8Array(10 * 1024 * 1024)));
    expect(large.seconds).toBeGreaterThanOrEqual(250);
  });
});

test.each([400, 401, 402, 403, 404, 413, 415, 422])('%d is a RefusedError at once', async (status) => {
  const { edgematte, requests } = scripted(() => refusal(status, 'A_CODE'));
  const failure = await edgematte.cutout(photo).catch((thrown) => thrown);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(failure).toMatchObject({ status, code: 'A_CODE', requestId: 'refused', body: { detail: 'Because' } });
  expect(failure.message).toBe(`${status} A_CODE: Because`);
  expect(requests).toHaveLength(1);
});

test.each([
  [{ detail: [{ msg: 'one' }, { msg: 'two' }] }, 'one; two'],
  [{ error: 'Too Many Requests', message: 'Slowly' }, 'Slowly'],
  [{ other: 1 }, '{"other":1}'],
])('the words of %j are %s', async (body, words) => {
  const edgematte = new Edgematte({ address, fetch: async () => Response.json(body, { status: 422 }) });
  await expect(edgematte.credit()).rejects.toThrow(`422 without a code: ${words}`);
});

test('HTML of a proxy is kept as text', async () => {
  const page = new Response('<h1>no</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  const edgematte = new Edgematte({ address, fetch: async () => page });
  await expect(edgematte.credit()).rejects.toMatchObject({ body: '<h1>no</h1>', code: '' });
});

describe('a caller who aborts gets his own reason', () => {
  const reason = new Error('changed my mind');

  test('before the call, in a wait, and while the answer is read', async () => {
    const early = scripted(() => pictureAnswer());
    await expect(early.edgematte.cutout(photo, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(early.requests).toHaveLength(0);

    const waiting = new AbortController();
    const full = scripted(() => refusal(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '50' }));
    const call = outcomeOf(full.edgematte.cutout(photo, {}, { signal: waiting.signal }));
    setTimeout(() => waiting.abort(reason), 2000);
    expect((await call).failure).toBe(reason);

    const reading = new AbortController();
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(png) });
    const edgematte = new Edgematte({
      address,
      fetch: async (_, init) => {
        const { signal } = init ?? {};
        const { readable, writable } = new TransformStream();
        endless.pipeTo(writable, { signal: signal ?? undefined }).catch(() => {});
        return new Response(readable);
      },
    });
    const slow = outcomeOf(edgematte.cutout(photo, {}, { signal: reading.signal }));
    setTimeout(() => reading.abort(reason), 2000);
    expect((await slow).failure).toBe(reason);
  });
});

test('a stream of the caller that fails ends the call with its own fault', async () => {
  const fault = new Error('the disk is gone');
  const failing = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(fault) });
  const edgematte = new Edgematte({
    address,
    fetch: async (...given) => {
      await new Request(...given).arrayBuffer();
      return pictureAnswer();
    },
  });
  await expect(edgematte.cutout(failing)).rejects.toBe(fault);
});

describe('an answer that is read as it comes', () => {
  test('is a stream of the picture', async () => {
    const { edgematte } = scripted(
      () => refusal(503, 'X'),
      () => pictureAnswer(),
    );
    const { answer } = await outcomeOf(edgematte.open('cutout', photo));
    expect(answer?.requestId).toBe('answered');
    expect(Buffer.from(await new Response(answer?.body).arrayBuffer()).equals(png)).toBe(true);
  });

  test('ends in an error where it is cut', async () => {
    const { edgematte } = scripted(
      () => new Response(png.subarray(0, 50), { headers: { 'Content-Type': 'image/png' } }),
    );
    const { body } = await edgematte.open('matte', photo);
    await expect(new Response(body).arrayBuffer()).rejects.toBeInstanceOf(BrokenError);
  });
});

describe('over a real connection', () => {
  beforeEach(() => void vi.useRealTimers());

  const broken: Record<string, (response: ServerResponse) => void> = {
    'a reset before the answer': (response) => response.destroy(),
    'a reset within a chunked answer': (response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      response.write(png.subarray(0, 30), () => response.destroy());
    },
    'fewer bytes than announced': (response) => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': png.length });
      response.write(png.subarray(0, 30), () => response.destroy());
    },
    'an end in time, but not of the PNG': (response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(png.subarray(0, 30));
    },
  };

  test.each(Object.entries(broken))('%s is tried again', async (_, misbehave) => {
    let calls = 0;
    const server = createServer(async (request, response) => {
      for await (const _piece of request);
      if (++calls === 1) return misbehave(response);
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const edgematte = new Edgematte({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const stream = new Blob(['photo']).stream();
    expect((await edgematte.cutout(stream)).bytes).toEqual(png);
    expect(calls).toBe(2);
    server.closeAllConnections();
    server.close();
  });
});
