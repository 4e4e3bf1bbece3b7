/** A picture that a deployment could never hold is refused for good, with the limit that it is over. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { expectUntouched } from '../accounts.ts';
import { avifFixture, withExtent } from '../avif.ts';
import { brokenImage, expectRefusal } from '../contract.ts';
import { type Stack, startStack } from '../stack.ts';
import { cutoutPath, mattePath } from './case.ts';

const mib = 2 ** 20;
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ inferenceVariables: { LANE_BUDGET_BYTES: String(400 * mib) } });
});
afterAll(() => stack.stop());

test('an AVIF of 25 megapixels where there are 400 MiB: 422, not 503', async () => {
  const key = await stack.createKey({ credits: 5 });
  const file = withExtent(avifFixture(), 5000, 5000);
  const answer = await sendWithFetch(stack.base, multipartCall(mattePath, key.key, [filePart(file)]));
  expectRefusal(
    answer,
    brokenImage('multipart', /needs 748 MiB of memory and the limit of this deployment is 400 MiB/),
  );
  expect(answer.headers.get('Retry-After')).toBeNull();
  await expectUntouched(stack, key, 5);
});

test('a WebP that takes more to encode than there is: 422 that names the memory, and a smaller one is made', async () => {
  const key = await stack.createKey({ credits: 5 });
  const file = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const send = (given: Readonly<Record<string, string>>) => {
    const parts = Object.entries(given).map(([name, value]) => ({ name, content: value }));
    return sendWithFetch(stack.base, multipartCall(cutoutPath, key.key, [...parts, filePart(file)]));
  };
  const answer = await send({ output_format: 'webp' });
  expectRefusal(
    answer,
    brokenImage('multipart', /needs \d+ MiB of memory and the limit of this deployment is 400 MiB/),
  );
  await expectUntouched(stack, key, 5);
  expect((await send({ output_format: 'webp', max_size: '1000' })).status).toBe(200);
});

test('one that fits is accepted', async () => {
  const key = await stack.createKey({ credits: 5 });
  const answer = await sendWithFetch(stack.base, multipartCall(mattePath, key.key, [filePart(avifFixture())]));
  expect(answer.status).toBe(200);
});
