/** A page of pairs: what went in beside what came out, names beneath. */
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Box } from './backgrounds.ts';
import { label, labelPx } from './label.ts';

export interface Pair {
  readonly input: Sharp;
  readonly inputLabel: string;
  /** Null where the service refused; the label says why. */
  readonly output: Sharp | null;
  readonly outputLabel: string;
}

const gapPx = 8;
const pairsAcross = 2;
export const pairsOfPage = 6 * pairsAcross;

/** One page as a PNG; as tall as its pairs need. */
export async function sheet(pairs: readonly Pair[], cell: Box): Promise<Buffer> {
  const rows = Math.ceil(pairs.length / pairsAcross);
  const width = 2 * pairsAcross * (cell.width + gapPx) + gapPx;
  const height = rows * (cell.height + labelPx + gapPx) + gapPx;
  const pictures: OverlayOptions[] = [];
  const labels: string[] = [];
  for (const [index, pair] of pairs.entries()) {
    const top = gapPx + Math.floor(index / pairsAcross) * (cell.height + labelPx + gapPx);
    const left = gapPx + (index % pairsAcross) * 2 * (cell.width + gapPx);
    const cells = [
      { x: left, picture: pair.input, words: pair.inputLabel },
      { x: left + cell.width + gapPx, picture: pair.output, words: pair.outputLabel },
    ];
    for (const { x, picture, words } of cells) {
      labels.push(label(x, top + cell.height, cell.width, words));
      if (!picture) continue;
      const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
      const indent = { across: (cell.width - info.width) >> 1, down: (cell.height - info.height) >> 1 };
      pictures.push({ input: data, left: x + indent.across, top: top + indent.down });
    }
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${labels.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#c9ccd1' } })
    .composite([...pictures, { input: Buffer.from(drawing) }])
    .png()
    .toBuffer();
}
