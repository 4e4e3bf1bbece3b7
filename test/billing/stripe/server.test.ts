import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, exchanges } from './exchanges.ts';
import { formOf, type StripeServer, startStripeServer } from './server.ts';

let server: StripeServer;
beforeAll(async () => {
  server = await startStripeServer();
});
afterAll(() => server.stop());

test.each(Object.entries(exchanges))('%s', async (_, [asked, status]) => {
  expect(await ask(server, asked)).toMatchObject({ status });
});

test('an event is given under the id that is asked for', async () => {
  const [asked] = exchanges['an event'];
  expect(await ask(server, asked)).toMatchObject({ id: 'evt_1Read', object: 'event' });
});

test.each([
  ['a=1&b=two', { a: '1', b: 'two' }],
  ['a[b][c]=1&a[d]=2', { a: { b: { c: '1' }, d: '2' } }],
  ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
  ['a[]=1', { a: { '': '1' } }],
  ['a=1&a[b]=2', { a: '1' }],
  ['', {}],
])('the form %s', (body, value) => {
  expect(formOf(body)).toEqual(value);
});
