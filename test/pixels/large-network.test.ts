/** A matte network of 2048 pixels a side: its tensors are counted, so that an isolate holds what is planned for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { canMeasure, findWorkerd, growthDuring } from '../../testing/memory.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { photo } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { type Stack, startStack } from '../stack.ts';

const sidePx = 2048;
/** What a 128 MB isolate may take for one request, the file in it included. */
const isolateBytes = 96 * 1024 * 1024;
const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-large-network-'));

let stack: Stack;
let key: string;

beforeAll(async () => {
  const { manifestPath, modelsDirectory } = await writeTestRepository(directory);
  const manifest = await readManifest(manifestPath);
  // The network takes any size: the description alone says which one it is sent.
  const { luma } = manifest.models;
  luma.inputs[0].shape = [-1, sidePx, sidePx, 3];
  luma.outputs[0].shape = [-1, sidePx, sidePx];
  await writeFile(manifestPath, JSON.stringify(manifest));
  stack = await startStack({
    inferenceVariables: { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory },
  });
  ({ key } = await stack.createKey());
  // What a request takes is measured, not the code that the first one loads.
  await send(64, 64);
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function send(widthPx: number, heightPx: number) {
  const form = new FormData();
  // Held whole, whatever its size.
  const lossless = await sharp(await photo('png', widthPx, heightPx))
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(lossless)]), 'photo.webp');
  // Only its tensors count here, not those of tiles.
  form.append('refine', 'off');
  const answer = await fetch(`${stack.base}/v1.0/image-without-background`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  const png = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, png.length < 1000 ? png.toString() : '').toBe(200);
  expect(readPngHeader(png)).toMatchObject({ widthPx, heightPx });
  return answer.headers.get('Server-Timing') ?? '';
}

describe('a network of 2048 × 2048', () => {
  test('works at the edge on the largest lossless WebP that fits beside its tensors', async () => {
    const work = () => send(2060, 1560);
    const { result: timing, bytes } = canMeasure
      ? await growthDuring(findWorkerd(), work)
      : { result: await work(), bytes: 0 };
    expect(timing).not.toContain('image-lane');
    expect(bytes).toBeLessThan(isolateBytes);
  });

  test('leaves to the image lane what a network of the usual size has at the edge', async () => {
    expect(await send(2400, 2000)).toContain('image-lane');
  });
});
