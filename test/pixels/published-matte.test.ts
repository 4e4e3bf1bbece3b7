/** The plain path with real weights against the published network run by hand: resize, normalise, run, resize back. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { modelSettings } from '../../src/inference/models/settings.ts';
import { inProject } from '../../src/local/root.ts';
import { PublishedNetwork, publishedFile } from '../../testing/models/published.ts';
import { type Stack, startStack } from '../stack.ts';

const sidePx = 1024;
let stack: Stack;
let key: string;
let published: PublishedNetwork;

beforeAll(async () => {
  stack = await startStack({ models: 'real', edgeVariables: { MATTE_UPSAMPLING: 'bilinear' } });
  ({ key } = await stack.createKey());
  const { models } = await readManifest(modelSettings({}).manifestPath);
  published = await PublishedNetwork.of(await readFile(await publishedFile(models['isnet-general'])));
});
afterAll(() => Promise.all([stack.stop(), published.close()]));

async function matteByHand(photo: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(photo).metadata();
  const seen = await sharp(photo).removeAlpha().resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer();
  const matte = await published.matteOf(new Uint8Array(seen));
  const bytes = Uint8Array.from(matte, (opacity) => Math.round(opacity * 255));
  return sharp(bytes, { raw: { width: sidePx, height: sidePx, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function matteByService(photo: Buffer): Promise<Buffer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo');
  const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  expect(answer.status).toBe(200);
  return sharp(Buffer.from(await answer.arrayBuffer()))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

test.each<[string, string, number | null]>([
  ['a portrait', 'grace_hopper.jpg', null],
  ['a photo of 10.7 megapixels', 'coffee.png', 4000],
])('%s: the mean difference is below one level', async (_what, name, widthPx) => {
  const original = await readFile(path.join(inProject('test/fixtures/photos'), name));
  const photo = widthPx === null ? original : await sharp(original).resize(widthPx).jpeg({ quality: 92 }).toBuffer();
  const [hand, service] = [await matteByHand(photo), await matteByService(photo)];
  expect(service.length).toBe(hand.length);
  const difference = service.reduce((sum, value, at) => sum + Math.abs(value - hand[at]), 0) / service.length;
  console.log(`${name} ${widthPx ?? ''}: mean difference ${difference.toFixed(3)} of 255`);
  expect(difference).toBeLessThan(1);
});
