import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOverviews } from './overviews.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-overviews-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function square(name: string, background: string): Promise<string> {
  const file = path.join(folder, `${name}.png`);
  await sharp({ create: { width: 600, height: 600, channels: 4, background } })
    .png()
    .toFile(file);
  return file;
}

/** Whether a place of a sheet has a colour. */
async function colourAt(sheet: string, left: number, top: number): Promise<number[]> {
  const region = { left, top, width: 1, height: 1 };
  return [...(await sharp(path.join(folder, sheet)).removeAlpha().extract(region).raw().toBuffer())];
}

it('shows the later answer alone, and of a pair the drawn one on the left', async () => {
  const answers = { A: await square('before', '#ff0000'), B: await square('after', '#0000ff') };
  const pairs = new Map([['square', { name: 'square', photo: await square('photo', '#000080'), answers }]]);
  const photo = 'square';
  const set = { kinds: {}, singles: [{ number: 'S001', photo }], same: [] };
  const both = (['after', 'before'] as const).map((A, index) => ({ number: `P00${index + 1}`, photo, A }));
  await writeOverviews({ ...set, pairs: both }, pairs, folder);

  expect(readdirSync(path.join(folder, 'single'))).toEqual(['S001.png']);
  expect(await colourAt('single/S001.png', 200, 200)).toEqual([0, 0, 128]);
  for (const [left, top] of [
    [1000, 200],
    [200, 900],
    [1000, 900],
  ]) {
    expect(await colourAt('single/S001.png', left, top)).toEqual([0, 0, 255]);
  }
  for (const [sheet, leftColour, rightColour] of [
    ['pair/P001.png', [0, 0, 255], [255, 0, 0]],
    ['pair/P002.png', [255, 0, 0], [0, 0, 255]],
  ] as const) {
    for (const top of [200, 700, 1200]) {
      expect(await colourAt(sheet, 100, top)).toEqual([0, 0, 128]);
      expect(await colourAt(sheet, 600, top)).toEqual(leftColour);
      expect(await colourAt(sheet, 1050, top)).toEqual(rightColour);
    }
    expect((await sharp(path.join(folder, sheet)).metadata()).width).toBeLessThanOrEqual(1400);
  }
});

it('names a photo that is not there', async () => {
  const set = { kinds: {}, singles: [{ number: 'S001', photo: 'gone' }], pairs: [], same: [] };
  await expect(writeOverviews(set, new Map(), folder)).rejects.toThrow('gone');
});
