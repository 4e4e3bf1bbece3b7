/** A chooser that says where there is nothing but subject: the matte follows it, on both lanes, and not where there is none. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/models/manifest.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { channelOf, encode, paint, readSamples } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const [width, height] = [400, 300];

/** Left olive, right blue. The matte network answers brightness, the chooser blue. */
const photo = paint(width, height, 3, (x) => (x < width / 2 ? [210, 210, 0] : [0, 0, 255]));

function declareStack(chooser: { model: string; whenUnknown: number } | undefined) {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-chooser-'));
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    const { manifestPath, modelsDirectory } = await writeTestRepository(directory, ['luma', 'blue-chooser']);
    const manifest = await readManifest(manifestPath);
    manifest.models.luma.passes = { low: { sidePx: 128, cost: 'a quarter of a run', ...(chooser && { chooser }) } };
    await writeFile(manifestPath, JSON.stringify(manifest));
    stack = await startStack({
      inferenceVariables: { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory },
      edgeVariables: { MATTE_UPSAMPLING: 'bilinear' },
    });
    ({ key } = await stack.createKey());
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  /** Alpha in the middle of the left half and of the right one. */
  return async (format: 'png' | 'tiff'): Promise<[number, number]> => {
    const call = multipartCall('/v1.0/alpha-channel', key, [filePart(await encode(photo, format))]);
    const answer = await sendWithFetch(stack.base, call);
    expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
    const alpha = channelOf(await readSamples(answer.body), 0);
    const row = (height / 2) * width;
    return [alpha[row + width / 4], alpha[row + (width * 3) / 4]];
  };
}

describe('with a chooser', () => {
  const alpha = declareStack({ model: 'pass-chooser', whenUnknown: 0.1 });

  test.each(['png', 'tiff'] as const)('what it says is subject is opaque: %s', async (format) => {
    expect(await alpha(format)).toEqual([140, 255]);
  });
});

describe('without one', () => {
  const alpha = declareStack(undefined);

  test.each(['png', 'tiff'] as const)('the full pass is the matte: %s', async (format) => {
    expect(await alpha(format)).toEqual([140, 85]);
  });
});
