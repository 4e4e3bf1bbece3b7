/** The line of each call: what it says, and that nothing of a picture, a key, an address or a name that a caller chose is in it. */
import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKey, walletOf } from '../../money/keys/format.ts';
import { app } from '../app.ts';
import { RequestResources } from '../request-resources.ts';
import { admitted, bmp, FakeLedger, form, makeCall, rate } from '../testing/call.ts';
import { noteCall } from './call-line.ts';
import { begin, send } from './send.ts';

const secret = 'secret of the tests';
const marker = 'marker-4711';
const address = '203.0.113.77';
const trace = '0af7651916cd43dd8448eb211c80319c';

type Line = Record<string, unknown> & { readonly event: string };

let lines: Line[];
let key: string;
let ledger: FakeLedger;
beforeEach(async () => {
  key = await createKey('live', secret);
  ledger = new FakeLedger();
  lines = [];
  const keep = (line: unknown) => void lines.push(JSON.parse(String(line)));
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
});
afterEach(() => void vi.restoreAllMocks());

async function call(path: string, body?: FormData | string, more: Readonly<Record<string, string>> = {}) {
  const headers = {
    'X-API-Key': key,
    'X-Request-Id': 'r-1',
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
    'X-Client-Address': address,
    'User-Agent': marker,
    ...more,
  };
  const request = new Request(`https://edge${path}`, { method: body ? 'POST' : 'GET', headers, body });
  const behind: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => behind.push(work), passThroughOnException: () => {} };
  const bindings = {
    ...env,
    ...{ KEY_HASH_SECRET: secret, SUPPORT_EMAIL: 'help@example.com', TRUSTED_ADDRESS_HEADER: 'X-Client-Address' },
    LEDGERS: { getByName: () => ledger },
    USAGE: undefined,
  };
  const answer = await app.fetch(request, bindings, context as unknown as ExecutionContext);
  const bytes = (await answer.arrayBuffer()).byteLength;
  for (let ended = 0; ended < behind.length; ended++) await behind[ended];
  return { status: answer.status, bytes };
}

const of = (event: string) => lines.filter((line) => line.event === event);

describe('a call', () => {
  test('leaves one line with all that is known of it', async () => {
    ledger.admission = {
      outcome: 'credit',
      keyId: 'key_1',
      available: { credit: 7, expiresAtMs: Date.UTC(2050, 0, 2) },
      freePreviews: 0,
      rate,
    };
    const { bytes } = await call('/available-credit?a=b');
    expect(of('call')).toEqual([
      {
        ...{ level: 'info', event: 'call', requestId: 'r-1', traceId: trace },
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        ...{ wallet: walletOf(key as never), keyId: 'key_1', operation: 'available-credit', status: 200, credits: 0 },
        ...{ bytesIn: 0, bytesOut: bytes, milliseconds: expect.any(Number), steps: { ledger: expect.any(Number) } },
        address: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    ]);
  });

  test('that is refused says why, and what of the picture was read', async () => {
    const { status, bytes } = await call('/v1.0/alpha-channel', form(bmp(3000, 2000)));
    expect(status).toBe(503);
    expect(of('call')).toMatchObject([
      {
        ...{ operation: 'alpha-channel', status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0, lane: 'image' },
        ...{ megapixels: 6, bytesOut: bytes, keyId: 'key_1' },
        steps: { ledger: expect.any(Number), receive: expect.any(Number), 'image-lane': expect.any(Number) },
      },
    ]);
    expect(of('call')[0].bytesIn).toBeGreaterThan(54);
  });

  test('that fails with an unknown fault has its line too', async () => {
    ledger.admission = { ...admitted, outcome: 'no such outcome' } as never;
    expect((await call('/v1.0/alpha-channel', form(bmp(3, 2)))).status).toBe(500);
    expect(of('call')).toMatchObject([{ status: 500, errorCode: 'INTERNAL_ERROR', requestId: 'r-1' }]);
  });

  test.each<[name: string, pieces: number, reads: number, seen: object]>([
    ['read to its end', 2, 9, { credits: 1, bytesOut: 6 }],
    ['left by its client after the first piece', 2, 1, { credits: 1, bytesOut: 3, end: 'left' }],
  ])('whose answer is %s says what it cost and how it ended', async (_, pieces, reads, seen) => {
    const made = await makeCall();
    made.exchange.price = 1;
    const resources = new RequestResources(new AbortController().signal, 'r');
    let left = pieces;
    const body = new ReadableStream<Uint8Array>(
      { pull: (to) => (left-- > 0 ? to.enqueue(new Uint8Array(3)) : to.close()) },
      { highWaterMark: 0 },
    );
    const { Hold } = await import('../admit/hold.ts');
    const hold = new Hold(made.ledger, { id: 'h', remembered: null, requestId: 'r', leaseMs: 60_000 });
    const answer = send(made.exchange, await begin({ headers: {}, body }, resources), { hold, call: null, resources });
    noteCall(made.exchange, { status: 200, errorCode: null, bytes: 0 });
    const reader = answer.body?.getReader();
    for (let read = 0; read < reads; read++) if ((await reader?.read())?.done) break;
    if (reads === 1) await reader?.cancel();
    await made.over();
    await vi.waitFor(() => expect(of('call')).toMatchObject([{ status: 200, ...seen }]));
  });
});

test('guessed keys and paths have one line a minute and network, with their count; a known key has its own', async () => {
  for (let times = 0; times < 5; times++) {
    await call('/available-credit', undefined, { 'X-API-Key': `live_${marker}` });
    await call(`/${marker}`);
  }
  await call('/v1.0/alpha-channel', form(bmp(3, 2)), { 'Content-Type': marker });
  expect(of('calls-refused').map(({ status, calls }) => [status, calls])).toEqual([
    [401, 1],
    [404, 1],
  ]);
  expect(of('call')).toHaveLength(1);
});

test('no line of a mixed run holds a photo, a key, an address, or what a caller wrote', async () => {
  const picture = new Uint8Array([...bmp(30, 20), ...new TextEncoder().encode(marker)]);
  const named = new FormData();
  named.append('file', new Blob([picture], { type: `image/${marker}` }), `${marker}.png`);
  named.append(marker, marker);
  named.append('crop', marker);
  await call(`/v1.0/image-without-background?${marker}=${marker}`, named, { 'Idempotency-Key': marker });
  await call('/v1.0/image-without-background', form(picture));
  const image = btoa(`${String.fromCharCode(...bmp(30, 20))}${marker}`);
  const json = { 'Content-Type': 'application/json' };
  const imageUrl = `https://${marker}.example/${marker}.jpg`;
  await call('/v1.0/alpha-channel-base64', JSON.stringify({ image_base64: image, filename: marker }), json);
  await call('/v1.0/alpha-channel-base64', JSON.stringify({ image_url: imageUrl }), json);
  await call('/v1.0/alpha-channel-base64', marker, json);
  ledger.admission = { outcome: 'rate-limited', keyId: 'key_1', retryAfterSeconds: 6, rate };
  await call('/v1.0/removebg', form(picture));
  ledger.admission = { outcome: 'unknown' };
  await call('/v1.0/removebg', form(picture));
  await call(`/v1.0/${marker}`, marker);
  expect(of('call').map(({ status }) => status)).toEqual([422, 503, 503, 503, 400, 429]);
  const text = JSON.stringify(lines);
  for (const secretText of [marker, key, key.slice(15), address, btoa(marker).slice(0, 12)]) {
    expect(text).not.toContain(secretText);
  }
  // Those of a day are known by one name.
  expect(new Set(of('call').map((line) => line.address)).size).toBe(1);
});
