/** Many people at once, while pictures are worked on: nobody's password makes a picture fail, and no picture a password. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageSeen, Person } from '../../testing/person.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const password = 'a long password';
const people = 20;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

/** Signs in, and comes again after a while where there is no room: a hash is followed by a rest. */
async function signInAtLast(): Promise<PageSeen> {
  const person = new Person(stack.base);
  for (;;) {
    const seen = await person.signIn('ada@example.org', password);
    if (seen.status !== 503) return seen;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(seen.headers.get('Retry-After'))));
  }
}

it('twenty people sign in while pictures run', async () => {
  const picture = await photo();
  // More than pictures can run meanwhile: how many they are depends on the machine.
  const { key } = await stack.createKey({ credits: 100_000 });
  await new Person(stack.base).join('ada@example.org', password);
  let finished = false;
  const pictures = (async () => {
    const statuses: number[] = [];
    while (!finished) {
      const calls = Array.from({ length: 3 }, () =>
        sendWithFetch(stack.base, multipartCall('/v1.0/image-without-background', key, [filePart(picture)])),
      );
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
    }
    return statuses;
  })();
  const signIns = await Promise.all(Array.from({ length: people }, signInAtLast));
  finished = true;
  expect(signIns.map(({ location }) => location)).toEqual(Array(people).fill('/dashboard'));
  expect([...new Set(await pictures)]).toEqual([200]);
  const health = (await (await fetch(`${stack.base}/healthz`)).json()) as { memory: Record<string, number> };
  expect(health.memory.free_bytes).toBe(health.memory.total_bytes);
});
