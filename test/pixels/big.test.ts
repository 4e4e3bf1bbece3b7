/** Pictures far beyond an isolate: full-size results, and an edge that stays small. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { canMeasure, findWorkerd, growthDuring } from '../memory.ts';
import { readPngHeader } from '../png.ts';
import { type Stack, startStack } from '../stack.ts';

const limitBytes = 20 * 1024 * 1024;
/** What a 128 MB isolate may take for one request, the file in it included. */
const isolateBytes = 96 * 1024 * 1024;

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  ({ key } = await stack.createKey());
});
afterAll(() => stack.stop());

async function photoOf(width: number, height: number): Promise<Buffer> {
  const photo = await sharp(inProject('test/fixtures/photos/coffee.png'))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer();
  expect(photo.length).toBeLessThan(limitBytes);
  return photo;
}

async function send(operation: string, photo: Buffer): Promise<Buffer> {
  const form = new FormData();
  form.append('edge_colors', 'original');
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const answer = await fetch(`${stack.base}/v1.0/${operation}`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, body.length < 1000 ? body.toString() : '').toBe(200);
  return body;
}

test('a JPEG of 100 megapixels gives a cutout of its full size', async () => {
  const [width, height] = [10_000, 10_000];
  const photo = await photoOf(width, height);
  const work = () => send('image-without-background', photo);
  const { result: png, bytes } = canMeasure
    ? await growthDuring(findWorkerd(), work)
    : { result: await work(), bytes: 0 };
  expect(readPngHeader(png)).toMatchObject({ widthPx: width, heightPx: height, colourType: 6, bitDepth: 8 });
  expect(bytes).toBeLessThan(isolateBytes);

  // The far corner is there and is the photo's own.
  const corner = { left: width - 64, top: height - 64, width: 64, height: 64 };
  const read = (file: Buffer) =>
    sharp(file, { limitInputPixels: false }).extract(corner).removeAlpha().raw().toBuffer();
  const [result, original] = [await read(png), await read(photo)];
  expect(result.equals(original)).toBe(true);
});
