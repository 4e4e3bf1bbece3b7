/** Networks of a repository without the service around them, with the further passes or without. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSubject } from '../../../src/pixels/pipeline/passes/subject.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import { type TestRepository, writeTestRepository } from '../../../testing/models/tiny.ts';
import { fullPassOnly, openNetworks } from './network.ts';

let folder = '';
let models: TestRepository;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-network-'));
  models = await writeTestRepository(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Left half white, right half black, at twice the size of the tiny network, whose matte is the mean of RGB. */
const halvesOf = (first: number) =>
  Uint8Array.from({ length: 512 * 512 * 3 }, (_, at) => (at === 0 ? first : Math.floor(at / 3) % 512 < 256 ? 255 : 0));
const pictureOf = (samples: Uint8Array) =>
  framePicture({ widthPx: 512, heightPx: 512, channels: 3, samples, orientation: 1, icc: null });
const picture = pictureOf(halvesOf(255));
const halves = Uint8Array.from({ length: 256 * 256 }, (_, pixel) => (pixel % 256 < 128 ? 255 : 0));

test("the matte is the network's output for the reduced picture", async () => {
  const networks = await openNetworks(models, { threads: 1, precision: 'fp32', cache: null });
  const { layer } = await findSubject(picture, networks, 'matte');
  const { plane: matte, region, outside } = layer;
  expect([matte.widthPx, matte.heightPx, region.widthPx, region.heightPx, outside]).toEqual([256, 256, 512, 512, 0]);
  expect(Buffer.from(matte.samples).equals(halves)).toBe(true);
});

test('a kept answer is read again, and only for the very same input', async () => {
  const cache = path.join(folder, 'cache');
  const networks = await openNetworks(models, { threads: 1, precision: 'fp32', cache });
  const alphaOf = async (samples: Uint8Array) =>
    Buffer.from((await findSubject(pictureOf(samples), networks, 'matte')).layer.plane.samples);
  const first = await alphaOf(halvesOf(255));
  const [file] = readdirSync(cache);
  expect((await alphaOf(halvesOf(255))).equals(first)).toBe(true);
  const changed = readFileSync(path.join(cache, file));
  changed[changed.length - 256 * 256] = 7;
  writeFileSync(path.join(cache, file), changed);
  expect((await alphaOf(halvesOf(255)))[0]).toBe(7);
  await alphaOf(halvesOf(0));
  expect(readdirSync(cache).length).toBe(2);
});

test('further passes can be left out', async () => {
  const both = {
    describe: async () => ({
      inputs: [],
      outputs: [],
      passes: { low: { model: 'other', chooser: { model: 'chooser', whenUnknown: 0.1 } } },
    }),
    infer: async () => [],
  };
  expect(await fullPassOnly(both).describe('matte')).toEqual({ inputs: [], outputs: [] });
});

test('a network that the manifest does not have is refused in one line', async () => {
  const networks = await openNetworks(models, { threads: 1, precision: 'fp32', cache: null });
  expect([networks.has('matte'), networks.has('none')]).toEqual([true, false]);
  await expect(networks.describe('none')).rejects.toThrow(
    'The manifest has no network that is called none or plays it',
  );
});
