/** Backgrounds like the subject before them, of its own hue and lightness, some out of focus. */
import sharp from 'sharp';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { generator } from '../../../testing/random.ts';
import { bandOf } from './band.ts';
import type { Truth } from './map.ts';

/** How each scene of a subject shows its background, in turn. The last has lights beyond the focus, of any colour. */
const focuses = ['sharp', 'soft', 'softer', 'lights'] as const;

/** Standard deviation of the blur as a share of the frame's width. */
const blurs = { sharp: 0, soft: 1 / 120, softer: 1 / 40, lights: 1 / 40 };

/** Of 255: the mean of the background is at most this far from the subject's, channel by channel; 30 in all. */
const shift = 17;
const farthest = 30;

/**
 * A background graded to the colour of what the subject's soft edge shows.
 * @param background RGB, height × width × 3, 0 to 255
 * @param number of the scene among those of its subject, from 0
 * @throws Error where the photo cannot be graded so
 */
export async function alikeBackground(
  background: Uint8Array,
  truth: Truth,
  frame: Size,
  { number, seed }: { readonly number: number; readonly seed: number },
): Promise<Uint8Array> {
  const next = generator(seed ^ 0x5eed);
  const focus = focuses[number % focuses.length];
  const wanted = edgeColour(truth).map((value) => Math.min(250, Math.max(5, value + (next() * 2 - 1) * shift)));
  const sigma = blurs[focus] * frame.widthPx;
  const raw = { width: frame.widthPx, height: frame.heightPx, channels: 3 } as const;
  const blurred = sigma > 0 ? await sharp(background, { raw }).blur(sigma).raw().toBuffer() : background;
  const graded = gradedTo(blurred, wanted);
  if (focus === 'lights') putLights(graded, frame, next);
  return graded;
}

/** The mean of the subject's own colours in the band, by alpha, 0 to 255. */
function edgeColour({ alpha, colours }: Truth): number[] {
  const band = bandOf(alpha);
  const sum = [0, 0, 0];
  let weight = 0;
  for (let pixel = 0; pixel < band.length; pixel++) {
    const opacity = band[pixel] * alpha.values[pixel];
    for (let channel = 0; channel < 3; channel++) sum[channel] += opacity * colours[pixel * 3 + channel] * 255;
    weight += opacity;
  }
  return sum.map((value) => value / weight);
}

/** Moves the mean of each channel; contrast shrinks where a channel would leave 0 to 255. */
function gradedTo(rgb: Uint8Array, wanted: readonly number[]): Uint8Array {
  const graded = new Uint8ClampedArray(rgb.length);
  for (const [channel, mean] of wanted.entries()) {
    const [before, deviation] = spreadOf(rgb, channel);
    const gain = Math.min(1, Math.min(mean, 255 - mean) / (1.5 * deviation));
    for (let at = channel; at < rgb.length; at += 3) graded[at] = mean + gain * (rgb[at] - before);
  }
  const away = Math.hypot(...wanted.map((mean, channel) => spreadOf(graded, channel)[0] - mean));
  if (away > farthest) throw new Error(`The background stays ${away.toFixed(0)} of 255 away from the subject's colour`);
  return new Uint8Array(graded.buffer);
}

/** Mean and standard deviation of a channel. */
function spreadOf(rgb: Uint8Array | Uint8ClampedArray, channel: number): [mean: number, deviation: number] {
  let [sum, squares] = [0, 0];
  for (let at = channel; at < rgb.length; at += 3) {
    sum += rgb[at];
    squares += rgb[at] ** 2;
  }
  const mean = sum / (rgb.length / 3);
  return [mean, Math.sqrt(Math.max(1, squares / (rgb.length / 3) - mean ** 2))];
}

/** Discs of light, as points beyond the focus become. */
function putLights(rgb: Uint8Array, { widthPx, heightPx }: Size, next: () => number): void {
  for (let light = 0; light < 60; light++) {
    const radius = widthPx * (0.008 + 0.03 * next());
    const [left, top, opacity] = [next() * widthPx, next() * heightPx, 0.5 + 0.4 * next()];
    const colour = [next() * 255, next() * 255, next() * 255];
    for (let y = Math.max(0, Math.floor(top - radius)); y < Math.min(heightPx, top + radius); y++) {
      for (let x = Math.max(0, Math.floor(left - radius)); x < Math.min(widthPx, left + radius); x++) {
        const share = opacity * Math.min(1, Math.max(0, radius - Math.hypot(x - left, y - top)));
        const at = (y * widthPx + x) * 3;
        for (let channel = 0; channel < 3; channel++)
          rgb[at + channel] += share * (colour[channel] - rgb[at + channel]);
      }
    }
  }
}
