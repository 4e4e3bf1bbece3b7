/** A flood of sign-ins while a paying key asks: passwords are hashed with rests between, and calls by key go on in them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageSeen, Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const password = 'a long password';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

it('24 strangers sign in at once: no credit question waits for more than two hashes, and a known browser is not turned away', async () => {
  const { key } = await stack.createKey({ rate: 100_000 });
  const ada = new Person(stack.base);
  await ada.join('ada@example.org', password);
  await ada.submit('/sign-out');
  const strangers = Array.from({ length: 24 }, () => new Person(stack.base));
  for (const stranger of [ada, ...strangers]) await stranger.visit('/sign-in');

  /** Hashes that have ended: each is answered at once. */
  let hashed = 0;
  let isOver = false;
  const refused: PageSeen[] = [];
  const signInAsStranger = async (person: Person, index: number) => {
    const fields = { email: `nobody${index}@example.org`, password };
    for (;;) {
      const seen = await person.submit('/sign-in', fields);
      if (seen.status === 401) return void hashed++;
      refused.push(seen);
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(seen.headers.get('Retry-After'))));
    }
  };
  const ask = async () => {
    const endedDuring: number[] = [];
    while (!isOver) {
      const before = hashed;
      const answer = await fetch(`${stack.base}/available-credit`, { headers: { 'X-API-Key': key } });
      expect(answer.status).toBe(200);
      await answer.text();
      endedDuring.push(hashed - before);
    }
    return endedDuring;
  };

  const questions = Promise.all(Array.from({ length: 20 }, ask));
  const signIns = Promise.all(strangers.map(signInAsStranger)).finally(() => {
    isOver = true;
  });
  const known = await ada.submit('/sign-in', { email: 'ada@example.org', password });
  await signIns;
  const endedDuring = (await questions).flat();

  expect(known.location).toBe('/dashboard');
  expect(hashed).toBe(24);
  // One may have begun before the question came, and two after.
  expect(Math.max(...endedDuring)).toBeLessThanOrEqual(3);
  // Strangers had three places, and one hash that ran.
  expect(refused.length).toBeGreaterThanOrEqual(24 - 5);
  for (const { status, headers } of refused) {
    expect([status, headers.get('X-Error-Code')]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers.get('Retry-After')).toMatch(/^[123]$/);
  }
});
