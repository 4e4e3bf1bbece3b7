import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { framePicture } from '../../src/pipeline/frame.ts';
import { type TestRepository, writeTestRepository } from '../../test/models/tiny.ts';
import { openMatteNetwork } from './network.ts';

let folder = '';
let models: TestRepository;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-network-'));
  models = await writeTestRepository(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Left half white, right half black, at twice the size of the tiny network, whose matte is the mean of RGB. */
const rgb = Uint8Array.from({ length: 512 * 512 * 3 }, (_, at) => (Math.floor(at / 3) % 512 < 256 ? 255 : 0));
const picture = framePicture({ widthPx: 512, heightPx: 512, channels: 3, samples: rgb, orientation: 1, icc: null });
const halves = Uint8Array.from({ length: 256 * 256 }, (_, pixel) => (pixel % 256 < 128 ? 255 : 0));

test('the matte is what the network says of the reduced picture', async () => {
  const findMatte = await openMatteNetwork(models, { model: 'matte', threads: 1, cache: null });
  const { matte, region, outside } = await findMatte(picture, rgb);
  expect([matte.widthPx, matte.heightPx, region.widthPx, region.heightPx, outside]).toEqual([256, 256, 512, 512, 0]);
  expect(Buffer.from(matte.alpha).equals(halves)).toBe(true);
});

test('a kept matte is read again, and only for the very same picture', async () => {
  const cache = path.join(folder, 'cache');
  const findMatte = await openMatteNetwork(models, { model: 'matte', threads: 1, cache });
  const first = await findMatte(picture, rgb);
  const [file] = readdirSync(cache);
  expect((await findMatte(picture, rgb)).matte.alpha.length).toBe(256 * 256);
  expect(Buffer.from((await findMatte(picture, rgb)).matte.alpha).equals(Buffer.from(first.matte.alpha))).toBe(true);
  const other = new Uint8Array(256 * 256).fill(7);
  await sharp(other, { raw: { width: 256, height: 256, channels: 1 } })
    .png()
    .toFile(path.join(cache, file));
  expect((await findMatte(picture, rgb)).matte.alpha[0]).toBe(7);
  const changed = rgb.slice();
  changed[0] = 254;
  await findMatte(picture, changed);
  expect(readdirSync(cache).length).toBe(2);
});

test('a network that the manifest does not have is refused in one line', async () => {
  await expect(openMatteNetwork(models, { model: 'none', threads: 1, cache: null })).rejects.toThrow(
    'The manifest has no network that is called none or plays it',
  );
});
