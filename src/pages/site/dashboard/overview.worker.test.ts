/** The overview as its owner has it: from nothing to calls of a week and failures, and none of somebody else's. */
import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { eventWith } from '../../../money/usage/testing/event.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { consumeUsage } from '../../notices/consume.ts';
import { asking, setupOf } from '../testing/asking.ts';
import { base, deployment } from '../testing/deployment.ts';
import { partsOf, rowsOf, textOf } from '../testing/html.ts';
import { signedInBrowser } from '../testing/signed-in.ts';

const bindings = deployment(env);

test('begins with a first call, and goes on with what was called and what failed', async () => {
  const [ada, bob] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  const headsOf = async (by: typeof ada, on = bindings) =>
    partsOf((await asking(on, by).get('/dashboard')).text, 'h2')
      .map(textOf)
      .slice(-2);
  expect((await headsOf(ada)).at(-1)).toBe('Your first call');
  const [{ wallet, hiddenKeyId: keyId }] = await walletsOf(ada.accountId, setupOf(bindings));
  const called = (id: string, changes: object) =>
    eventWith({ atMs: Date.now(), wallet, keyId, request: { id, options: [], pixels: null }, ...changes });
  const failed = { status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 };
  const body = { id: crypto.randomUUID(), events: [called('r-1', {}), called('r-2', failed)] };
  await consumeUsage({ messages: [{ body }] }, bindings);

  expect(await headsOf(ada)).toEqual(['Calls of the last 7 days', 'Last failures']);
  expect(await headsOf(ada, { ...bindings, REQUEST_LOG_DAYS: '0' } as typeof bindings)).not.toContain('Last failures');
  const { text } = await asking(bindings, ada).get('/dashboard');
  expect(textOf(text)).toContain('2 calls, 50.0 % successes');
  expect(rowsOf(text).map(([, operation, answer]) => [operation, answer.slice(0, 23)])).toEqual([
    ['alpha-channel', '503 SERVICE_UNAVAILABLE'],
  ]);
  expect((await headsOf(bob)).at(-1)).toBe('Your first call');
});
