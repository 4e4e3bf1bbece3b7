import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeSheets } from './sheets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-sheets-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A square of one colour, and of that opacity. */
async function square(name: string, colour: string, alpha: number): Promise<string> {
  const file = path.join(folder, `${name}.png`);
  await sharp({ create: { width: 600, height: 600, channels: 4, background: colour } })
    .ensureAlpha(1)
    .linear([1, 1, 1, alpha], [0, 0, 0, 0])
    .png()
    .toFile(file);
  return file;
}

/** Colour of a pixel of a sheet. */
async function colourAt(sheet: string, left: number, top: number): Promise<number[]> {
  const region = { left, top, width: 1, height: 1 };
  return [...(await sharp(path.join(folder, sheet)).removeAlpha().extract(region).raw().toBuffer())];
}

it('puts the version that was drawn on the sheet of x', async () => {
  const pair = {
    name: 'square',
    photo: await square('photo', '#000080', 1),
    answers: { A: await square('a', '#ff0000', 1), B: await square('b', '#0000ff', 1) },
  };
  await writeSheets({ number: 7, photo: 'square', x: 'B', same: false }, pair, folder);
  const sheets = readdirSync(folder).filter((name) => name.startsWith('007'));
  expect(sheets).toEqual(['007-close-up-1.png', '007-close-up-2.png', '007-x.png', '007-y.png']);
  expect(await colourAt('007-x.png', 200, 200)).toEqual([0, 0, 128]);
  expect(await colourAt('007-x.png', 700, 200)).toEqual([0, 0, 255]);
  expect(await colourAt('007-y.png', 700, 200)).toEqual([255, 0, 0]);
  expect(await colourAt('007-close-up-1.png', 450, 150)).toEqual([0, 0, 255]);
  expect(await colourAt('007-close-up-1.png', 450, 450)).toEqual([255, 0, 0]);
  for (const sheet of sheets) {
    const { width, height } = await sharp(path.join(folder, sheet)).metadata();
    expect(width).toBeLessThanOrEqual(1500);
    expect(height).toBeLessThanOrEqual(870);
  }
});

it('shows an answer that is both once, on every background', async () => {
  const clear = await square('clear', '#ff0000', 0);
  const pair = { name: 'square', photo: await square('photo', '#000080', 1), answers: { A: clear, B: clear } };
  await writeSheets({ number: 12, photo: 'square', x: 'A', same: true }, pair, folder);
  expect(readdirSync(folder).filter((name) => name.startsWith('012') && !name.includes('close'))).toEqual([
    '012-x.png',
  ]);
  expect(await colourAt('012-x.png', 700, 200)).toEqual([255, 255, 255]);
  expect(await colourAt('012-x.png', 1150, 200)).toEqual([0, 0, 0]);
  expect(await colourAt('012-x.png', 200, 700)).toEqual([0, 177, 64]);
});
