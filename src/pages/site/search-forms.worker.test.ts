/** What is looked for comes by POST and leads to an address, which browsers and logs keep: no key is in it. */
import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { hintOf, readKey } from '../../money/keys/format.ts';
import { makeKey } from '../accounts/own-keys.ts';
import { operatorPages } from './operator/routes.tsx';
import { asking, setupOf } from './testing/asking.ts';
import { base, deployment } from './testing/deployment.ts';
import { type Browser, signedInBrowser } from './testing/signed-in.ts';

const bindings = deployment(env);
let olive: Browser;
let key: string;

beforeAll(async () => {
  olive = await signedInBrowser(base, bindings);
  await bindings.DIRECTORY.prepare('UPDATE accounts SET isOperator = 1, twoFactorEnabled = 1 WHERE id = ?')
    .bind(olive.accountId)
    .run();
  const made = await makeKey(
    olive.accountId,
    'live',
    { name: 'Shop', operations: null, limit: null },
    setupOf(bindings),
  );
  if (typeof made === 'string') throw new Error(made);
  key = made.key;
});

describe('a search of keys leads to', () => {
  const led = async (q: string) => (await asking(bindings, olive).post('/dashboard/keys/search', { q })).location;

  test('a whole key by its last characters', async () => {
    const read = await readKey(key, bindings.KEY_HASH_SECRET);
    expect(await led(` ${key}\n`)).toBe(`/dashboard/keys?q=${read && hintOf(read)}`);
  });

  test('a part of a key, and a key that is mistyped, by its wallet', async () => {
    const wallet = key.slice(0, 15);
    for (const q of [key.slice(0, 30), `${key.slice(0, -1)}-`, `key: ${key}0`]) {
      const location = await led(q);
      expect(location).toContain(wallet);
      expect(location).not.toContain(key.slice(0, 16));
    }
  });

  test('a name, and to all keys without one', async () => {
    expect(await led(' a & b ')).toBe('/dashboard/keys?q=a+%26+b');
    expect(await led(' ')).toBe('/dashboard/keys');
    expect(await led('x'.repeat(200))).toBe(`/dashboard/keys?q=${'x'.repeat(100)}`);
  });
});

describe('a search of accounts leads to', () => {
  const pages = operatorPages(async () => ({ parts: [], lanes: [], queues: [], networks: [] }));
  const led = async (q: string) => {
    const body = new URLSearchParams({ csrf: olive.token, q });
    const headers = { Cookie: olive.cookie, Origin: base };
    const answer = await pages.request(`${base}/operator/search`, { method: 'POST', headers, body }, bindings);
    return answer.headers.get('Location');
  };

  test('the wallet of a key, an address, and all accounts without one', async () => {
    expect(await led(key)).toBe(`/operator?q=${key.slice(0, 15)}`);
    expect(await led(' ada@example.org ')).toBe('/operator?q=ada%40example.org');
    expect(await led('')).toBe('/operator');
    expect(await led('x'.repeat(1000))).toBe(`/operator?q=${'x'.repeat(256)}`);
  });
});
