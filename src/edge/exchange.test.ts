import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { unconfigured } from './environment.ts';
import { type App, startExchange } from './exchange.ts';

it('a client may choose the request id, and never the name by which inference knows the call', async () => {
  const app = new Hono<App>().get('/', (context) => {
    const { requestId, call } = startExchange(context, unconfigured);
    return context.json([requestId, call]);
  });
  const headers = { 'X-Request-Id': 'same', 'X-Call': 'same' };
  const named = async () => (await app.request('/', { headers })).json() as Promise<string[]>;
  const [[id, call], [again, other]] = [await named(), await named()];
  expect([id, again]).toEqual(['same', 'same']);
  expect(call).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(call);
});
