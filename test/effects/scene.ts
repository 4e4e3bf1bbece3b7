/** A photo in which every option has something to act on. */
import sharp from 'sharp';
import { once } from '../../testing/once.ts';
import { encode, type PhotoFormat, paint, type Samples } from '../../testing/photos.ts';

const widthPx = 120;
const heightPx = 80;

/**
 * A white thing with one window before black, off the middle; its right side fades out in red; a strip of green ground is
 * below it. The tiny networks take brightness for the matte, red for glass and for the refined edge, green for the shadow,
 * and the middle half for the vehicle.
 */
const scene: Samples = paint(widthPx, heightPx, 3, (x, y) => {
  const grain = ((x * 7) ^ (y * 13)) % 16;
  if (within(x, 42, 54) && within(y, 36, 45)) return [100, 255 - grain, 255];
  if (within(x, 36, 64) && within(y, 22, 52)) return [255, 255 - grain, 255];
  if (within(x, 64, 84) && within(y, 22, 52)) return faded((84 - x) / 20);
  if (within(x, 36, 64) && within(y, 56, 59)) return [0, 200, 0];
  return [grain % 4, 0, 0];
});

/**
 * A bright thing with a green arm that the matte network does not see, and a slab that it takes for subject. The tiny segmenter finds both:
 * the examples of `keep_points` lie on the arm, that of `drop_points` on the slab.
 */
const failure: Samples = paint(widthPx, heightPx, 3, (x, y) => {
  const grain = ((x * 7) ^ (y * 13)) % 16;
  if (within(x, 54, 90) && within(y, 20, 36)) return [0, 150 - grain, 0];
  if (within(x, 8, 30) && within(y, 50, 76)) return [250 - grain, 0, 255];
  if (within(x, 30, 54) && within(y, 20, 60)) return [255 - grain, 112, 120];
  return [grain % 4, 0, 0];
});

function within(value: number, from: number, to: number): boolean {
  return value >= from && value < to;
}

function faded(share: number): number[] {
  return [Math.round(255 * share), Math.round(180 * share), Math.round(60 * share)];
}

/** The photo in 120 × 80 pixels. */
export const scenePhoto = once((format: PhotoFormat): Promise<Buffer> => encode(scene, format));

/** The photo of what the matte network gets wrong, in 120 × 80 pixels. */
export const failedPhoto = once((format: PhotoFormat): Promise<Buffer> => encode(failure, format));

/** The photo without the part left of the thing, and a piece of that part. */
export async function sceneCut(format: 'png' | 'tiff'): Promise<Buffer> {
  return sharp(await scenePhoto('png'))
    .extract({ left: 40, top: 0, width: widthPx - 40, height: heightPx })
    .toFormat(format)
    .toBuffer();
}

/** A grey block on black: a graphic on one colour, large enough that its pixels say so. */
export function drawnThing(format: PhotoFormat): Promise<Buffer> {
  const samples = paint(widthPx, heightPx, 3, (x, y) => {
    const level = within(x, 20, 100) && within(y, 14, 66) ? 50 : 0;
    return [level, level, level];
  });
  return encode(samples, format);
}

/** Two grey rings on black: one is empty, and one has a sign in it, so that its inside is no hole by itself. */
export const drawnRings = once((format: PhotoFormat): Promise<Buffer> => {
  const samples = paint(widthPx, heightPx, 3, (x, y) => {
    const isRing = [30, 90].some((middle) => Math.abs(Math.hypot(x - middle, y - 40) - 20) < 5);
    const level = isRing || (within(x, 86, 94) && within(y, 36, 44)) ? 50 : 0;
    return [level, level, level];
  });
  return encode(samples, format);
});

/** The photo in the middle of a black plane of so many pixels. */
export const sceneOnPlane = once(async (format: 'png' | 'jpeg' | 'tiff', across: number, down: number) => {
  const [beside, above] = [(across - widthPx) / 2, (down - heightPx) / 2];
  return sharp(await scenePhoto('png'))
    .extend({ left: beside, right: beside, top: above, bottom: above, background: 'black' })
    .toFormat(format, { quality: 90 })
    .toBuffer();
});

/** A picture of one colour. */
export const plainPicture = once((background: string): Promise<Buffer> => {
  return sharp({ create: { width: 30, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
});
