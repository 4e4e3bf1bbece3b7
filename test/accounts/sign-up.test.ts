/** From the first visit to the dashboard, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../stack.ts';
import { Person } from './person.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

it('signs up, reads mail, confirms, and is signed in', async () => {
  const person = new Person(stack.base);
  await person.look('/sign-up');
  const sent = await person.submit('/sign-up', {
    email: 'ada@example.org',
    password: 'a long password',
    name: 'Ada',
    terms: 'yes',
  });
  expect([sent.status, sent.location]).toEqual([303, '/sign-up/sent']);
  const page = await person.openLink('ada@example.org');
  expect(page.status).toBe(200);
  const [, token] = /name="token" value="([^"]+)"/.exec(page.text) ?? [];
  const confirmed = await person.submit('/verify-email', { token });
  expect([confirmed.status, confirmed.location, confirmed.text]).toEqual([303, '/dashboard', '']);
  const dashboard = await person.look('/dashboard');
  expect(dashboard.status).toBe(200);
  expect(dashboard.text).toContain('<h1>Dashboard</h1>');
});
