/** One sheet a picture for those who judge a set: the photo and an answer, or the photo and two. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type OverlayOptions, type Region } from 'sharp';
import { type Background, type Box, onBackground, thumbnail } from '../galleries/backgrounds.ts';
import { hardestCrop } from '../galleries/hardest-crop.ts';
import { label, labelPx } from '../galleries/label.ts';
import type { JudgedSet, ShownPair } from './judged-set.ts';
import type { Pair } from './pairs.ts';

const sheetPx = 1400;
const gapPx = 8;
/** Of cells, which are only laid onto a sheet, and of sheets: larger files in less time. */
const [cellPng, sheetPng] = [{ compressionLevel: 0 }, { compressionLevel: 3 }];
/** Side of the part of a pair that differs most. */
const closeUpPx = 320;

interface Cell {
  readonly picture: Buffer;
  readonly words: string;
}

/** A part of a picture, or all of it, and what it has to fit into. */
interface View {
  readonly box: Box;
  readonly region?: Region;
}

/**
 * Writes `single/NUMBER.png` of each answer of the later version, and `pair/NUMBER.png` of those that differ.
 *
 * @param pairs by the name of their photo; A is the earlier version
 */
export async function writeOverviews(set: JudgedSet, pairs: ReadonlyMap<string, Pair>, folder: string): Promise<void> {
  const write = (kind: string, number: string, sheet: Buffer) => {
    mkdirSync(path.join(folder, kind), { recursive: true });
    writeFileSync(path.join(folder, kind, `${number}.png`), sheet);
  };
  const pairOf = (photo: string) => {
    const pair = pairs.get(photo);
    if (!pair) throw new Error(`There is no photo ${photo}`);
    return pair;
  };
  for (const { number, photo } of set.singles) write('single', number, await singleSheet(number, pairOf(photo)));
  for (const shown of set.pairs) write('pair', shown.number, await pairSheet(shown, pairOf(shown.photo)));
}

/** Photo and answer on a checkerboard; below, the answer on magenta and on white. */
async function singleSheet(number: string, { photo, answers }: Pair): Promise<Buffer> {
  const view = { box: boxOf(2) };
  const answer = readFileSync(answers.B);
  const on = (background: Background) => cellOn(answer, 'answer', background, view);
  const rows = [
    [await photoCell(readFileSync(photo), view), await on('checkerboard')],
    [await on('magenta'), await on('white')],
  ];
  return sheetOf(number, rows, view.box);
}

/** Photo, A and B in each row: on a checkerboard, on magenta, and where they differ most. */
async function pairSheet({ number, A }: ShownPair, { photo, answers }: Pair): Promise<Buffer> {
  const box = boxOf(3);
  const [left, right] = (A === 'before' ? [answers.A, answers.B] : [answers.B, answers.A]).map((file) =>
    readFileSync(file),
  );
  // Of the upright photo, as the answers are.
  const upright = await sharp(photo).autoOrient().png(cellPng).toBuffer();
  const rowOn = async (background: Background, view: View) => [
    await photoCell(upright, view),
    await cellOn(left, 'A', background, view),
    await cellOn(right, 'B', background, view),
  ];
  const region = await hardestCrop(left, right, closeUpPx);
  const rows = [
    await rowOn('checkerboard', { box }),
    await rowOn('magenta', { box }),
    await rowOn('magenta', { box, region }),
  ];
  return sheetOf(number, rows, box);
}

function boxOf(across: number): Box {
  const side = Math.floor((sheetPx - gapPx) / across) - gapPx;
  return { width: side, height: side };
}

async function photoCell(photo: Buffer, { box, region }: View): Promise<Cell> {
  return { picture: await thumbnail(photo, box, region).png(cellPng).toBuffer(), words: 'photo' };
}

async function cellOn(answer: Buffer, name: string, background: Background, { box, region }: View): Promise<Cell> {
  const picture = await (await onBackground(answer, background, box, region)).png(cellPng).toBuffer();
  return { picture, words: `${name} on ${background}` };
}

/** Rows of cells, each as high as its highest picture. */
async function sheetOf(number: string, rows: readonly (readonly Cell[])[], box: Box): Promise<Buffer> {
  const overlays: OverlayOptions[] = [];
  const words: string[] = [];
  let top = gapPx;
  for (const row of rows) {
    let rowPx = 0;
    for (const [across, { picture, words: written }] of row.entries()) {
      const left = gapPx + across * (box.width + gapPx);
      const { height } = await sharp(picture).metadata();
      overlays.push({ input: picture, left, top: top + labelPx });
      words.push(label(left, top, box.width, `${number} ${written}`));
      rowPx = Math.max(rowPx, height + labelPx);
    }
    top += rowPx + gapPx;
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetPx}" height="${top}">${words.join('')}</svg>`;
  return sharp({ create: { width: sheetPx, height: top, channels: 3, background: '#c9ccd1' } })
    .composite([...overlays, { input: Buffer.from(drawing) }])
    .png(sheetPng)
    .toBuffer();
}
