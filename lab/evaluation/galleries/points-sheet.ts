/** A photo with its clicks, its cutout before them, and after them. */
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { type Box, onBackground, thumbnail } from './backgrounds.ts';
import { label, labelPx } from './label.ts';

export interface ClickedPhoto {
  readonly photo: Buffer;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly clicks: readonly Click[];
}

/** A place of the photo, in percent of its sides. */
export interface Click {
  readonly kind: 'keep' | 'drop';
  readonly x: number;
  readonly y: number;
}

/** Of each of the three pictures. */
const box: Box = { width: 320, height: 320 };
const gapPx = 8;
const colours = { keep: '#0a7d2c', drop: '#c8102e' } as const;

/** Draws the three pictures side by side. */
export async function pointsSheet({ photo, before, after, clicks }: ClickedPhoto): Promise<Sharp> {
  const pictures = [
    { words: clicks.map(({ kind }) => kind).join(', '), picture: thumbnail(photo, box) },
    { words: 'before', picture: await onBackground(before, 'checkerboard', box) },
    { words: 'after', picture: await onBackground(after, 'checkerboard', box) },
  ];
  const parts: OverlayOptions[] = [];
  const drawn: string[] = [];
  let [left, bottom] = [gapPx, 0];
  for (const [column, { words, picture }] of pictures.entries()) {
    const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
    parts.push({ input: data, left, top: labelPx });
    drawn.push(label(left, 0, info.width, words));
    if (column === 0) drawn.push(...clicks.map((click) => mark(click, left, info.width, info.height)));
    left += info.width + gapPx;
    bottom = Math.max(bottom, labelPx + info.height + gapPx);
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${left}" height="${bottom}">${drawn.join('')}</svg>`;
  return sharp({ create: { width: left, height: bottom, channels: 3, background: '#c9ccd1' } }).composite([
    ...parts,
    { input: Buffer.from(drawing) },
  ]);
}

/** A disc with a plus or a minus, to be seen on any colour. */
function mark({ kind, x, y }: Click, left: number, width: number, height: number): string {
  const [across, down] = [left + (x / 100) * width, labelPx + (y / 100) * height];
  const sign = `M${across - 5} ${down}h10${kind === 'keep' ? `M${across} ${down - 5}v10` : ''}`;
  const disc = `<circle cx="${across}" cy="${down}" r="9" fill="${colours[kind]}" stroke="#fff" stroke-width="2"/>`;
  return `${disc}<path d="${sign}" stroke="#fff" stroke-width="2"/>`;
}
