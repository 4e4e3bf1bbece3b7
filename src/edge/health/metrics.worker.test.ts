/** Who may read `/metrics`, and what it has of the gateway. */
import { createExecutionContext } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { app } from '../app.ts';

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
  const answer = app.fetch(request, { INFERENCE: { fetch }, ...secrets, ...env }, context);
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
  expect(await opened.text()).toMatch(/^# HELP edgematte_gateway_up .*\n# TYPE .*\nedgematte_gateway_up 1\na 1\n$/);
  expect(asked).toEqual(['http://inference/gateway/v1/metrics']);
});

test.each([
  ['answers otherwise', async () => new Response('no', { status: 404 })],
  ['does not answer', () => Promise.reject(new Error('away'))],
])('a gateway that %s is down there, and the page is 200', async (_, gateway) => {
  const opened = await ask('Bearer metrics', { METRICS_TOKEN: 'metrics' }, gateway).answer;
  expect(await opened.text()).toMatch(/\nedgematte_gateway_up 0\n$/);
});
