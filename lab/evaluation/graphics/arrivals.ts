/**
 * Drawings as they arrive: JPEG and WebP files, pictures that were made larger or smaller, gradients, scans on paper. From a seed, the
 * same on every run.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import type { Dice } from '../../../testing/dice.ts';
import type { Art } from './fetch.ts';
import type { Half } from './packages.ts';
import { composite, type DrawnPicture, drawing, linear } from './pictures.ts';

/** How a drawing came to be a file. */
export const ways = ['jpeg', 'jpeg_444', 'webp', 'resampled', 'gradient', 'grain'] as const;
export type Way = (typeof ways)[number];

const leastQuality = 40;
const mostQuality = 95;
/** Levels of the gradient, from one end of the background to the other. */
const gradientLevels = 8;
const kernels = ['lanczos3', 'cubic', 'linear', 'mitchell'] as const;

/** The half that a number belongs to: by hash, so that nobody chooses what is tuned on. */
export function halfOf(number: number): Half {
  return createHash('sha256').update(`graphics as they arrive ${number}`).digest()[0] % 2 === 0 ? 'tuning' : 'held_out';
}

/** The first numbers of a half, each with its way: all ways in turns. */
export function* arrivalsOf(half: Half, from: number, count: number): Generator<{ number: number; way: Way }> {
  for (let number = 0, found = 0; found < from + count; number++) {
    if (halfOf(number) !== half) continue;
    if (found >= from) yield { number, way: ways[found % ways.length] };
    found++;
  }
}

/** The drawing of a number as it arrives by a way. */
export async function arrivedPicture(half: Half, number: number, way: Way, art: Art): Promise<DrawnPicture> {
  const name = `${half}-${way}-${String(number).padStart(3, '0')}`;
  const { dice, kind, layer, widthPx, heightPx, background } = await drawing(`arriving ${name}`, art);
  const samples = composite(
    layer,
    { widthPx, heightPx },
    background,
    linear(dice, way === 'gradient' ? gradientLevels : 0),
  );
  const alpha = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => layer[at * 4 + 3]);
  const drawn = { name, kind, parts: [way], widthPx, heightPx, alpha };
  const size = { widthPx, heightPx };
  switch (way) {
    case 'jpeg':
      return { ...drawn, ...(await jpeg(samples, size, dice, '4:2:0')) };
    case 'jpeg_444':
      return { ...drawn, ...(await jpeg(samples, size, dice, '4:4:4')) };
    case 'webp':
      return { ...drawn, ...(await webp(samples, size, dice)) };
    case 'gradient':
      return { ...drawn, ...(await anyFile(samples, size, dice)) };
    case 'grain':
      return { ...drawn, ...(await scanned(samples, size, dice)) };
    case 'resampled':
      return { ...drawn, ...(await resampled(samples, alpha, size, dice)) };
  }
}

/** A file, and how it was made, in words. */
type Saved = Pick<DrawnPicture, 'file' | 'saved'>;

function rgb(samples: Buffer, { widthPx, heightPx }: Size) {
  return sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

async function jpeg(samples: Buffer, size: Size, dice: Dice, chromaSubsampling: '4:2:0' | '4:4:4'): Promise<Saved> {
  const quality = dice.whole(leastQuality, mostQuality);
  const file = await rgb(samples, size).jpeg({ quality, chromaSubsampling }).toBuffer();
  return { file, saved: `JPEG ${quality} ${chromaSubsampling}` };
}

async function webp(samples: Buffer, size: Size, dice: Dice): Promise<Saved> {
  const quality = dice.whole(leastQuality, mostQuality);
  return { file: await rgb(samples, size).webp({ quality }).toBuffer(), saved: `WebP ${quality}` };
}

async function anyFile(samples: Buffer, size: Size, dice: Dice): Promise<Saved> {
  if (dice.chance(0.25)) return { file: await rgb(samples, size).png().toBuffer(), saved: 'PNG' };
  if (dice.chance(0.33)) return webp(samples, size, dice);
  return jpeg(samples, size, dice, dice.pick(['4:2:0', '4:4:4'] as const));
}

/** A scanner's soft edge, and the grain of paper, which ink does not hide. */
async function scanned(samples: Buffer, size: Size, dice: Dice): Promise<Saved> {
  const { data } = await rgb(samples, size).blur(dice.between(0.4, 0.9)).raw().toBuffer({ resolveWithObject: true });
  const deviation = dice.between(0.4, 2.5);
  const grain = grainOf(size, dice);
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.min(255, Math.max(0, Math.round(data[at] + deviation * grain[Math.floor(at / 3)])));
  }
  const { file, saved } = await anyFile(data, size, dice);
  return { file, saved: `${saved}, grain ${deviation.toFixed(1)}` };
}

/** Noise of mean 0 and deviation 1 whose grains are about two pixels wide. */
function grainOf({ widthPx, heightPx }: Size, dice: Dice): Float32Array {
  const white = Float32Array.from({ length: widthPx * heightPx }, () => dice.between(-1, 1));
  const grain = new Float32Array(white.length);
  let squares = 0;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      const right = x < widthPx - 1 ? 1 : 0;
      const below = y < heightPx - 1 ? widthPx : 0;
      grain[at] = white[at] + white[at + right] + white[at + below] + white[at + right + below];
      squares += grain[at] ** 2;
    }
  }
  const deviation = Math.sqrt(squares / grain.length);
  return grain.map((value) => value / deviation);
}

/** A PNG of another size; of three two were JPEG files before. */
async function resampled(samples: Buffer, alpha: Uint8Array, size: Size, dice: Dice) {
  const before = dice.chance(0.67) ? await jpeg(samples, size, dice, dice.pick(['4:2:0', '4:4:4'] as const)) : null;
  const scale = dice.between(0.55, 1.6);
  const kernel = dice.pick(kernels);
  const [width, height] = [Math.round(size.widthPx * scale), Math.round(size.heightPx * scale)];
  const resize = { width, height, kernel, fit: 'fill' } as const;
  const picture = before ? sharp(before.file) : rgb(samples, size);
  const file = await picture.resize(resize).png().toBuffer();
  const grey = { raw: { width: size.widthPx, height: size.heightPx, channels: 1 } } as const;
  const { data } = await sharp(alpha, grey)
    .resize(resize)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const saved = `PNG, ${scale.toFixed(2)} by ${kernel}${before ? ` of ${before.saved}` : ''}`;
  return { file, saved, widthPx: width, heightPx: height, alpha: new Uint8Array(data) };
}
