/** The small server of Stripe's API answers as Stripe's own mock does, where that could be built. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, exchanges } from './stripe/exchanges.ts';
import { noMock, startMock } from './stripe/mock.ts';
import { type StripeServer, startStripeServer } from './stripe/server.ts';

let mock: StripeServer | null = null;
let server: StripeServer;
beforeAll(async () => {
  server = await startStripeServer();
  mock = noMock === null ? await startMock() : null;
});
afterAll(async () => {
  await mock?.stop();
  await server.stop();
});

test.for(Object.entries(exchanges))('%s', async ([, [asked]], { skip }) => {
  if (mock === null) return skip(noMock ?? undefined);
  const [small, own] = [await ask(server, asked), await ask(mock, asked)];
  // What is made has another id each time.
  expect({ ...small, id: kindOf(small.id) }).toEqual({ ...own, id: kindOf(own.id) });
});

const kindOf = (id: unknown) => String(id).replace(/[^_]*$/, '');
