/** A small subject with lines too fine for a pass over the whole picture: a close-up pass separates them, on both lanes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/models/manifest.ts';
import type { StoredPasses } from '../../src/passes/declaration.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { channelOf, encode, paint, readSamples, type Samples } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const [width, height] = [1200, 800];
const subject = { left: 300, top: 200, right: 620, bottom: 500 };
const [period, thick] = [14, 2];

/** White with black lines, on black. The matte network answers brightness at 256 pixels a side. */
const photo = paint(width, height, 3, (x, y) => {
  const isInside = x >= subject.left && x < subject.right && y >= subject.top && y < subject.bottom;
  return isInside && !isOnLine(x) ? [255, 255, 255] : [0, 0, 0];
});

function isOnLine(x: number): boolean {
  return (x - subject.left) % period < thick;
}

/** The service with a network that is worth a close-up pass, or is not. */
function declareStack(passes: StoredPasses = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-close-up-'));
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    const { manifestPath, modelsDirectory } = await writeTestRepository(directory);
    const manifest = await readManifest(manifestPath);
    manifest.models.luma.passes = passes;
    await writeFile(manifestPath, JSON.stringify(manifest));
    stack = await startStack({
      inferenceVariables: { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory },
      // Upsampling along the photo's edges would separate the lines without a close-up pass.
      edgeVariables: { MATTE_UPSAMPLING: 'bilinear' },
    });
    ({ key } = await stack.createKey());
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return async (operation: string, format: 'png' | 'tiff'): Promise<Samples> => {
    const call = multipartCall(`/v1.0/${operation}`, key, [filePart(await encode(photo, format))]);
    const answer = await sendWithFetch(stack.base, call);
    expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
    return readSamples(answer.body);
  };
}

/** Mean alpha of the pixels on lines and of those half way between two, away from the subject's border. */
function alphaOnAndOff(picture: Samples): [number, number] {
  const alpha = channelOf(picture, picture.channels - 1);
  const [on, off] = [
    [0, 0],
    [0, 0],
  ];
  for (let y = subject.top + 30; y < subject.bottom - 30; y++) {
    for (let x = subject.left + 30; x < subject.right - 30; x++) {
      const place = (x - subject.left) % period;
      const sum = place < thick ? on : place === (period + thick) / 2 ? off : null;
      if (!sum) continue;
      sum[0] += alpha[y * width + x];
      sum[1]++;
    }
  }
  return [on[0] / on[1], off[0] / off[1]];
}

describe('with a close-up pass', () => {
  const picture = declareStack({ closeUp: { whenSmaller: 0.6, whenUnknown: 0.1, cost: 'a run' } });

  test('lines are background', async () => {
    const matte = await picture('alpha-channel', 'png');
    const [on, off] = alphaOnAndOff(matte);
    expect(on).toBeLessThan(110);
    expect(off).toBeGreaterThan(250);
    const alpha = channelOf(matte, 0);
    expect(alpha.subarray(0, 100 * width).every((value) => value === 0)).toBe(true);
    expect(alpha[400 * width + 900]).toBe(0);
  });

  test.each(['image-without-background', 'alpha-channel'])('%s is the same from both lanes', async (operation) => {
    const [edge, image] = await Promise.all([picture(operation, 'png'), picture(operation, 'tiff')]);
    expect(edge.data.equals(image.data)).toBe(true);
  });

  test('the matte is the alpha of the cutout', async () => {
    const matte = await picture('alpha-channel', 'png');
    expect(channelOf(matte, 0).equals(channelOf(await picture('image-without-background', 'png'), 3))).toBe(true);
  });
});

describe('without one', () => {
  const picture = declareStack();

  test('lines are half subject', async () => {
    expect(alphaOnAndOff(await picture('alpha-channel', 'png'))[0]).toBeGreaterThan(130);
  });
});
