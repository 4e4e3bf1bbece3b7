/** Pictures named by their address, with a made-up fetcher. */
import '../testing/streams.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { operationNamed } from '../../contract/operations.ts';
import { type Refusal, Refused } from '../../contract/refusals.ts';
import { createKey } from '../../money/keys/format.ts';
import type { FetchFailure, FetchOrder } from '../../wire/fetcher/protocol.ts';
import { type AdmissionPolicy, byApiKey } from '../admit/admission-policy.ts';
import type { Exchange } from '../exchange.ts';
import { processPicture } from '../process.ts';
import { removebgRefusalOf } from '../removebg/refuse.ts';
import { removebg } from '../removebg/service.ts';
import { serviceOf } from '../service.ts';
import { admitted, bmp, form, keyHashSecret, type MadeUpCall, makeCall } from '../testing/call.ts';
import { runOnImageLane } from '../testing/lanes.ts';
import { testAlone } from '../testing/process.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

testAlone();

const address = 'https://images.example.com/a.bmp';
const picture = bmp(2, 2);
const orders: FetchOrder[] = [];
const lines: string[] = [];
let answer: (signal: AbortSignal) => Response | Promise<Response>;

const fetcher = {
  async fetch(_url: string, { body, signal }: { body: string; signal: AbortSignal }) {
    orders.push(JSON.parse(body) as FetchOrder);
    return answer(signal);
  },
};
const failed = (failure: FetchFailure) => () => Response.json(failure, { status: 422 });
const open = { FETCHER: fetcher };

/** A body of those pieces, which then ends, breaks or stays open. */
function bodyOf(pieces: readonly Uint8Array<ArrayBuffer>[], then: 'ends' | 'breaks' | 'stays', onCancel = () => {}) {
  const left = [...pieces];
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const piece = left.shift();
      if (piece) return controller.enqueue(piece.slice());
      if (then === 'breaks') return controller.error(new Error('reset'));
      if (then === 'stays') return new Promise(() => {});
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: onCancel,
  });
}

beforeEach(() => {
  orders.length = 0;
  lines.length = 0;
  answer = () => new Response(picture);
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
});

function urlForm(text: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData();
  for (const [name, value] of Object.entries({ image_url: text, ...fields })) upload.append(name, value);
  return upload;
}

interface Ran {
  readonly status: number;
  readonly refused: Refusal | null;
  readonly asked: readonly string[];
  readonly exchange: Exchange;
}

/** Runs a call to its end. */
async function run(
  terms: MadeUpCall,
  name = 'alpha-channel' as const,
  policy: AdmissionPolicy = byApiKey,
): Promise<Ran> {
  const call = await makeCall({ env: open, ...terms, settings: { imageUrl: true, ...terms.settings } });
  const { exchange, body, ledger } = call;
  try {
    const answered = await processPicture(exchange, serviceOf(operationNamed(name)), body, policy);
    await answered.arrayBuffer();
    await call.over();
    return { status: answered.status, refused: null, asked: ledger.asked, exchange };
  } catch (failure) {
    await call.over();
    if (!(failure instanceof Refused)) throw failure;
    return { status: failure.refusal.status, refused: failure.refusal, asked: ledger.asked, exchange };
  }
}

async function codeOf(terms: MadeUpCall): Promise<string | undefined> {
  const { refused, asked } = await run(terms);
  // The hold is taken before the fetch, and given back with a refusal.
  expect(asked).toEqual(['admit alpha-channel null', 'release h']);
  return refused?.code;
}

describe('an address', () => {
  test('is fetched in place of the file, and the call is charged as any other', async () => {
    const { status, asked, exchange } = await run({ upload: urlForm(address, { include_image_type: 'false' }) });
    expect(status).toBe(200);
    expect(asked).toEqual(['admit alpha-channel null', 'settle h null']);
    expect(orders).toEqual([{ url: address, ownHosts: ['edge'] }]);
    const [, work] = runOnImageLane.mock.calls[0];
    expect(work.file).toEqual(picture);
    expect(work.task).toMatchObject({ kind: 'matte', imageType: false });
    expect(exchange.isFetched).toBe(true);
  });

  test('may be a member of JSON', async () => {
    const call = await makeCall({
      env: open,
      settings: { imageUrl: true },
      headers: { 'Content-Type': 'application/json' },
      upload: JSON.stringify({ image_url: address, image_base64: undefined }),
    });
    const service = serviceOf(operationNamed('alpha-channel-base64'));
    await (await processPicture(call.exchange, service, call.body, byApiKey)).text();
    await call.over();
    expect(orders).toHaveLength(1);
  });

  test('may be a field in the remove.bg compatibility API', async () => {
    const call = await makeCall({
      env: open,
      settings: { imageUrl: true },
      upload: urlForm(address, { size: 'full' }),
    });
    await (await processPicture(call.exchange, removebg, call.body, byApiKey)).arrayBuffer();
    await call.over();
    expect(orders).toHaveLength(1);
  });

  test('is fetched only once the rest of the request is right', async () => {
    expect(await codeOf({ upload: urlForm(address, { include_image_type: 'maybe' }) })).toBe('VALIDATION_ERROR');
    expect(orders).toEqual([]);
  });

  test('does not use up the time for work', async () => {
    const before = Date.now();
    answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return new Response(picture);
    };
    await run({ upload: urlForm(address), limits: { workMs: 10_000 } });
    expect(runOnImageLane.mock.calls[0][1].deadlineMs).toBeGreaterThanOrEqual(before + 10_000 + 190);
  });

  test('is no part of the fingerprint: a file of the same bytes is the same request', async () => {
    const headers = { 'Idempotency-Key': 'order 7' };
    const fetched = await run({ upload: urlForm(address), headers });
    const sent = await run({ upload: form(picture), headers });
    expect(fetched.asked[1]).toMatch(/^settle h [0-9a-f]{64}$/);
    expect(fetched.asked[1]).toBe(sent.asked[1]);
  });

  test('of a repeat is fetched again, and a picture that changed meanwhile is another request', async () => {
    const headers = { 'Idempotency-Key': 'order 7' };
    const call = await makeCall({ env: open, settings: { imageUrl: true }, headers, upload: urlForm(address) });
    call.ledger.admission = { ...admitted, remembered: 'a'.repeat(64) } as typeof admitted;
    const service = serviceOf(operationNamed('alpha-channel'));
    const failure = await processPicture(call.exchange, service, call.body, byApiKey).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ refusal: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(orders).toHaveLength(1);
    await call.over();
  });

  test('is in no log: its host is a hash, the same for the same host', async () => {
    await run({ upload: urlForm(address) });
    await run({ upload: urlForm('https://images.example.com/secret?token=1') });
    await run({ upload: urlForm('https://other.example.com/') });
    expect(lines.join('\n')).not.toMatch(/example\.com|secret|token/);
    const hosts = lines.map((line) => (JSON.parse(line) as { host: string }).host);
    expect(hosts).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), hosts[0], expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(hosts[2]).not.toBe(hosts[0]);
  });
});

describe('fetches of one caller from one host', () => {
  test('go on four at once; a fifth is asked for when one has ended, those of others at once', async () => {
    const key = await createKey('test', keyHashSecret);
    const ends: (() => void)[] = [];
    answer = () => new Promise((resolve) => ends.push(() => resolve(new Response(picture))));
    const calls = Array.from({ length: 5 }, (_, index) => run({ key, upload: urlForm(`${address}?${index}`) }));
    const asked = (count: number) => vi.waitFor(() => expect(orders).toHaveLength(count), { timeout: 30_000 });
    await asked(4);
    const others = [run({ key, upload: urlForm('https://other.example.com/') }), run({ upload: urlForm(address) })];
    await asked(6);
    ends[0]();
    await asked(7);
    expect(orders.map(({ url }) => url).sort()).toEqual([
      address,
      ...[0, 1, 2, 3, 4].map((index) => `${address}?${index}`),
      'https://other.example.com/',
    ]);
    for (const end of ends) end();
    expect((await Promise.all([...calls, ...others])).map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  test('that the fetcher refuses leave their places', async () => {
    const key = await createKey('test', keyHashSecret);
    answer = failed({ why: 'unreachable' });
    for (let call = 0; call < 6; call++) expect((await run({ key, upload: urlForm(address) })).status).toBe(422);
  });
});

describe('more than one source', () => {
  test.each([
    ['a file', form(picture, { image_url: address })],
    [
      'a file under its earlier name',
      (() => {
        const both = urlForm(address);
        both.append('image', new Blob([picture]), 'photo');
        return both;
      })(),
    ],
  ])('%s beside the address is refused', async (_what, upload) => {
    const { refused } = await run({ upload });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'image_url'] }] } });
    expect(orders).toEqual([]);
  });

  test('an empty field is none', async () => {
    expect((await run({ upload: form(picture, { image_url: '' }) })).status).toBe(200);
  });

  test('none at all is what it was', async () => {
    const { refused } = await run({ upload: urlForm('') });
    expect(refused?.body).toEqual({ detail: [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }] });
  });
});

describe('a refusal', () => {
  const upload = urlForm(address);

  test.each([
    ['http://127.0.0.1/a', {}],
    ['ftp://a.example/', {}],
    [`https://a.example/${'a'.repeat(3000)}`, {}],
    ['https://edge/own', {}],
    ['https://pages.example.org/own', { PUBLIC_URL: 'https://pages.example.org' }],
  ])('of %s is by the address alone', async (text, env) => {
    expect(await codeOf({ upload: urlForm(text), env: { ...open, ...env } })).toBe('IMAGE_URL_NOT_ALLOWED');
    expect(orders).toEqual([]);
  });

  test('of every address, where the deployment fetches none', async () => {
    expect(await codeOf({ upload, settings: { imageUrl: false } })).toBe('IMAGE_URL_NOT_ALLOWED');
  });

  test('of every address, for those who have no account', async () => {
    const { refused } = await run({ upload }, 'alpha-channel', { ...byApiKey, fetches: false });
    expect(refused?.code).toBe('IMAGE_URL_NOT_ALLOWED');
  });

  test.each<[FetchFailure, string]>([
    [{ why: 'not-allowed' }, 'IMAGE_URL_NOT_ALLOWED'],
    [{ why: 'unreachable' }, 'IMAGE_URL_UNREACHABLE'],
    [{ why: 'status', status: 404 }, 'IMAGE_URL_STATUS'],
  ])('%j', async (failure, code) => {
    answer = failed(failure);
    const { refused } = await run({ upload });
    expect(refused).toMatchObject({ code, status: 422, body: { detail: [{ loc: ['body', 'image_url'] }] } });
    if (failure.why === 'status') expect(JSON.stringify(refused?.body)).toContain('answered 404');
  });

  test('of what is too large ends the fetch', async () => {
    let isCancelled = false;
    answer = () =>
      new Response(bodyOf([new Uint8Array(4096), new Uint8Array(4096)], 'stays', () => (isCancelled = true)));
    expect(await codeOf({ upload, limits: { maxImageBytes: 5000 } })).toBe('IMAGE_URL_TOO_LARGE');
    expect(isCancelled).toBe(true);
  });

  test('for the compatibility API is larger before it is too large', async () => {
    answer = () => new Response(bodyOf([picture, new Uint8Array(6000)], 'ends'));
    const limits = { maxImageBytes: 5000, maxRemovebgImageBytes: 7000 };
    expect(await codeOf({ upload, limits })).toBe('IMAGE_URL_TOO_LARGE');
    const removebgCall = await makeCall({ env: open, upload, limits, settings: { imageUrl: true } });
    const answered = await processPicture(removebgCall.exchange, removebg, removebgCall.body, byApiKey);
    expect(answered.status).toBe(200);
    await answered.arrayBuffer();
    await removebgCall.over();
  });

  test('of a server that says nothing', async () => {
    let isAborted = false;
    answer = (signal) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return new Promise(() => {});
    };
    expect(await codeOf({ upload, limits: { fetchFirstByteMs: 100 } })).toBe('IMAGE_URL_TIMEOUT');
    expect(isAborted).toBe(true);
  });

  test.each([
    ['before its first byte', [], { fetchFirstByteMs: 100 }],
    ['after it', [picture], { uploadIdleMs: 100 }],
    ['all in all', [picture], { uploadTotalMs: 100 }],
  ])('of a server that stalls %s', async (_when, pieces, limits) => {
    answer = () => new Response(bodyOf(pieces, 'stays'));
    expect(await codeOf({ upload, limits })).toBe('IMAGE_URL_TIMEOUT');
  });

  test('of an answer that breaks off', async () => {
    answer = () => new Response(bodyOf([picture], 'breaks'));
    expect(await codeOf({ upload })).toBe('IMAGE_URL_UNREACHABLE');
  });

  test.each([
    ['is down', async () => Promise.reject(new Error('gone'))],
    ['has failed', () => new Response('oops', { status: 500 })],
  ])('where the fetcher %s is 503, of this call alone', async (_how, made) => {
    answer = made;
    expect(await run({ upload })).toMatchObject({ status: 503, refused: { retryAfterSeconds: 5 } });
    expect(await run({ upload: form(picture) })).toMatchObject({ status: 200 });
    expect(await run({ upload, env: {} })).toMatchObject({ status: 503 });
  });

  test('in the remove.bg compatibility API is in its words', () => {
    const refused = new Refused({
      code: 'IMAGE_URL_STATUS',
      status: 422,
      body: { detail: [{ loc: ['body', 'image_url'], msg: 'It answered 404', type: '' }] },
    });
    expect(removebgRefusalOf(refused, 'url', true, { requestId: 'r' })).toMatchObject({
      status: 400,
      code: 'IMAGE_URL_STATUS',
      body: { errors: [{ title: 'It answered 404', code: 'failed_image_download' }] },
    });
  });
});
