/** When the auth library's instance is made again. */

import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { authOf } from './auth.ts';
import { accountsSetup } from './environment.ts';

const secret = 'a secret of the tests, long enough for all';

function setupOf(origin: string, sessionSecret = secret) {
  const bindings = { ...env, SESSION_SECRET: sessionSecret };
  const setup = accountsSetup(new Request(origin), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}

test('one instance serves all requests of one origin and one secret', async () => {
  const first = await authOf(setupOf('http://127.0.0.1:8787'));
  expect(await authOf(setupOf('http://127.0.0.1:8787'))).toBe(first);
  expect((await first.$context).baseURL).toContain('http://127.0.0.1:8787');
});

test('another origin has another instance', async () => {
  const first = await authOf(setupOf('http://127.0.0.1:8787'));
  const second = await authOf(setupOf('http://127.0.0.1:8788'));
  expect(second).not.toBe(first);
  expect((await second.$context).baseURL).toContain('http://127.0.0.1:8788');
});

test('another secret has another instance', async () => {
  const origin = 'http://127.0.0.1:8787';
  const first = await authOf(setupOf(origin));
  const second = await authOf(setupOf(origin, `another ${secret}`));
  expect(second).not.toBe(first);
  expect([(await first.$context).secret, (await second.$context).secret]).toEqual([secret, `another ${secret}`]);
});
