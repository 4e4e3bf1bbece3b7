/** Run in a copy that has the ninth operation: calls it on both lanes and holds it against the cutout. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { build } from '../../src/local/build.ts';
import { type PhotoFormat, photo } from '../../testing/photos.ts';
import { startStack } from '../stack.ts';

/** The first is for the isolate, the second for the image lane. */
const formats: readonly PhotoFormat[] = ['png', 'tiff'];

await build();
const stack = await startStack();
try {
  const restricted = await stack.createKey({ credits: 5, endpoints: ['background'] });
  const free = await stack.createKey();
  for (const format of formats) {
    const file = await photo(format);
    const background = await pixelsOf(await post('background', restricted.key, file));
    const cutout = await pixelsOf(await post('image-without-background', free.key, file));
    const original = await pixelsOf(file);
    assert.equal(background.length, original.length);
    for (let at = 0; at < original.length; at += 4) {
      const alpha = background[at + 3];
      assert.equal(alpha, 255 - cutout[at + 3], `alpha of pixel ${at / 4} of the ${format}`);
      const colour = alpha === 0 ? [0, 0, 0] : [...original.subarray(at, at + 3)];
      assert.deepEqual([...background.subarray(at, at + 3)], colour, `colour of pixel ${at / 4} of the ${format}`);
    }
  }
  await assert.rejects(post('alpha-channel', restricted.key, await photo()), /403 .*ENDPOINT_NOT_ALLOWED/);
  while ((await stack.credit(restricted.key)) > 3) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await stack.credit(restricted.key), 3);
  const description = await (await fetch(`${stack.base}/openapi.json`)).json();
  assert.ok(Object.keys(Object(description).paths).includes('/v1.0/background'));
} finally {
  await stack.stop();
}

async function post(operation: string, key: string, file: Buffer): Promise<Buffer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'photo');
  const headers = { 'X-API-Key': key };
  const answer = await fetch(`${stack.base}/v1.0/${operation}`, { method: 'POST', headers, body: form });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 200) return body;
  throw new Error(`${operation}: ${answer.status} ${answer.headers.get('X-Error-Code')} ${body.toString()}`);
}

function pixelsOf(file: Buffer): Promise<Buffer> {
  return sharp(file).ensureAlpha().raw().toBuffer();
}
