/** Sheets for judging without a browser: a showing's answers on every background, fitted and at 100 %. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type OverlayOptions, type Region } from 'sharp';
import { type Background, type Box, onBackground, thumbnail } from '../galleries/backgrounds.ts';
import { label, labelPx } from '../galleries/label.ts';
import { closeUps } from './close-ups.ts';
import type { Pair } from './pairs.ts';
import { other, type Showing } from './showings.ts';
import { paddedNumber } from './verdicts.ts';

const backgrounds: readonly Background[] = ['white', 'black', 'green', 'checkerboard'];
const gapPx = 8;
/** No sheet has more than 1,500 × 870 pixels, so that no viewer reduces what is meant to be at 100 %. */
const fitted: Box = { width: 488, height: 400 };
const fittedAcross = 3;
const closeUpPx = 288;

interface Cell {
  readonly picture: Buffer;
  readonly words: string;
}

/** The photo or an answer, as a sheet calls it. */
interface Named {
  readonly name: string;
  readonly picture: Buffer;
}

/**
 * Writes NUMBER-x.png and NUMBER-y.png, each answer fitted beside the photo, and NUMBER-close-up-1.png and -2.png, parts of
 * both at 100 %. Where both have the same pixels there is one answer.
 */
export async function writeSheets(showing: Showing, { photo: file, answers }: Pair, folder: string): Promise<void> {
  const photo: Named = { name: 'photo', picture: await sharp(file).autoOrient().png().toBuffer() };
  const x = { name: 'x', picture: readFileSync(answers[showing.x]) };
  const named = showing.same ? [x] : [x, { name: 'y', picture: readFileSync(answers[other(showing.x)]) }];
  const number = paddedNumber(showing.number);
  const write = async (name: string, rows: readonly (readonly Cell[])[]) =>
    writeFileSync(path.join(folder, `${number}-${name}.png`), await sheetOf(number, rows));

  const pictures = named.map(({ picture }) => picture);
  for (const each of named) {
    const cells = await cellsOf(photo, each, fitted);
    await write(each.name, [cells.slice(0, fittedAcross), cells.slice(fittedAcross)]);
  }
  for (const [index, region] of (await closeUps(pictures, closeUpPx)).entries()) {
    const rows: Cell[][] = [];
    for (const each of named) rows.push(await cellsOf(photo, each, region, region));
    await write(`close-up-${index + 1}`, rows);
  }
}

/** The photo, and an answer on each background; of all of it, or of a region. */
async function cellsOf(photo: Named, answer: Named, box: Box, region?: Region): Promise<Cell[]> {
  const part = (picture: Buffer) => thumbnail(picture, box, region).png().toBuffer();
  const cells = [{ picture: await part(photo.picture), words: photo.name }];
  const shown = await part(answer.picture);
  for (const background of backgrounds) {
    const picture = await (await onBackground(shown, background, box)).png().toBuffer();
    cells.push({ picture, words: `${answer.name} on ${background}` });
  }
  return cells;
}

/** Cells of one size in rows, each with the number and its words beneath. */
async function sheetOf(number: string, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const box = await sharp(rows[0][0].picture).metadata();
  const width = Math.max(...rows.map((row) => row.length)) * (box.width + gapPx) + gapPx;
  const height = rows.length * (box.height + labelPx + gapPx) + gapPx;
  const overlays: OverlayOptions[] = [];
  const words: string[] = [];
  for (const [down, row] of rows.entries()) {
    for (const [across, cell] of row.entries()) {
      const left = gapPx + across * (box.width + gapPx);
      const top = gapPx + down * (box.height + labelPx + gapPx);
      overlays.push({ input: cell.picture, left, top });
      words.push(label(left, top + box.height, box.width, `${number} ${cell.words}`));
    }
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${words.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#c9ccd1' } })
    .composite([...overlays, { input: Buffer.from(drawing) }])
    .png()
    .toBuffer();
}
