/** Thumbnails of transparent pictures on backgrounds. */
import sharp, { type Region, type Sharp } from 'sharp';

export const backgrounds = ['white', 'dark', 'black', 'red', 'checkerboard', 'green', 'magenta'] as const;
export type Background = (typeof backgrounds)[number];

/** What a thumbnail must fit into. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

const colours = {
  white: '#ffffff',
  dark: '#26282c',
  black: '#000000',
  red: '#e00000',
  green: '#00b140',
  magenta: '#ff00c8',
} as const;
const squarePx = 12;
const squares = [255, 214, 214, 255];

/** The picture, or a region of it, inside the box: upright and never enlarged. */
export function thumbnail(picture: Buffer, box: Box, region?: Region): Sharp {
  const upright = sharp(picture).autoOrient();
  return (region ? upright.extract(region) : upright).resize({ ...box, fit: 'inside', withoutEnlargement: true });
}

/** The thumbnail on a background. */
export async function onBackground(picture: Buffer, background: Background, box: Box, region?: Region): Promise<Sharp> {
  const { data, info } = await thumbnail(picture, box, region).png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (background !== 'checkerboard') {
    return sharp({ create: { width, height, channels: 3, background: colours[background] } }).composite([
      { input: data },
    ]);
  }
  const sidePx = 2 * squarePx;
  const tile = await sharp(Buffer.from(squares), { raw: { width: 2, height: 2, channels: 1 } })
    .resize(sidePx, sidePx, { kernel: 'nearest' })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
    { input: tile, tile: true },
    { input: data },
  ]);
}
