/** Sheets for looking at answers: one to find places by, one to judge what clicks made. */
import { readFileSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import { type Background, type Box, onBackground, thumbnail } from '../galleries/backgrounds.ts';
import { label, labelPx } from '../galleries/label.ts';
import { type Mark, mostMarks } from './marks.ts';

/** A colour that is in no subject here. */
const loud: Background = 'magenta';
const gapPx = 8;
/** No sheet is larger, so that no viewer makes it smaller. */
const sheetBox: Box = { width: 1500, height: 880 };
const gridPercent = 10;

interface Cell {
  readonly picture: Buffer;
  readonly words: string;
}

/** An answer and what the sheet calls it. */
export interface NamedAnswer {
  readonly name: string;
  readonly picture: Buffer;
}

/** Photo and answer, both under lines at each tenth of width and height, for reading off where one would click. */
export async function markingSheet(photo: string, file: string, answer: Buffer): Promise<Buffer> {
  const { upright, box } = await cellsFor(file, 2);
  const cells = [
    { picture: await drawnOver(await thumbnail(upright, box).png().toBuffer(), grid), words: photo },
    { picture: await drawnOver(await shown(answer, box), grid), words: 'answer' },
  ];
  return sheetOf(cells, box);
}

/** The photo with its marks, and answers, none of which says how many clicks it had. */
export async function judgingSheet(
  photo: string,
  file: string,
  marks: readonly Mark[],
  answers: readonly NamedAnswer[],
): Promise<Buffer> {
  const { upright, box } = await cellsFor(file, answers.length + 1);
  const words = marks.map(({ kind }, index) => `${index + 1} ${kind}`).join(', ');
  const marked = await drawnOver(await thumbnail(upright, box).png().toBuffer(), (size) => crosses(marks, size));
  const cells: Cell[] = [{ picture: marked, words: `${photo}: ${words}` }];
  for (const { name, picture } of answers) cells.push({ picture: await shown(picture, box), words: name });
  return sheetOf(cells, box);
}

/**
 * The size of one of `count` cells that shows pictures of such a shape largest.
 * @param aspect width by height
 */
export function cellFor(count: number, aspect: number): Box {
  const boxes = Array.from({ length: count }, (_, index) => {
    const across = index + 1;
    const down = Math.ceil(count / across);
    return {
      width: Math.floor((sheetBox.width - gapPx) / across) - gapPx,
      height: Math.floor((sheetBox.height - gapPx) / down) - gapPx - labelPx,
    };
  });
  const shownWidth = ({ width, height }: Box) => Math.min(width, height * aspect);
  const { width, height } = boxes.reduce((best, each) => (shownWidth(each) > shownWidth(best) ? each : best));
  return { width, height: Math.min(height, Math.ceil(width / aspect)) };
}

async function cellsFor(file: string, count: number): Promise<{ readonly upright: Buffer; readonly box: Box }> {
  const upright = await sharp(readFileSync(file)).autoOrient().png({ compressionLevel: 1 }).toBuffer();
  const { width, height } = await sharp(upright).metadata();
  return { upright, box: cellFor(count, width / height) };
}

async function shown(answer: Buffer, box: Box): Promise<Buffer> {
  return (await onBackground(answer, loud, box)).png().toBuffer();
}

async function drawnOver(picture: Buffer, drawing: (size: Box) => string): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const input = Buffer.from(svg({ width, height }, drawing({ width, height })));
  return sharp(picture).composite([{ input }]).png().toBuffer();
}

function grid({ width, height }: Box): string {
  const lines: string[] = [];
  for (let percent = gridPercent; percent < 100; percent += gridPercent) {
    const [x, y] = [(percent / 100) * width, (percent / 100) * height];
    for (const [colour, shift] of [
      ['black', 0],
      ['white', 1],
    ] as const) {
      const [atX, atY] = [x + shift, y + shift];
      const stroke = `stroke="${colour}" stroke-opacity="0.35"`;
      lines.push(`<line x1="${atX}" y1="0" x2="${atX}" y2="${height}" ${stroke}/>`);
      lines.push(`<line x1="0" y1="${atY}" x2="${width}" y2="${atY}" ${stroke}/>`);
      lines.push(words(atX + 1, 10 + shift, colour, percent), words(1 + shift, atY - 1, colour, percent));
    }
  }
  return lines.join('');
}

function words(x: number, y: number, colour: string, text: number): string {
  return `<text x="${x}" y="${y}" fill="${colour}" font-family="sans-serif" font-size="11">${text}</text>`;
}

function crosses(marks: readonly Mark[], { width, height }: Box): string {
  return marks
    .slice(0, mostMarks)
    .map(({ kind, x, y }, index) => {
      const colour = kind === 'keep' ? '#00e000' : '#ff0000';
      const [atX, atY] = [(x / 100) * width, (y / 100) * height];
      const circle = `<circle cx="${atX}" cy="${atY}" r="7" fill="none" stroke="${colour}" stroke-width="3"/>`;
      const number = `<text x="${atX + 9}" y="${atY + 5}" fill="${colour}" font-family="sans-serif" font-size="18" font-weight="bold">${index + 1}</text>`;
      return circle + number;
    })
    .join('');
}

async function sheetOf(cells: readonly Cell[], box: Box): Promise<Buffer> {
  const across = Math.max(1, Math.floor((sheetBox.width - gapPx) / (box.width + gapPx)));
  const overlays: OverlayOptions[] = [];
  const labels: string[] = [];
  for (const [index, { picture, words: below }] of cells.entries()) {
    const left = gapPx + (index % across) * (box.width + gapPx);
    const top = gapPx + Math.floor(index / across) * (box.height + labelPx + gapPx);
    overlays.push({ input: picture, left, top });
    labels.push(label(left, top + box.height, box.width, below));
  }
  const width = Math.min(cells.length, across) * (box.width + gapPx) + gapPx;
  const height = Math.ceil(cells.length / across) * (box.height + labelPx + gapPx) + gapPx;
  overlays.push({ input: Buffer.from(svg({ width, height }, labels.join(''))) });
  return sharp({ create: { width, height, channels: 3, background: '#c9ccd1' } })
    .composite(overlays)
    .png({ compressionLevel: 3 })
    .toBuffer();
}

function svg({ width, height }: Box, drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
}
