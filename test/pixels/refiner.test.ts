/** Edges where the refiner is away, on both lanes: what is charged and said. With it: `src/edge/calls/refiner.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode, paint } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const [width, height] = [700, 500];
const [black, white] = [200, 580];
/** Brightness is the coarse alpha: clear on the left, opaque on the right, unknown between. There red is a fine pattern. */
const photo = paint(width, height, 3, (x, y) => {
  if (x < black) return [0, 0, 0];
  return x < white ? [(x * 37 + y * 91) & 255, 128, 128] : [255, 255, 255];
});

let stack: Stack;
let key: string;
beforeAll(async () => {
  stack = await startStack({ models: ['luma'], edgeVariables: { MATTE_REFINER: 'on' } });
  ({ key } = await stack.createKey());
});
afterAll(() => stack.stop());

async function send(format: 'png' | 'tiff', refine = 'auto') {
  const parts = [filePart(await encode(photo, format)), { name: 'refine', content: refine }];
  return sendWithFetch(stack.base, multipartCall('/v1.0/alpha-channel', key, parts));
}

test.each(['png', 'tiff'] as const)('a %s is answered as it was drawn, and says so', async (format) => {
  const before = await stack.credit(key);
  const left = await send(format);
  expect([left.status, left.headers.get('X-Refined')]).toEqual([200, 'false']);
  const off = await send(format, 'off');
  expect([off.status, off.headers.get('X-Refined')]).toEqual([200, null]);
  expect(left.body.equals(off.body)).toBe(true);
  expect(await stack.credit(key)).toBe(before - 2);
});
