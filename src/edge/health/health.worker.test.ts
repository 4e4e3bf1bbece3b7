/** What `/healthz` says when parts of the service do not answer. */
import { createExecutionContext } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { withPages } from '../../local/deployment/testing/pages-beside.ts';
import { createKey } from '../../money/keys/format.ts';
import { edgeMegapixels } from '../../pixels/pipeline/plan/edge-megapixels.ts';
import { app } from '../app.ts';

const secrets = { KEY_HASH_SECRET: 'secret', ADMIN_TOKEN: 'token', SUPPORT_EMAIL: 'help@example.com' };
const context = createExecutionContext();

/** Stores that can be written, or fail as a test wants. They count their calls. */
function stores() {
  const asked = { ledger: 0, directory: 0 };
  const failures: { ledger: Error | null; directory: Error | null } = { ledger: null, directory: null };
  const write = async (store: 'ledger' | 'directory') => {
    asked[store] += 1;
    const failure = failures[store];
    if (failure) throw failure;
  };
  const run = () => write('directory');
  const env = {
    LEDGERS: {
      getByName: () => ({ probe: () => write('ledger'), admit: () => write('ledger'), open: () => write('ledger') }),
    },
    DIRECTORY: { prepare: () => ({ bind: () => ({ run }) }) },
  };
  return { asked, failures, env };
}

const networks = { runtime: 'native', precisions: { 'isnet-general': 'int8' } };

/** What each host answers: a status, or nothing at all. */
async function healthWith(hosts: Readonly<Record<'inference' | 'lane', number | null>>, env: object = secrets) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const status = hosts[new URL(url).hostname as keyof typeof hosts];
    if (status === null) throw new Error('away');
    const { pathname } = new URL(url);
    return pathname === '/v2' ? Response.json({ name: 'ours', parameters: networks }) : new Response(null, { status });
  };
  const bindings = { INFERENCE: { fetch }, ...stores().env, ...env };
  const answer = await app.fetch(new Request('https://edge/healthz'), bindings, context);
  return { asked, answer, body: await answer.json<Record<string, unknown>>() };
}

test.each([
  [200, 200, 200, 'ready', ['ready', 'ready']],
  [200, 503, 200, 'degraded', ['ready', 'unavailable']],
  [200, null, 200, 'degraded', ['ready', 'unavailable']],
  [503, 200, 503, 'unavailable', ['unavailable', 'ready']],
  [204, 200, 503, 'unavailable', ['unavailable', 'ready']],
  [null, null, 503, 'unavailable', ['unavailable', 'unavailable']],
])('inference answers %j and the lane %j: %i, %s', async (inference, lane, code, status, [first, second]) => {
  const { answer, body, asked } = await healthWith({ inference, lane });
  expect(answer.status).toBe(code);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(body).toMatchObject({
    status,
    configuration: 'ready',
    ledger: 'ready',
    directory: 'ready',
    inference: first,
    image_lane: second,
    networks: inference === null ? null : networks,
  });
  expect(asked.map((url) => new URL(url).hostname).sort()).toEqual(['inference', 'inference', 'inference', 'lane']);
});

test.each([
  ['MATTE_MODEL', 404, 503, 'unavailable'],
  ['MATTE_MODELS', 404, 200, 'degraded'],
  // Of Triton.
  ['MATTE_MODEL', 400, 503, 'unavailable'],
])('a network of %s that inference does not have (%i) is said: %i, %s', async (variable, missing, code, status) => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
  const fetch = async (url: string) => new Response(null, { status: url.includes('/nope/') ? missing : 200 });
  const bindings = { INFERENCE: { fetch }, ...stores().env, ...secrets, [variable]: 'nope' };
  const answer = await app.fetch(new Request('https://edge/healthz'), bindings, context);
  expect(answer.status).toBe(code);
  expect(await answer.json()).toMatchObject({ status, configuration: 'incomplete, see the log', inference: 'ready' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'error',
      event: 'not-configured',
      cause: 'The inference service has no network nope (MATTE_MODEL, MATTE_MODELS)',
    },
  ]);
  vi.restoreAllMocks();
});

test.each([503, null])('a network that is not ready (%j) is no fault of the configuration', async (status) => {
  const fetch = async (url: string) => {
    if (url.includes('/models/') && status === null) throw new Error('away');
    return new Response(null, { status: url.includes('/models/') ? (status ?? 0) : 200 });
  };
  const bindings = { INFERENCE: { fetch }, ...stores().env, ...secrets };
  const answer = await app.fetch(new Request('https://edge/healthz'), bindings, context);
  expect(await answer.json()).toMatchObject({ status: 'ready', configuration: 'ready' });
});

test('memory and limits are those in force', async () => {
  const { body } = await healthWith({ inference: 200, lane: 200 }, { ...secrets, DRAIN_MS: '7' });
  const bytes = defaultLimits.isolateBudgetBytes;
  expect(body).toMatchObject({
    memory: { total_bytes: bytes, free_bytes: bytes, expired_leases: 0 },
    limits: { ...defaultLimits, drainMs: 7 },
    edge_megapixels: edgeMegapixels(defaultLimits),
  });
});

test('a deployment that is not set up says so, and what it would be', async () => {
  const { answer, body } = await healthWith({ inference: 200, lane: 200 }, { SUPPORT_EMAIL: '' });
  expect(answer.status).toBe(503);
  expect(body).toMatchObject({
    status: 'unavailable',
    configuration: 'incomplete, see the log',
    inference: 'ready',
    memory: null,
    limits: null,
    edge_megapixels: null,
  });
});

test.each([
  [200, 200, 'Everything works.'],
  [200, null, 'Large ones'],
  [null, 200, 'cannot be worked on now'],
])('/status says it in words: inference %j, lane %j', async (inference, lane, words) => {
  const fetch = async (url: string) => {
    const status = new URL(url).hostname === 'lane' ? lane : inference;
    if (status === null) throw new Error('away');
    return new Response(null, { status });
  };
  const statement = { run: async () => {}, all: async () => ({ results: [] }) };
  const DIRECTORY = { prepare: () => ({ bind: () => statement }) };
  const bindings: object = { INFERENCE: { fetch }, ...stores().env, DIRECTORY, ...secrets };
  const beside = withPages(bindings as Parameters<typeof withPages>[0], context);
  const answer = await app.fetch(new Request('https://edge/status'), beside, context);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain(words);
});

describe('ledgers and the directory', () => {
  const full = new Error('database or disk is full: SQLITE_FULL');
  const minuteMs = 60_000;

  let lines: object[];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    lines = [];
    vi.spyOn(console, 'error').mockImplementation((line) => lines.push(JSON.parse(line)));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A service whose isolate is asked again and again. */
  function service() {
    const { env, ...made } = stores();
    const fetch = async () => Response.json({ parameters: networks });
    const bindings = { INFERENCE: { fetch }, ...env, ...secrets };
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await app.fetch(new Request(`https://edge${path}`, init), bindings, context);
      return { code: answer.status, headers: answer.headers, body: await answer.json<Record<string, unknown>>() };
    };
    return { ...made, ask };
  }

  test.each(['ledger', 'directory'] as const)('%s: down and back by itself within a minute', async (store) => {
    const { ask, failures, asked } = service();
    expect(await ask('/healthz')).toMatchObject({ code: 200, body: { ledger: 'ready', directory: 'ready' } });
    failures[store] = full;
    vi.setSystemTime(Date.now() + minuteMs - 1);
    expect(await ask('/healthz')).toMatchObject({ code: 200 });
    expect(asked).toEqual({ ledger: 1, directory: 1 });
    vi.setSystemTime(Date.now() + 1);
    const down = { status: 'unavailable', ledger: 'ready', directory: 'ready', [store]: 'unavailable' };
    expect(await ask('/healthz')).toMatchObject({ code: 503, body: down });
    expect(lines).toMatchObject([{ event: 'store-unavailable', store, problem: 'disk full' }]);
    failures[store] = null;
    vi.setSystemTime(Date.now() + minuteMs);
    expect(await ask('/healthz')).toMatchObject({ code: 200, body: { status: 'ready' } });
    expect(asked).toEqual({ ledger: 3, directory: 3 });
  });

  test('are asked once for requests that come together', async () => {
    const { ask, asked } = service();
    const answers = await Promise.all([ask('/healthz'), ask('/healthz'), ask('/healthz')]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(asked).toEqual({ ledger: 1, directory: 1 });
  });

  test('that cannot be written make a failure of the admin API a 503; any other stays a 500', async () => {
    const { ask, failures } = service();
    const listing = () => ask('/admin/keys', { headers: { Authorization: 'Bearer token' } });
    // This directory cannot list anything.
    expect(await listing()).toMatchObject({ code: 500 });
    failures.directory = full;
    vi.setSystemTime(Date.now() + 1000);
    const refused = await listing();
    expect(refused.code).toBe(503);
    expect(refused.headers.get('X-Error-Code')).toBe('SERVICE_UNAVAILABLE');
    expect(refused.headers.get('Retry-After')).toBe('60');
  });

  test.each(['a call', 'a call of the admin API'])('%s that meets a full disk tells health at once', async (what) => {
    const { ask, failures } = service();
    expect(await ask('/healthz')).toMatchObject({ code: 200 });
    failures.ledger = new Error('wrote nothing', { cause: full });
    const admin = { method: 'POST', headers: { Authorization: 'Bearer token' }, body: '{"type":"test","credits":1}' };
    const balance = { headers: { 'X-API-Key': await createKey('test', secrets.KEY_HASH_SECRET) } };
    const met = what === 'a call' ? ask('/available-credit', balance) : ask('/admin/keys', admin);
    expect((await met).code).toBe(503);
    expect(await ask('/healthz')).toMatchObject({ code: 503, body: { ledger: 'unavailable', directory: 'ready' } });
    expect((await ask('/admin/keys', admin)).code).toBe(503);
  });

  test('a call that fails otherwise leaves the last answer as it is', async () => {
    const { ask, failures, asked } = service();
    await ask('/healthz');
    failures.ledger = new Error('unsound');
    const balance = { headers: { 'X-API-Key': await createKey('test', secrets.KEY_HASH_SECRET) } };
    expect((await ask('/available-credit', balance)).code).toBe(503);
    expect(await ask('/healthz')).toMatchObject({ code: 200 });
    expect(asked.ledger).toBe(2);
  });
});

test('version and commit are those that were given', async () => {
  const given = { ...secrets, SERVICE_VERSION: '0.2.0', SERVICE_COMMIT: 'b20604dc1234' };
  const { answer, body } = await healthWith({ inference: 200, lane: 200 }, given);
  expect(body).toMatchObject({ version: '0.2.0', commit: 'b20604dc1234' });
  expect(answer.headers.get('X-Service-Version')).toBe('0.2.0+b20604dc1234');
  const unknown = await healthWith({ inference: 200, lane: 200 });
  expect(unknown.body).toMatchObject({ version: null, commit: null });
  expect(unknown.answer.headers.has('X-Service-Version')).toBe(false);
});
