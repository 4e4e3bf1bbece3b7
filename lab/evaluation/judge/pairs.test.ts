import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { haveSamePixels, pairsIn } from './pairs.ts';

let folder: string;
const inFolder = (...parts: string[]) => path.join(folder, ...parts);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-pairs-test-'));
  for (const name of ['photos', 'one', 'two']) mkdirSync(inFolder(name));
  await sharp(flat('#336699', 6, 4))
    .withMetadata({ orientation: 6 })
    .toFile(inFolder('photos', 'cup.jpg'));
  await sharp(flat('#ff0000', 4, 6))
    .png()
    .toFile(inFolder('one', 'cup.png'));
  await sharp(flat('#ff0000', 4, 6))
    .png({ compressionLevel: 0 })
    .toFile(inFolder('two', 'cup.png'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function flat(background: string, width: number, height: number) {
  return { create: { width, height, channels: 3 as const, background } };
}

it('finds the answers of a photo, and compares their pixels', async () => {
  const [pair] = pairsIn(inFolder('photos'), inFolder('one'), inFolder('two'));
  expect(pair).toEqual({
    name: 'cup',
    photo: inFolder('photos', 'cup.jpg'),
    answers: { A: inFolder('one', 'cup.png'), B: inFolder('two', 'cup.png') },
  });
  expect(await haveSamePixels(pair)).toBe(true);
  await sharp(flat('#ff0001', 4, 6))
    .png()
    .toFile(inFolder('two', 'cup.png'));
  expect(await haveSamePixels(pair)).toBe(false);
});

it('refuses an answer that is missing or of another size', async () => {
  const [pair] = pairsIn(inFolder('photos'), inFolder('one'), inFolder('two'));
  await sharp(flat('#ff0000', 6, 4))
    .png()
    .toFile(inFolder('two', 'cup.png'));
  await expect(haveSamePixels(pair)).rejects.toThrow('has 6 × 4 pixels, not those of the photo');
  rmSync(inFolder('two', 'cup.png'));
  expect(() => pairsIn(inFolder('photos'), inFolder('one'), inFolder('two'))).toThrow(
    `There is no answer ${inFolder('two', 'cup.png')}`,
  );
});
