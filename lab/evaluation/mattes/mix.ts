/** Making composites: I = a F + (1 - a) B, then what a camera adds. */
import sharp from 'sharp';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { generator } from '../../../testing/random.ts';
import { decoded, encoded } from './light.ts';
import type { Truth } from './map.ts';

/**
 * A part of a photo that has the frame's shape, at the frame's size: somewhere else in it for each seed, between six
 * tenths and all of what fits, every second time mirrored.
 * @returns RGB, height × width × 3, 0 to 255
 */
export async function backgroundOf(file: string, frame: Size, next: () => number): Promise<Uint8Array> {
  const { autoOrient } = await sharp(file).metadata();
  const share = 0.6 + 0.4 * next();
  const scale = share * Math.min(autoOrient.width / frame.widthPx, autoOrient.height / frame.heightPx);
  const width = Math.max(1, Math.floor(frame.widthPx * scale));
  const height = Math.max(1, Math.floor(frame.heightPx * scale));
  const left = Math.floor((autoOrient.width - width) * next());
  const top = Math.floor((autoOrient.height - height) * next());
  const upright = sharp(file).autoOrient().extract({ left, top, width, height });
  return upright
    .resize(frame.widthPx, frame.heightPx, { fit: 'fill' })
    .flop(next() < 0.5)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

/**
 * The subject over the background, rounded to bytes.
 * @param linear mixes light instead of sRGB values
 * @returns RGB, height × width × 3, 0 to 255
 */
export function mixed({ alpha, colours }: Truth, background: Uint8Array, linear: boolean): Uint8Array {
  const rgb = new Uint8Array(background.length);
  const light = Float64Array.from({ length: 256 }, (_, value) => decoded(value / 255));
  for (let pixel = 0, at = 0; pixel < alpha.values.length; pixel++) {
    const opacity = alpha.values[pixel];
    for (const end = at + 3; at < end; at++) {
      if (opacity === 0) rgb[at] = background[at];
      else if (opacity === 1 || !linear) rgb[at] = opacity * colours[at] * 255 + (1 - opacity) * background[at] + 0.5;
      else rgb[at] = encoded(opacity * decoded(colours[at]) + (1 - opacity) * light[background[at]]) * 255 + 0.5;
    }
  }
  return rgb;
}

/** Standard deviation of the noise in sRGB values, 0 to 255. */
const noiseLevel = 2;
const jpegQuality = 85;

/** The picture as a camera would store it: Gaussian noise, then JPEG with halved colour, decoded again. */
export async function photographed(rgb: Uint8Array, { widthPx, heightPx }: Size, seed: number): Promise<Uint8Array> {
  const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
  const file = await sharp(noisy(rgb, seed), { raw })
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:2:0' })
    .toBuffer();
  return sharp(file).raw().toBuffer();
}

/** Noise is drawn from a table of this many Gaussian numbers, far faster than from the formula. */
const tableBits = 16;

function noisy(rgb: Uint8Array, seed: number): Uint8Array {
  const next = generator(seed);
  const table = Float32Array.from(
    { length: 2 ** tableBits },
    () => noiseLevel * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) + 0.5,
  );
  const result = new Uint8ClampedArray(rgb.length);
  let state = seed | 1;
  for (let at = 0; at < rgb.length; at++) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    result[at] = Math.floor(rgb[at] + table[state >>> (32 - tableBits)]);
  }
  return new Uint8Array(result.buffer);
}
