/** One crop of a photo at 100 %: plain edges above refined ones, a column for each background, the whole photo beside them. */
import sharp, { type OverlayOptions, type Region, type Sharp } from 'sharp';
import { type Background, type Box, onBackground, thumbnail } from './backgrounds.ts';
import { label, labelPx } from './label.ts';

export interface EdgeComparison {
  readonly photo: Buffer;
  readonly plain: Buffer;
  readonly refined: Buffer;
  /** The part that is shown, in pixels of the upright photo. */
  readonly crop: Region;
}

const columns: readonly Background[] = ['white', 'black', 'red', 'checkerboard'];
const gapPx = 8;
const overviewPx = 260;

/**
 * Draws the sheet.
 * @param comparison photo, and its cutout with plain and with refined edges, all of one size
 */
export async function edgeSheet({ photo, plain, refined, crop }: EdgeComparison): Promise<Sharp> {
  const { width: widthPx, height: heightPx } = await sharp(refined).metadata();
  const overview: Box = { width: overviewPx, height: crop.height - labelPx };
  const rows = [
    { words: 'plain', cutout: plain, whole: thumbnail(photo, overview) },
    { words: 'refined', cutout: refined, whole: await onBackground(refined, 'checkerboard', overview) },
  ];
  const width = 2 * gapPx + overviewPx + columns.length * (crop.width + gapPx);
  const height = labelPx + rows.length * (crop.height + gapPx);
  const leftOf = (column: number) => 2 * gapPx + overviewPx + column * (crop.width + gapPx);
  const drawn = columns.map((background, column) => label(leftOf(column), 0, crop.width, background));
  const pictures: OverlayOptions[] = [];
  for (const [row, { words, cutout, whole }] of rows.entries()) {
    const top = labelPx + row * (crop.height + gapPx);
    const { data, info } = await whole.png().toBuffer({ resolveWithObject: true });
    pictures.push({ input: data, left: gapPx, top });
    drawn.push(mark(crop, info.width / widthPx, info.height / heightPx, top));
    drawn.push(label(gapPx, top + info.height, overviewPx, words));
    for (const [column, background] of columns.entries()) {
      const laid = await onBackground(cutout, background, crop, crop);
      pictures.push({ input: await laid.png().toBuffer(), left: leftOf(column), top });
    }
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#c9ccd1' } }).composite([
    ...pictures,
    { input: Buffer.from(drawing) },
  ]);
}

/** A frame around the crop on the overview that starts at `top`, to be seen on any colour. */
function mark({ left, top, width, height }: Region, across: number, down: number, overviewTop: number): string {
  const place = `x="${gapPx + left * across}" y="${overviewTop + top * down}"`;
  const frame = `<rect ${place} width="${width * across}" height="${height * down}" fill="none"`;
  return `${frame} stroke="#fff" stroke-width="4"/>${frame} stroke="#d00" stroke-width="2"/>`;
}
