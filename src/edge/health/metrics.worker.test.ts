/** Who may read `/metrics`, and what it has of the gateway. */
import { abortAllDurableObjects, env as bindings, createExecutionContext } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { credits, sampleOf } from '../../money/counts/metrics.ts';
import { storeName } from '../../money/counts/store.ts';
import { createKey } from '../../money/keys/format.ts';
import { app } from '../app.ts';
import { FakeLedger, rate } from '../testing/call.ts';

const { DIRECTORY, COUNTS } = bindings;
const context = createExecutionContext();
const secrets = { KEY_HASH_SECRET: 'secret', ADMIN_TOKEN: 'token', SUPPORT_EMAIL: 'help@example.com' };

function ask(
  authorization: string | null,
  env: object,
  gateway: () => Promise<Response> = async () => new Response('a 1\n'),
) {
  const asked: string[] = [];
  const fetch = (url: string) => {
    asked.push(url);
    return gateway();
  };
  const headers = new Headers(authorization === null ? {} : { Authorization: authorization });
  const request = new Request('https://edge/metrics', { headers });
  const answer = app.fetch(request, { DIRECTORY, COUNTS, INFERENCE: { fetch }, ...secrets, ...env }, context);
  return { asked, answer };
}

test('without METRICS_TOKEN there is no such page, whatever is shown', async () => {
  for (const shown of [null, 'Bearer token', 'Bearer ']) {
    const { asked, answer } = ask(shown, {});
    expect((await answer).status).toBe(404);
    expect(asked).toEqual([]);
  }
});

test.each([null, 'Bearer token', 'Basic metrics', 'Bearer metric'])('%j is refused', async (shown) => {
  const { asked, answer } = ask(shown, { METRICS_TOKEN: 'metrics' });
  const refused = await answer;
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  expect(asked).toEqual([]);
});

test('METRICS_TOKEN opens it: the addresses are those that the gateway says', async () => {
  const { asked, answer } = ask('Bearer metrics', { METRICS_TOKEN: 'metrics' });
  const opened = await answer;
  expect([opened.status, opened.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(await opened.text()).toMatch(
    /^# HELP edgematte_gateway_up .*\n# TYPE .*\nedgematte_gateway_up 1\na 1\n# HELP/,
  );
  expect(asked).toEqual(['http://inference/gateway/v1/metrics']);
});

test.each([
  ['answers otherwise', async () => new Response('no', { status: 404 })],
  ['does not answer', () => Promise.reject(new Error('away'))],
])('a gateway that %s is down there, and the page is 200', async (_, gateway) => {
  const opened = await ask('Bearer metrics', { METRICS_TOKEN: 'metrics' }, gateway).answer;
  expect(await opened.text()).toMatch(/\nedgematte_gateway_up 0\n/);
});

describe('counts of the deployment', () => {
  const read = async (env: object = {}) => {
    const text = await (await ask('Bearer metrics', { METRICS_TOKEN: 'metrics', ...env }).answer).text();
    const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
    return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };

  test('are there before the first of a kind, and are kept where isolates end', async () => {
    const before = await read();
    expect(before.get('edgematte_edge_counts_up')).toBe(1);
    for (const sample of [
      'edgematte_edge_calls_total{operation="alpha-channel",status="503"}',
      'edgematte_edge_refusals_total{code="CREDITS_HELD"}',
      'edgematte_edge_step_seconds_count{step="fetch"}',
    ]) {
      expect([sample, before.get(sample)]).toEqual([sample, expect.any(Number)]);
    }
    await COUNTS.getByName(storeName).add({ [sampleOf(credits.name, {})]: 3 });
    await abortAllDurableObjects();
    const after = await read();
    expect(after.get('edgematte_edge_credits_charged_total')).toBe(3 + (before.get(credits.name) ?? 0));
  });

  test('have every call by operation and status, its refusal and its steps', async () => {
    const before = await read();
    const call = (path: string, key: string) =>
      app.fetch(
        new Request(`https://edge${path}`, { headers: { 'X-API-Key': key } }),
        { ...bindings, ...secrets, LEDGERS: { getByName: () => ledger } },
        createExecutionContext(),
      );
    const ledger = new FakeLedger();
    ledger.admission = {
      outcome: 'credit',
      keyId: 'key_1',
      available: { credit: 7, expiresAtMs: 1 },
      freePreviews: 0,
      rate,
    };
    const key = await createKey('test', secrets.KEY_HASH_SECRET);
    await call('/available-credit', key);
    await call('/available-credit', 'none');
    await call('/no-such-path', key);
    ledger.admission = new Error('away');
    await call('/available-credit', key);
    const grown = async (sample: string) => ((await read()).get(sample) ?? 0) - (before.get(sample) ?? 0);
    const calls = (labels: string) => `edgematte_edge_calls_total{${labels}}`;
    for (const status of [200, 401, 503]) {
      await expect.poll(() => grown(calls(`operation="available-credit",status="${status}"`))).toBe(1);
    }
    expect(await grown(calls('operation="none",status="404"'))).toBe(1);
    expect(await grown('edgematte_edge_refusals_total{code="INVALID_API_KEY"}')).toBe(1);
    expect(await grown('edgematte_edge_store_errors_total{store="ledger"}')).toBe(1);
    expect(await grown('edgematte_edge_step_seconds_count{step="whole"}')).toBe(0);
    expect(await grown('edgematte_edge_step_seconds_bucket{step="ledger",le="+Inf"}')).toBe(2);
  });

  test('are left out where their store does not answer', async () => {
    const away = {
      getByName: () => ({ add: () => Promise.reject(new Error('a')), all: () => Promise.reject(new Error('b')) }),
    };
    const samples = await read({ COUNTS: away });
    expect([...samples.keys()].filter((sample) => sample.startsWith('edgematte_edge'))).toEqual([
      'edgematte_edge_counts_up',
    ]);
    expect(samples.get('edgematte_edge_counts_up')).toBe(0);
  });
});
