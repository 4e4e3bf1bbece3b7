/** Photos of given sizes, made once a run from a photo or a render of a car, with sensor noise, so that codecs have work. */
import sharp from 'sharp';
import { inProject } from '../../src/start/root.ts';

export const sizes = [1, 4, 12] as const;
export type Megapixels = (typeof sizes)[number];

/** Where the pictures come from. A car operation needs a car. */
const origins = {
  coffee: 'test/fixtures/photos/coffee.png',
  car: 'test/fixtures/cars/coupe.jpg',
};
export type Subject = keyof typeof origins;

const made = new Map<string, Promise<Buffer>>();

/** A JPEG of about that many megapixels, 4:3. */
export function benchPhoto(subject: Subject, size: Megapixels): Promise<Buffer> {
  const name = `${subject} ${size}`;
  const photo = made.get(name) ?? make(subject, size);
  made.set(name, photo);
  return photo;
}

async function make(subject: Subject, size: Megapixels): Promise<Buffer> {
  const width = Math.round(Math.sqrt((size * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const noise = { width, height, channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 6 } };
  const grain = await sharp({ create: { ...noise, background: 'black' } })
    .png()
    .toBuffer();
  return sharp(inProject(origins[subject]))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The photo at a network's size; channels behind red, green and blue are 255. */
export async function pixelsOf(photo: Buffer, width: number, height: number, channels: number): Promise<Uint8Array> {
  const colours = await sharp(photo).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const data = new Uint8Array(width * height * channels).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(colours.subarray(pixel * 3, pixel * 3 + 3), pixel * channels);
  }
  return data;
}
