/** Several keys of one account spend one balance, and never more than there is. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const photo = readFileSync('test/fixtures/photos/coffee.png');
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ edgeVariables: { SIGNUP_CREDITS: '50', DEFAULT_RATE_PER_MINUTE: '1000' } });
});
afterAll(() => stack?.stop());

async function call(key: string): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([photo]), 'coffee.png');
  const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body,
  });
  await answer.arrayBuffer();
  if (answer.status !== 503) return answer.status;
  // There is no room for the moment, or its credit is held by another call: it is made again, which costs nothing.
  await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('Retry-After')) * 1000));
  return call(key);
}

it('200 calls at once by five keys of an account with 50 credits end with 50 successes', async () => {
  const person = new Person(stack.base);
  await person.join('five@example.org', 'a long password', 'Five');
  const keys: string[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    keys.push((await person.makeKey({ type: 'test', name })).key);
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => call(keys[index % keys.length])));
  expect(statuses.filter((status) => status === 200).length).toBe(50);
  expect(statuses.filter((status) => status === 402).length).toBe(150);
  for (const key of keys) expect(await stack.credit(key)).toBe(0);
  // Who is refused waits as long as the answer says, on a busy machine again and again.
}, 600_000);
