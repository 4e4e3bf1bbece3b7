/** What every answer carries, whichever way a request takes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Admission } from '../contract/account.ts';
import { createKey } from '../money/keys/format.ts';
import { pagesApp } from '../pages/app.ts';
import { app } from './app.ts';
import { FakeLedger, form, png, rate } from './testing/call.ts';
import { ownContext } from './testing/context.ts';

const secrets = { KEY_HASH_SECRET: 'secret of the tests', ADMIN_TOKEN: 'token', SUPPORT_EMAIL: 'help@example.com' };
const credit: Admission = {
  outcome: 'credit',
  keyId: 'key_1',
  available: { credit: 7, expiresAtMs: Date.UTC(2050, 0, 2) },
  freePreviews: 0,
  rate,
};

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FormData | ReadableStream<Uint8Array>;
  readonly env?: Readonly<Record<string, unknown>>;
}

let key: string;
let ledger: FakeLedger;
/** Whether the last request has work that its answer does not wait for. */
let goesOnBehind = false;

beforeEach(async () => {
  key = await createKey('test', secrets.KEY_HASH_SECRET);
  ledger = new FakeLedger();
  ledger.admission = credit;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => vi.restoreAllMocks());

async function answerTo(path: string, { method = 'GET', headers = {}, body, env = {} }: Sent = {}) {
  const request = new Request(`https://edge${path}`, { method, headers: { 'X-API-Key': key, ...headers }, body });
  const { context, behind } = ownContext();
  const LEDGERS = { getByName: () => ledger };
  const PAGES = { fetch: async (asked: Request) => pagesApp.fetch(asked, { ...secrets, ...env }, context) };
  // The test itself waits for what goes on behind an answer, so it has a context of its own.
  const answer = await app.fetch(request, { LEDGERS, PAGES, ...secrets, ...env }, context);
  await Promise.all(behind);
  goesOnBehind = behind.length > 0;
  return answer;
}

test('an operation goes on to its end also where its client leaves', async () => {
  await answerTo('/available-credit');
  expect(goesOnBehind).toBe(true);
});

test('pages need no key', async () => {
  const answer = await answerTo('/openapi.json', { headers: { 'X-API-Key': '' } });
  expect(await answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://edge' }] });
  expect(ledger.asked).toEqual([]);
});

test('without pages their paths are 503, and calls go on', async () => {
  const PAGES = undefined;
  const answer = await answerTo('/openapi.json', { env: { PAGES } });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60']);
  expect((await answerTo('/available-credit', { env: { PAGES } })).status).toBe(200);
  expect((await answerTo('/v1.0/nowhere', { env: { PAGES }, headers: { Accept: 'text/html' } })).status).toBe(404);
});

describe('the admin API', () => {
  const parts = ['operators', 'accounts', 'account-acts', 'directory', 'ended-again', 'secrets', 'billing/reread'];

  test.each(parts)('asks for its token before the pages see a call: /admin/%s', async (part) => {
    const asked: string[] = [];
    const fetch = async ({ url }: Request) => {
      asked.push(url);
      return new Response('done');
    };
    const PAGES = { fetch };
    const sent = (token: string, changes: object = {}) =>
      answerTo(`/admin/${part}`, { headers: { Authorization: `Bearer ${token}` }, env: { PAGES, ...changes } });
    expect((await sent('another')).headers.get('X-Error-Code')).toBe('INVALID_ADMIN_TOKEN');
    expect((await sent('')).status).toBe(401);
    expect((await sent('token', { ADMIN_TOKEN: '' })).status).toBe(503);
    expect(asked).toEqual([]);
    expect(await (await sent('token')).text()).toBe('done');
    expect(asked).toEqual([`https://edge/admin/${part}`]);
  });

  test.each([
    ...['/%61dmin/secrets', '/%2561dmin/secrets', '/admin%2fsecrets', '/admin%252fsecrets', '//admin/secrets'],
    ...[
      '/ADMIN/secrets',
      '/docs/../admin/secrets',
      '/docs/%2e%2e/admin/secrets',
      '/admin/./secrets',
      '/admin//secrets',
    ],
    ...['/admin/secrets/', '/admin;/secrets', '/admin/secrets%00', '/admin\\secrets', '/v1.0/../admin/secrets'],
  ])('is behind its token however the path is written: %s', async (path) => {
    expect([401, 404]).toContain((await answerTo(path)).status);
  });
});

describe('while the deployment goes back to an earlier moment', () => {
  const RESTORING = 'on';

  test.each(['/', '/healthz', '/available-credit', '/docs', '/dashboard', '/v1.0/account', '/admin'])(
    '%s is 503, and nobody is asked',
    async (path) => {
      const asked = vi.fn();
      const answer = await answerTo(path, { env: { RESTORING, PAGES: { fetch: asked } } });
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60']);
      expect([asked.mock.calls, ledger.asked]).toEqual([[], []]);
    },
  );

  test('the admin API answers, that of the pages too', async () => {
    const PAGES = { fetch: async () => new Response('done') };
    const asked = (path: string, token = 'token') =>
      answerTo(path, { headers: { Authorization: `Bearer ${token}` }, env: { RESTORING, PAGES } });
    expect(await (await asked('/admin/recovery')).json()).toEqual({ restoring: true });
    expect((await asked('/admin/recovery', 'another')).status).toBe(401);
    expect(await (await asked('/admin/ended-again')).text()).toBe('done');
  });
});

const window = { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29', 'x-ratelimit-reset': '5' };

describe('an answer', () => {
  test('of 200 has the rate limit window and the time of each step', async () => {
    const answer = await answerTo('/available-credit');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ credit: 7, expiration_date: '2050-01-02 00:00:00' });
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({ ...window, 'cache-control': 'no-store' });
    expect(headers['server-timing']).toMatch(/^ledger;dur=\d+\.\d$/);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('of a refusal has the rate limit window, and no steps', async () => {
    ledger.admission = { outcome: 'rate-limited', keyId: 'key_1', retryAfterSeconds: 6.2, rate };
    const answer = await answerTo('/available-credit');
    expect(answer.status).toBe(429);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      ...window,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'retry-after': '7',
      'x-error-code': 'RATE_LIMITED',
    });
    expect(headers).not.toHaveProperty('server-timing');
    expect(headers).not.toHaveProperty('allow');
  });

  test('without a ledger says nothing of a window, and does not ask to come again', async () => {
    const headers = Object.fromEntries((await answerTo('/available-credit', { headers: { 'X-API-Key': '' } })).headers);
    expect(headers).toMatchObject({ 'x-error-code': 'INVALID_API_KEY' });
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
    expect(headers).not.toHaveProperty('retry-after');
  });

  test.each([
    ['', false],
    ['a', true],
    ['Az09._-', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['a b', false],
  ])('to the request %j keeps its id or makes one: %s', async (id, isKept) => {
    const answer = await answerTo('/available-credit', { headers: { 'X-Request-Id': id } });
    expect(answer.headers.get('X-Request-Id') === id).toBe(isKept);
    expect(answer.headers.get('X-Request-Id')).not.toBe('');
  });
});

describe('a page', () => {
  const headersAt = async (url: string) => (await pagesApp.fetch(new Request(url), secrets)).headers;

  test.each(['/sign-in', '/dashboard', '/operator'])('says that it is to be asked for by https: %s', async (path) => {
    const headers = await headersAt(`https://cutouts.example.org${path}`);
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test.each(['http://cutouts.example.org', 'https://127.0.0.1', 'https://localhost:8787', 'https://[::1]'])(
    'says no such thing at %s',
    async (origin) => {
      const headers = await headersAt(`${origin}/sign-in`);
      expect(headers.has('Content-Security-Policy')).toBe(true);
      expect(headers.has('Strict-Transport-Security')).toBe(false);
    },
  );

  test('gives away what no page uses', async () => {
    const headers = await headersAt('http://127.0.0.1/sign-in');
    for (const ability of ['camera', 'geolocation', 'microphone', 'payment', 'usb']) {
      expect(headers.get('Permissions-Policy')).toContain(`${ability}=()`);
    }
  });

  test('alone says so, and no answer to a call', async () => {
    expect((await answerTo('/available-credit')).headers.has('Strict-Transport-Security')).toBe(false);
  });
});

describe('a request that no operation takes', () => {
  test.each([
    ['GET', '/nowhere', 404, 'NOT_FOUND', null],
    ['POST', '/v1.0/nowhere', 404, 'NOT_FOUND', null],
    ['GET', '/v1.0/alpha-channel', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    ['PUT', '/v1.0/car-layers-base64', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    ['POST', '/available-credit', 405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
    ['POST', '/healthz', 405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
  ])('%s %s is answered with %i', async (method, path, status, code, allow) => {
    const answer = await answerTo(path, { method });
    expect(answer.status).toBe(status);
    expect([answer.headers.get('X-Error-Code'), answer.headers.get('Allow')]).toEqual([code, allow]);
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(ledger.asked).toEqual([]);
  });
});

describe('an unknown address', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

  test.each([
    ['/nowhere', browser],
    ['/v1.0/nowhere', browser],
    ['/playground/nowhere', browser],
    ['/scripts/nowhere.js', 'text/html'],
    ['/docs/guide/nowhere', 'text/*'],
  ])('%s is a page for who accepts %s', async (path, accept) => {
    const env = { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } };
    const answer = await answerTo(path, { headers: { Accept: accept }, env });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(answer.headers.get('X-Error-Code')).toBe('NOT_FOUND');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const text = await answer.text();
    expect(text).toContain('<h1>Not found</h1>');
    for (const path of ['/', '/docs/guide', '/docs']) expect(text).toContain(`<a href="${path}">`);
  });

  test.each([null, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0, */*', 'image/png'])(
    'is JSON for who accepts %s',
    async (accept) => {
      const answer = await answerTo('/nowhere', { headers: accept === null ? {} : { Accept: accept } });
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'application/json']);
      expect(await answer.json()).toEqual({ detail: 'Not Found' });
    },
  );

  test('is a page without a body for HEAD', async () => {
    const answer = await answerTo('/nowhere', { method: 'HEAD', headers: { Accept: browser } });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });
});

describe('an upload that is refused', () => {
  /** An upload, and whether it was read to its end. */
  function upload() {
    const { readable, writable } = new IdentityTransformStream();
    const write = async () => {
      const writer = writable.getWriter();
      for (let piece = 0; piece < 2; piece++) await writer.write(new Uint8Array(100_000));
      await writer.close();
    };
    const isRead = write().then(
      () => true,
      () => false,
    );
    return { body: readable, isRead };
  }

  test.each(['/v1.0/alpha-channel', '/nowhere'])('at %s is read to its end first', async (path) => {
    ledger.admission = { outcome: 'insufficient', keyId: 'key_1', rate };
    const { body, isRead } = upload();
    const answer = await answerTo(path, { method: 'POST', body });
    expect(answer.status).toBe(path === '/nowhere' ? 404 : 402);
    expect(await isRead).toBe(true);
  });

  test('over what may be thrown away is not', async () => {
    const { body, isRead } = upload();
    const answer = await answerTo('/nowhere', { method: 'POST', body, env: { DRAIN_BYTES: '1000' } });
    expect(answer.status).toBe(404);
    expect(await isRead).toBe(false);
  });
});

test('a deployment that is not set up refuses every call, and says when to come again', async () => {
  const sent = { method: 'POST', body: form(png(2, 2)), env: { KEY_HASH_SECRET: '' } };
  const answer = await answerTo('/v1.0/alpha-channel', sent);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60']);
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(ledger.asked).toEqual([]);
});
