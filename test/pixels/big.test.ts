/**
 * Pictures far beyond an isolate: full-size results, and an edge that stays small. At a push 100 megapixels are given back whole,
 * and what is made smaller is of a size that no isolate could hold either.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptions } from '../../src/contract/options.ts';
import { cutoutOutput, outputOptions } from '../../src/contract/output/options.ts';
import { inProject } from '../../src/local/root.ts';
import { encodingBytes, plan } from '../../src/pixels/pipeline/plan/plan.ts';
import { probe } from '../../src/pixels/pipeline/probe/probe.ts';
import { refinerBytes } from '../../src/pixels/pipeline/refine/room.ts';
import { deep } from '../../testing/depth.ts';
import { canMeasure, findWorkerd, growthDuring } from '../../testing/memory.ts';
import { readPngHeader } from '../../testing/png.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { brokenImage, expectRefusal } from '../contract.ts';
import { withSides } from '../jpeg.ts';
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

async function send(operation: string, photo: Buffer, given: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const form = new FormData();
  form.append('edge_colors', 'original');
  for (const [name, value] of Object.entries(given)) form.append(name, value);
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

const [wide, high] = deep ? [12_000, 8400] : [6600, 4620];
test.each(['png', 'webp'])(`a JPEG of ${wide} × ${high} pixels gives a small %s of its subject`, async (format) => {
  // As RGBA it is larger than the isolate.
  expect(wide * high * 4).toBeGreaterThan(isolateBytes);
  const photo = await photoOf(wide, high);
  const given = { output_format: format, max_size: '1200', crop: 'subject', crop_margin: '50%' };
  const work = () => send('image-without-background', photo, given);
  const { result, bytes } = canMeasure ? await growthDuring(findWorkerd(), work) : { result: await work(), bytes: 0 };
  const { format: found, width = 0, height = 0 } = await sharp(result).metadata();
  expect([found, Math.max(width, height)]).toEqual([format, 1200]);
  expect(bytes).toBeLessThan(isolateBytes);
});

test('a WebP of 100 megapixels is refused from the header, and costs nothing', async () => {
  // As long as a JPEG of that size is at least.
  const photo = Buffer.concat([withSides(await photoOf(64, 64), 10_000, 10_000), Buffer.alloc(300_000)]);
  const call = multipartCall('/v1.0/image-without-background', key, [
    { name: 'output_format', content: 'webp' },
    filePart(photo),
  ]);
  const before = await stack.credit(key);
  expectRefusal(
    await sendWithFetch(stack.base, call),
    brokenImage('multipart', /limit is 68750000 pixels .* max_size/),
  );
  expect(await stack.credit(key)).toBe(before);
});

test.each([
  ['png', 4000, 3000],
  ['webp', 950, 760],
  ['jpeg', 1250, 1000],
  ['zip', 1250, 1000],
])('a %s that the isolate refines and encodes stays within it', async (output_format, width, height) => {
  const photo = await photoOf(width, height);
  const form = readOptions(outputOptions, new Map([['output_format', output_format]]));
  const header = probe(new Uint8Array(photo));
  expect(plan(header, 0, refinerBytes + encodingBytes(cutoutOutput(form).output, header)).lane).toBe('edge');
  const work = () => send('image-without-background', photo, { output_format });
  const { result, bytes } = canMeasure ? await growthDuring(findWorkerd(), work) : { result: await work(), bytes: 0 };
  expect(result.length).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(isolateBytes);
});
