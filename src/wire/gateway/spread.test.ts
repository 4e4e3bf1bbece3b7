/** Several addresses, with a network that is the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OriginLine, Origins } from './origins.ts';
import { callOneOf, type SpreadTerms } from './spread.ts';

/** As the streams of the Workers runtime: what is written is over when it was read, and its buffer is free again. */
class Identity extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super(
      { transform: (piece, controller) => controller.enqueue(piece.slice()) },
      { highWaterMark: 0 },
      { highWaterMark: 0 },
    );
  }
}

/** What an address answers to a call; a thrown error is a connection that failed. */
type Answering = (request: Request) => Response | Promise<Response>;
const addresses = new Map<string, Answering>();
const ready = new Map<string, boolean>();
/** Addresses in the order in which calls came to them. */
let called: string[] = [];
let behind: Promise<unknown>[] = [];
let origins: Origins;
let lines: OriginLine[];
/** What an address says when it is asked whether it is ready. */
let probed: (origin: string, init: RequestInit) => Promise<Response>;
let bases: string[] = [];
const readyPath = '/v2/health/ready';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  bases = ['http://a', 'http://b'];
  lines = [];
  addresses.clear();
  ready.clear();
  called = [];
  behind = [];
  probed = async (origin) => new Response(null, { status: ready.get(origin) === false ? 503 : 200 });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(Math, 'random').mockReturnValue(0);
  origins = new Origins(bases, { random: () => Math.random(), log: (line) => lines.push(line) });
  vi.stubGlobal('FixedLengthStream', Identity);
  vi.stubGlobal('IdentityTransformStream', Identity);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { origin, pathname } = new URL(url);
    if (pathname === readyPath) return probed(origin, init);
    called.push(origin);
    return (addresses.get(origin) ?? (() => new Response('matte')))(
      new Request(url, { ...init, duplex: 'half' } as RequestInit),
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const terms = (): SpreadTerms => ({
  origins,
  readyPath,
  token: 't',
  send: (url, init) => fetch(url, init),
  waitUntil: (work) => void behind.push(work),
});

async function call(body?: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request('http://inference/v2/models/matte/infer?x=1', { method: 'POST', headers, body });
  const answer = await callOneOf(terms(), request);
  await Promise.all(behind.splice(0));
  return answer;
}

const refused: Answering = () => {
  throw new TypeError('connection refused');
};
const picture = new Uint8Array(1000);

test('a call goes on whole, with path, token and body', async () => {
  const seen: [string, string | null, number][] = [];
  addresses.set(bases[0], async (request) => {
    const { byteLength } = await request.arrayBuffer();
    seen.push([request.url, request.headers.get('Authorization'), byteLength]);
    return new Response('matte');
  });
  expect(await (await call(picture)).text()).toBe('matte');
  expect(seen).toEqual([[`${bases[0]}/v2/models/matte/infer?x=1`, 'Bearer t', 1000]]);
});

test('where all are out, one that answers is in again at once', async () => {
  for (const base of bases) {
    addresses.set(base, refused);
    ready.set(base, false);
  }
  expect([(await call()).status, (await call()).status]).toEqual([502, 502]);
  addresses.set(bases[0], () => new Response('matte'));
  expect((await call()).status).toBe(200);
  called = [];
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
  expect(called).toEqual([bases[0], bases[0]]);
});

test('calls that are on their way are spread', async () => {
  const open: ((answer: Response) => void)[] = [];
  const slow: Answering = () => new Promise((resolve) => open.push(resolve));
  for (const base of bases) addresses.set(base, slow);
  const calls = [call(), call(), call(), call()];
  expect(called).toEqual([bases[0], bases[1], bases[0], bases[1]]);
  for (const answer of open) answer(new Response('matte'));
  await Promise.all(calls);
});

test('calls with one picture of a caller go to one address, and to another once it fails', async () => {
  for (const word of ['3', '3', '2', '3']) await call(picture, { 'X-Affinity': word });
  expect(called).toEqual([bases[1], bases[1], bases[0], bases[1]]);
  addresses.set(bases[1], refused);
  ready.set(bases[1], false);
  expect((await call(picture, { 'X-Affinity': '3' })).status).toBe(502);
  expect((await call(picture, { 'X-Affinity': '3' })).status).toBe(200);
  expect(called.slice(4)).toEqual([bases[1], bases[0]]);
});

describe('an address that fails', () => {
  test('before it had the call says that nothing has run, and gets no more until it says that it is ready', async () => {
    addresses.set(bases[0], refused);
    ready.set(bases[0], false);
    const failed = await call(picture);
    expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
    for (let again = 0; again < 3; again++) expect((await call(picture)).status).toBe(200);
    expect(called).toEqual([bases[0], bases[1], bases[1], bases[1]]);
    addresses.delete(bases[0]);
    vi.setSystemTime(Date.now() + 1000);
    await call();
    ready.set(bases[0], true);
    await call();
    expect(called.slice(4)).toEqual([bases[1], bases[1]]);
    vi.setSystemTime(Date.now() + 1000);
    await call();
    await call();
    expect(called.slice(6)).toEqual([bases[1], bases[0]]);
  });

  test('with the whole call may have run it: nobody else does', async () => {
    addresses.set(bases[0], async (request) => {
      await request.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 0));
      throw new TypeError('connection lost');
    });
    const lost = await call(picture);
    expect([lost.status, lost.headers.get('X-Gateway-Error'), lost.headers.get('Retry-After')]).toEqual([
      503,
      null,
      '1',
    ]);
    expect((await call(picture)).status).toBe(200);
    expect(called).toEqual(bases);
  });
});

test('a caller that goes away puts no address out', async () => {
  const leaving = new AbortController();
  addresses.set(bases[0], () => {
    leaving.abort();
    throw new DOMException('The caller is gone', 'AbortError');
  });
  const request = new Request('http://inference/v2/models/matte/infer', { method: 'POST', signal: leaving.signal });
  await expect(callOneOf(terms(), request)).rejects.toThrow('The caller is gone');
  addresses.clear();
  await call();
  expect(called).toEqual([bases[0], bases[0]]);
});

describe('an address that is asked whether it is ready', () => {
  test.each([
    ['cannot be reached', () => Promise.reject(new TypeError('connection refused'))],
    ['answers anything but 200', async () => new Response(null, { status: 204 })],
  ])('and %s gets no more calls', async (_, answering) => {
    probed = async (origin) => (origin === bases[0] ? answering() : new Response());
    await call();
    await call();
    expect(called).toEqual([bases[0], bases[1]]);
  });

  test('has two seconds to answer', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    probed = (origin, { signal }) =>
      origin === bases[1]
        ? Promise.resolve(new Response())
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const first = call();
    await vi.waitFor(() => expect(called).toEqual([bases[0]]));
    expect(timeout.mock.calls).toEqual([[2000], [2000]]);
    patience.abort();
    await first;
    await call();
    expect(called).toEqual([bases[0], bases[1]]);
  });

  test('answers for what it was asked, and nothing else', async () => {
    probed = async () => new Response(null, { status: 503 });
    addresses.set(bases[0], refused);
    await call();
    addresses.clear();
    called = [];
    const lane = { ...terms(), origins: new Origins(bases), readyPath: '/lane/v1/ready' };
    await callOneOf(lane, new Request('http://inference/lane/v1/resize'));
    expect(called.filter((origin) => origin === bases[1])).toHaveLength(1);
    expect((await callOneOf(lane, new Request('http://inference/lane/v1/resize'))).status).toBe(200);
  });
});

test.each([
  [499, 'is in again'],
  [500, 'stays out'],
])('where all are out, one that answers %d %s', async (status, _what) => {
  for (const base of bases) {
    addresses.set(base, refused);
    ready.set(base, false);
  }
  for (const _base of bases) await call();
  addresses.set(bases[0], () => new Response(null, { status }));
  addresses.set(bases[1], () => new Response(null, { status: 500 }));
  // A failure of the service is never a 500.
  expect((await call()).status).toBe(status < 500 ? status : 503);
  called = [];
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  await call();
  expect(called).toEqual([status < 500 ? bases[0] : bases[1]]);
});

describe('an address that drains', () => {
  test('gets no new call once it says that it is not ready', async () => {
    ready.set(bases[0], false);
    await call();
    await call();
    await call();
    expect(called).toEqual([bases[0], bases[1], bases[1]]);
  });

  test('and refuses a call untouched lets another address have it', async () => {
    addresses.set(bases[0], () => new Response('ending', { status: 503, headers: { 'X-Not-Taken': 'ending' } }));
    ready.set(bases[0], false);
    const failed = await call(picture);
    expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
    expect((await call(picture)).status).toBe(200);
    expect(called).toEqual(bases);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('It is ending'));
  });
});

test('of an answer that is not handed on nothing is read', async () => {
  let cancelled = 0;
  const endless = () => new ReadableStream({ cancel: () => void cancelled++ });
  probed = async () => new Response(endless(), { status: 503 });
  addresses.set(bases[0], () => new Response(endless(), { status: 503, headers: { 'X-Not-Taken': 'ending' } }));
  expect((await call()).status).toBe(502);
  expect(cancelled).toBe(3);
});

test('any other answer is handed on, whatever it says', async () => {
  addresses.set(bases[0], () => new Response('full', { status: 503, headers: { 'Retry-After': '4' } }));
  const handed = await call(picture);
  expect([handed.status, handed.headers.get('Retry-After'), await handed.text()]).toEqual([503, '4', 'full']);
  await call();
  expect(called).toEqual([bases[0], bases[0]]);
});

test('where all are out somebody tries all the same', async () => {
  for (const base of bases) {
    addresses.set(base, refused);
    ready.set(base, false);
  }
  for (let again = 0; again < 3; again++) expect((await call()).status).toBe(502);
  for (const base of bases) addresses.delete(base);
  expect((await call()).status).toBe(200);
});

describe('an address with another token', () => {
  const denied = (status: number) => () => new Response('no', { status, headers: { 'WWW-Authenticate': 'Bearer' } });

  test.each([401, 403])(
    'that answers %d took no call, whatever was sent: the caller may send it again',
    async (status) => {
      addresses.set(bases[0], async (request) => {
        await request.arrayBuffer();
        return denied(status)();
      });
      ready.set(bases[1], true);
      const failed = await call(picture, { 'X-Request-Id': 'r-1' });
      expect([failed.status, failed.headers.get('X-Gateway-Error')]).toEqual([502, 'unreachable']);
      expect(failed.headers.has('WWW-Authenticate')).toBe(false);
      for (let again = 0; again < 7; again++) expect((await call(picture)).status).toBe(200);
      expect(called).toEqual([bases[0], ...Array(7).fill(bases[1])]);
      expect(lines).toEqual([
        {
          ...{ level: 'error', event: 'origin-out', base: bases[0], reason: 'token' },
          ...{ cause: 'It refuses INFERENCE_TOKEN', requestId: 'r-1' },
        },
      ]);
      expect(origins.all.map(({ outs }) => outs.token)).toEqual([1, 0]);
    },
  );

  test('is found by its readiness, which is asked with the token', async () => {
    const shown: unknown[] = [];
    probed = async (origin, { headers }) => {
      shown.push(new Headers(headers).get('Authorization'));
      return origin === bases[0] ? denied(401)() : new Response();
    };
    await call();
    called = [];
    for (let again = 0; again < 4; again++) await call();
    expect(shown).toEqual(['Bearer t', 'Bearer t']);
    expect(called).toEqual(Array(4).fill(bases[1]));
  });

  test('that fails fast gets nothing of many calls at once beyond the first', async () => {
    addresses.set(bases[0], denied(401));
    const open: (() => void)[] = [];
    addresses.set(bases[1], () => new Promise((resolve) => open.push(() => resolve(new Response('matte')))));
    expect((await call(picture)).status).toBe(502);
    const slow = Array.from({ length: 8 }, () => call(picture));
    await vi.waitFor(() => expect(open).toHaveLength(8));
    for (const answer of open) answer();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

test('a question goes on to the next address, as long as one is left', async () => {
  const ask = () => callOneOf(terms(), new Request('http://inference/v2'));
  addresses.set(bases[0], () => new Response('no', { status: 401 }));
  const answered = await ask();
  expect([answered.status, await answered.text(), called]).toEqual([200, 'matte', bases]);
  addresses.set(bases[1], refused);
  called = [];
  const failed = await ask();
  expect([failed.status, failed.headers.get('X-Gateway-Error'), called.length]).toEqual([502, 'unreachable', 2]);
});

describe('an address that answers with failures', () => {
  const failing = (status = 500, headers: Record<string, string> = {}) => {
    addresses.set(bases[0], () => new Response('no', { status, headers }));
  };
  let pictures = 0;
  /** One call to the first address; without a name of its own one of another picture. */
  const callFirst = (names: Record<string, string> = {}) => {
    pictures += 1;
    const own = { 'X-Request-Id': `call-${pictures}`, 'X-Picture': pictures.toString(16) };
    return call(picture, { 'X-Affinity': '0', ...own, ...names });
  };
  const callSecond = () => call(picture, { 'X-Affinity': '1' });

  test.each([
    [500, {}],
    [502, {}],
    [503, {}],
    [503, { 'Retry-After': '2', 'X-Work-Lost': 'true' }],
  ])(
    'of %d with %j is out after three different calls while another answers 200, each a 503',
    async (status, headers) => {
      failing(status, headers as Record<string, string>);
      await callSecond();
      for (let again = 0; again < 3; again++) {
        const failed = await callFirst();
        expect([failed.status, failed.headers.get('X-Gateway-Error'), await failed.text()]).toEqual([503, null, 'no']);
      }
      called = [];
      expect((await callFirst()).status).toBe(200);
      expect(called).toEqual([bases[1]]);
      expect(lines).toMatchObject([{ level: 'error', event: 'origin-out', base: bases[0], reason: 'failing' }]);
    },
  );

  test('stays in while it is full: it is well', async () => {
    failing(503, { 'Retry-After': '4' });
    await callSecond();
    for (let again = 0; again < 9; again++) expect((await callFirst()).status).toBe(503);
    expect([called.filter((base) => base === bases[0]).length, lines]).toEqual([9, []]);
  });

  test.each(['X-Request-Id', 'X-Picture'])('stays in where all calls have one %s', async (name) => {
    failing();
    await callSecond();
    for (let again = 0; again < 9; again++) await callFirst({ [name]: 'a1' });
    expect(called.filter((base) => base === bases[0])).toHaveLength(9);
  });

  test('stays in where no other answered', async () => {
    failing();
    for (let again = 0; again < 9; again++) await callFirst();
    expect(called).toEqual(Array(9).fill(bases[0]));
  });

  test('of questions without a body stays in', async () => {
    failing();
    await callSecond();
    for (let again = 0; again < 9; again++) await call(undefined, { 'X-Affinity': '0', 'X-Request-Id': `${again}` });
    expect(called.filter((base) => base === bases[0])).toHaveLength(9);
  });
});
