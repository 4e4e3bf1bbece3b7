/** The same arithmetic with the shipped network, whose queue is soon full. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noisePhoto } from '../../testing/photos.ts';
import { type Stack, startStack } from '../stack.ts';

let stack: Stack;

beforeAll(async () => {
  // So short a line that most of those who have a credit find it full.
  stack = await startStack({ models: 'real', inferenceVariables: { INFERENCE_QUEUE: '4' } });
});
afterAll(() => stack.stop());

test('60 calls at once on 15 credits: every call is a 200, a 402 or a 503, and every credit is accounted for', async () => {
  const { key, id } = await stack.createKey({ credits: 15, rate: 1000 });
  const photo = await noisePhoto(320, 240);
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
      const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, {
        method: 'POST',
        headers: { 'X-API-Key': key },
        body: form,
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const count = (status: number) => statuses.filter((other) => other === status).length;
  console.log(`200: ${count(200)}, 402: ${count(402)}, 503: ${count(503)}`);
  expect(count(200) + count(402) + count(503)).toBe(60);
  expect(count(200)).toBeGreaterThan(0);
  await expect
    .poll(async () => ((await (await stack.admin('GET', `/keys/${id}`)).json()) as { open_holds: number }).open_holds)
    .toBe(0);
  expect(count(200) + (await stack.credit(key))).toBe(15);
});
