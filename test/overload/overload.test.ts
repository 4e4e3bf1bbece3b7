/** More calls at once than the service can carry, on networks of a stated time: who is refused is refused early. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { pacedInference } from '../../testing/overload/paced-process.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled } from '../accounts.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

/** One matte after the other: so many that all of a burst take several times as long as a refusal may. */
const runMs = 1000;
const burst = 60;

let stack: Stack;
let image: Buffer;
beforeAll(async () => {
  stack = await startStack({ startInference: pacedInference(runMs) });
  image = await photo('jpeg', 256, 256);
});
afterAll(() => stack?.stop());

const { path } = operationNamed('alpha-channel');

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly endedMs: number;
}

async function send({ key }: CreatedKey): Promise<Outcome> {
  const { status, headers } = await sendWithFetch(stack.base, multipartCall(path, key, [filePart(image)]));
  return { status, retryAfter: headers.get('Retry-After') ?? undefined, endedMs: performance.now() };
}

const withStatus = (outcomes: readonly Outcome[], wanted: number) => outcomes.filter(({ status }) => status === wanted);

test('of a burst some are answered, the others refused before that, and only the former are charged', async () => {
  const key = await stack.createKey({ credits: 1000 });
  expect((await send(key)).status).toBe(200);
  const outcomes = await Promise.all(Array.from({ length: burst }, () => send(key)));
  const [answered, refused] = [withStatus(outcomes, 200), withStatus(outcomes, 503)];
  expect(answered.length + refused.length).toBe(burst);
  // What the isolate holds and what may wait for it is answered; that is far from all.
  expect(answered.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThanOrEqual(burst / 4);
  for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-9][0-9]?$/);
  const lastRefusedMs = Math.max(...refused.map(({ endedMs }) => endedMs));
  const answeredLater = answered.filter(({ endedMs }) => endedMs > lastRefusedMs);
  expect(answeredLater.length).toBeGreaterThanOrEqual(answered.length / 2);
  await settled(stack, key);
  expect(await stack.credit(key.key)).toBe(1000 - 1 - answered.length);
});

test('of a burst on 15 credits every call is a 200, a 402 or a 503, and every credit is accounted for', async () => {
  const key = await stack.createKey({ credits: 15 });
  const outcomes = await Promise.all(Array.from({ length: burst }, () => send(key)));
  const answered = withStatus(outcomes, 200).length;
  expect(answered + withStatus(outcomes, 402).length + withStatus(outcomes, 503).length).toBe(burst);
  expect(answered).toBeGreaterThan(0);
  await settled(stack, key);
  expect(answered + (await stack.credit(key.key))).toBe(15);
});

test('after it a single call is answered as ever, and the isolate has all of its memory', async () => {
  const key = await stack.createKey();
  expect((await send(key)).status).toBe(200);
  const memory = async () => ((await (await fetch(`${stack.base}/healthz`)).json()) as { memory: object }).memory;
  await expect.poll(memory).toMatchObject({ free_bytes: 88 * 1024 * 1024, expired_leases: 0 });
});
