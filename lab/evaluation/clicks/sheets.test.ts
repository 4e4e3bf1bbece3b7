import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cellFor, judgingSheet, markingSheet } from './sheets.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-clicks-test-'));
  file = path.join(folder, 'lamp.png');
  await sharp(solid('blue')).png().toFile(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lays tall pictures side by side, and wide ones below each other', () => {
  const [tall, wide] = [cellFor(4, 0.5), cellFor(2, 4)];
  expect(tall.width).toBeLessThan(400);
  expect(tall.height).toBeGreaterThan(700);
  expect(wide.width).toBeGreaterThan(1400);
  expect(wide.height).toBeLessThan(450);
});

it('shows the photo with a line at each tenth beside the answer on a loud colour', async () => {
  const sheet = await pixelsOf(await markingSheet('lamp', file, await sharp(solid('transparent')).png().toBuffer()));
  const answer = placeOf(1, 2);
  expect(sheet.at(8 + 105, 8 + 55)).toEqual([0, 0, 255]);
  expect(sheet.at(8 + 100, 8 + 55)).not.toEqual([0, 0, 255]);
  expect(sheet.at(answer.x + 105, answer.y + 55)).toEqual([255, 0, 200]);
});

it('has each mark on the photo, and every answer', async () => {
  const answers = [
    { name: 'a', picture: await sharp(solid('transparent')).png().toBuffer() },
    { name: 'b', picture: await sharp(solid('lime')).png().toBuffer() },
  ];
  const marks = [{ kind: 'drop', x: 50, y: 50 }] as const;
  const sheet = await pixelsOf(await judgingSheet('lamp', file, marks, answers));
  expect(sheet.at(8 + 100 + 7, 8 + 50)).toEqual([255, 0, 0]);
  expect(sheet.at(8 + 20, 8 + 20)).toEqual([0, 0, 255]);
  const [first, second] = [placeOf(1, 3), placeOf(2, 3)];
  expect(sheet.at(first.x + 20, first.y + 20)).toEqual([255, 0, 200]);
  expect(sheet.at(second.x + 20, second.y + 20)).toEqual([0, 255, 0]);
});

/** Where the cell of that index begins, of a sheet of so many pictures that are twice as wide as high. */
function placeOf(index: number, count: number) {
  const box = cellFor(count, 2);
  const across = Math.floor(1492 / (box.width + 8));
  const down = Math.floor(index / across);
  return { x: 8 + (index % across) * (box.width + 8), y: 8 + down * (box.height + 22 + 8) };
}

function solid(background: string) {
  return { create: { width: 200, height: 100, channels: 4 as const, background } };
}

async function pixelsOf(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  };
}
