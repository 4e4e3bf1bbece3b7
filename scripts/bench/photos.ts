/** Photos of given sizes, made once a run from one real photo with some sensor noise, so that codecs have work. */
import sharp from 'sharp';
import { inProject } from '../../src/start/root.ts';

export const sizes = [1, 4, 12] as const;
export type Megapixels = (typeof sizes)[number];

const made = new Map<Megapixels, Promise<Buffer>>();

/** A JPEG of about that many megapixels, 4:3. */
export function benchPhoto(size: Megapixels): Promise<Buffer> {
  let photo = made.get(size);
  if (!photo) {
    photo = make(size);
    made.set(size, photo);
  }
  return photo;
}

async function make(size: Megapixels): Promise<Buffer> {
  const width = Math.round(Math.sqrt((size * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const noise = { width, height, channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 6 } };
  const grain = await sharp({ create: { ...noise, background: 'black' } })
    .png()
    .toBuffer();
  return sharp(inProject('test/fixtures/photos/coffee.png'))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
