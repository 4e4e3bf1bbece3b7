/** What `/healthz` says when parts of the service do not answer. */
import { expect, test } from 'vitest';
import { defaultLimits } from '../contract/limits.ts';
import { app } from './app.ts';

const secrets = { KEY_HASH_SECRET: 'secret', ADMIN_TOKEN: 'token', SUPPORT_EMAIL: 'help@example.com' };
const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

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
  const answer = await app.fetch(new Request('https://edge/healthz'), { INFERENCE: { fetch }, ...env }, context);
  return { asked, answer, body: await answer.json<Record<string, unknown>>() };
}

test.each([
  [200, 200, 200, 'ready', 'ready', 'ready'],
  [200, 503, 200, 'degraded', 'ready', 'unavailable'],
  [200, null, 200, 'degraded', 'ready', 'unavailable'],
  [503, 200, 503, 'unavailable', 'unavailable', 'ready'],
  [204, 200, 503, 'unavailable', 'unavailable', 'ready'],
  [null, null, 503, 'unavailable', 'unavailable', 'unavailable'],
])('inference answers %j and the lane %j: %i, %s', async (inference, lane, code, status, first, second) => {
  const { answer, body, asked } = await healthWith({ inference, lane });
  expect(answer.status).toBe(code);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(body).toMatchObject({
    status,
    configuration: 'ready',
    inference: first,
    image_lane: second,
    networks: inference === null ? null : networks,
  });
  expect(asked.map((url) => new URL(url).hostname).sort()).toEqual(['inference', 'inference', 'lane']);
});

test('memory and limits are those in force', async () => {
  const { body } = await healthWith({ inference: 200, lane: 200 }, { ...secrets, MAX_PARTS: '7' });
  const bytes = defaultLimits.isolateBudgetBytes;
  expect(body).toMatchObject({
    memory: { total_bytes: bytes, free_bytes: bytes, expired_leases: 0 },
    limits: { ...defaultLimits, maxParts: 7 },
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
  const answer = await app.fetch(new Request('https://edge/status'), { INFERENCE: { fetch }, ...secrets }, context);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain(words);
});
