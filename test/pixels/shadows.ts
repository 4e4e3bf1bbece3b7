/** Shadows as libvips draws them, of an alpha that is there already: blurs in 16 bits, so that nothing is rounded on the way. */
import sharp, { type Sharp } from 'sharp';
import type { Box } from './outputs.ts';

/** One channel of 16 bits. */
interface Grey {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Uint16Array;
}

export type Alpha = Omit<Grey, 'samples'> & { readonly samples: Uint8Array };

const full = 65_535;
/** Side of the square that is as large as a box. */
const sizeOf = ([, , width, height]: Box) => Math.sqrt(width * height);

const grey = ({ widthPx, heightPx, samples }: Grey): Sharp =>
  sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 1 } }).pipelineColourspace('grey16');

async function samplesOf(picture: Sharp): Promise<Uint16Array> {
  const data = await picture.toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
  return new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
}

/** The alpha moved down by 2 % and blurred by 3 %: 0 to 1. */
export async function dropped({ widthPx, heightPx, samples }: Alpha, box: Box): Promise<Float64Array> {
  const size = sizeOf(box);
  const exact = { widthPx, heightPx, samples: Uint16Array.from(samples, (value) => value * 257) };
  const blurred = await samplesOf(grey(exact).blur({ sigma: size * 0.03, precision: 'float', minAmplitude: 0.001 }));
  const whole = Math.floor(size * 0.02);
  const rest = size * 0.02 - whole;
  const above = (at: number, rows: number) => (blurred[at - rows * widthPx] ?? 0) / full;
  return Float64Array.from(blurred, (_, at) => above(at, whole) * (1 - rest) + above(at, whole + 1) * rest);
}

/** Height at which it has fallen to 1/e, what is left of heights, deviations along the ground and across it, opacity. */
const parts = [
  [0.03, 1, 0.012, 0.008, 1],
  [0.12, 0.5, 0.05, 0.025, 0.5],
] as const;

/** Lines along the lowest edge of each column, blurred along the ground and across it: 0 to 1. */
export async function standing(
  { widthPx, heightPx, samples }: Alpha,
  [left, top, width, height]: Box,
): Promise<Float64Array> {
  const size = sizeOf([left, top, width, height]);
  const lowest = Array.from({ length: widthPx }, (_, x) => {
    let y = heightPx;
    while (y > 0 && samples[(y - 1) * widthPx + x] < 128) y--;
    return y;
  });
  const ground = Math.max(...lowest);
  let light = new Float64Array(widthPx * heightPx).fill(1);
  for (const [fall, squeezed, along, across, opacity] of parts) {
    const line = new Uint16Array(widthPx * heightPx);
    for (const [x, edge] of lowest.entries()) {
      const rise = ground - edge;
      if (edge === 0 || rise > 2 * fall * size) continue;
      const share = full * Math.exp(-((rise / (fall * size)) ** 2));
      const y = ground - rise * squeezed - 0.5;
      const upper = Math.floor(y);
      line[upper * widthPx + x] += share * (1 - (y - upper));
      line[(upper + 1) * widthPx + x] += share * (y - upper);
    }
    const drawn = { widthPx, heightPx, samples: line };
    const wide = await samplesOf(grey(drawn).convolve(gaussian(along * size, 'along')));
    const soft = await samplesOf(grey({ ...drawn, samples: wide }).convolve(gaussian(across * size, 'across')));
    const peak = full / (across * size * Math.sqrt(2 * Math.PI));
    light = light.map((value, at) => value * (1 - opacity * Math.min(1, soft[at] / peak)));
  }
  const darkest = 1 - light.reduce((least, value) => Math.min(least, value), 1);
  const middle = top + height / 2;
  return light.map((value, at) => (Math.floor(at / widthPx) < middle ? 0 : (1 - value) / darkest));
}

/** A Gaussian in one direction, as libvips takes one: at least three weights each way. */
function gaussian(deviation: number, direction: 'along' | 'across') {
  const reach = Math.ceil(4 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-0.5 * ((at - reach) / deviation) ** 2));
  const scale = weights.reduce((sum, weight) => sum + weight, 0);
  const none = weights.map(() => 0);
  if (direction === 'along') return { width: weights.length, height: 3, kernel: [...none, ...weights, ...none], scale };
  return { width: 3, height: weights.length, kernel: weights.flatMap((weight) => [0, weight, 0]), scale };
}
