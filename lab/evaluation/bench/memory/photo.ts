/** Photos as phones store them, of any size and at most 20 MB. */
import sharp from 'sharp';
import { inProject } from '../../../../src/local/root.ts';

const subjects = {
  coffee: 'test/fixtures/photos/coffee.png',
  portrait: 'test/fixtures/photos/grace_hopper.jpg',
  car: 'test/fixtures/cars/coupe.jpg',
};

export interface PhonePhoto {
  readonly megapixels: number;
  /** Coffee where it is left out. */
  readonly subject?: keyof typeof subjects;
  /** Held upright: stored on its side, orientation 6. */
  readonly turned?: boolean;
  readonly progressive?: boolean;
  /** Lossy WebP instead of JPEG. */
  readonly webp?: boolean;
}

const tile = { width: 640, height: 640 };

/** A file, 4:2:0 and 4:3, with so much noise that its codes are as long as a photo's. */
export async function phonePhoto(photo: PhonePhoto): Promise<Buffer> {
  const { megapixels, subject = 'coffee', turned, progressive, webp } = photo;
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const [uprightWidth, uprightHeight] = turned ? [height, width] : [width, height];
  const source = sharp(inProject(subjects[subject])).resize(uprightWidth, uprightHeight, { fit: 'fill' });
  const stored = turned ? source.rotate(-90) : source;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 26 };
  const grain = await sharp({ create: { ...tile, channels: 3, background: 'black', noise } })
    .raw()
    .toBuffer();
  const picture = sharp(await stored.removeAlpha().raw().toBuffer(), {
    raw: { width, height, channels: 3 },
    limitInputPixels: false,
  })
    .composite([{ input: grain, raw: { ...tile, channels: 3 }, tile: true, blend: 'soft-light' }])
    .withMetadata({ orientation: turned ? 6 : 1 });
  return (webp ? picture.webp({ quality: 80, effort: 0 }) : picture.jpeg({ quality: 80, progressive })).toBuffer();
}
