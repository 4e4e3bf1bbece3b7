/** Photos of given sizes and formats, made once a run from a photo or a render of a car, with noise, so that codecs have work. */
import sharp from 'sharp';
import { inProject } from '../../../src/local/root.ts';

/** Where the pictures come from, and how strong their noise is: a camera's, or the texture of a picture that is rich in detail. */
const origins = {
  coffee: { file: 'test/fixtures/photos/coffee.png', sigma: 6 },
  rich: { file: 'test/fixtures/photos/grace_hopper.jpg', sigma: 40 },
  car: { file: 'test/fixtures/cars/coupe.jpg', sigma: 6 },
} as const;
export type Subject = keyof typeof origins;

/** JPEG is baseline, 4:2:0; turned is stored on its side, as phones store a photo that was held upright; WebP is lossy. */
export type Form = 'JPEG' | 'turned JPEG' | 'progressive JPEG' | 'PNG' | 'WebP';

/** Megapixels of the smallest photo, 256 pixels wide. */
export const smallest = (256 * 192) / 1e6;
/** EXIF: the stored left side is the bottom of the picture. */
const turned = 6;
const quality = 90;

const made = new Map<string, Promise<Buffer>>();

/** A file of about that many megapixels, 4:3, or 3:4 where the photo was held upright. */
export function benchPhoto(subject: Subject, megapixels: number, form: Form = 'JPEG'): Promise<Buffer> {
  const name = `${subject} ${megapixels} ${form}`;
  const photo = made.get(name) ?? make(subject, megapixels, form);
  made.set(name, photo);
  return photo;
}

/** What tables call a size. */
export function sizeName(megapixels: number): string {
  return megapixels < 1 ? `${sidesOf(megapixels).width} px` : `${megapixels} MP`;
}

function sidesOf(megapixels: number): { readonly width: number; readonly height: number } {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  return { width, height: Math.round((width * 3) / 4) };
}

async function make(subject: Subject, megapixels: number, form: Form): Promise<Buffer> {
  const { file, sigma } = origins[subject];
  const size = sidesOf(megapixels);
  const enlarged = sharp(inProject(file)).resize({ ...size, fit: 'fill', kernel: 'cubic' });
  // A file of 12 megapixels with noise in it would be larger than an upload may be.
  if (form === 'PNG') return enlarged.removeAlpha().png({ adaptiveFiltering: true }).toBuffer();
  const noise = { type: 'gaussian' as const, mean: 128, sigma };
  const grain = await sharp({ create: { ...size, channels: 3, background: 'black', noise } })
    .raw()
    .toBuffer();
  const picture = enlarged.composite([{ input: grain, raw: { ...size, channels: 3 }, blend: 'soft-light' }]);
  switch (form) {
    case 'WebP':
      return picture.webp({ quality, effort: 0 }).toBuffer();
    case 'turned JPEG': {
      const upright = await picture.removeAlpha().raw().toBuffer();
      return sharp(upright, { raw: { ...size, channels: 3 } })
        .rotate(270)
        .jpeg({ quality })
        .withMetadata({ orientation: turned })
        .toBuffer();
    }
    default:
      return picture.jpeg({ quality, progressive: form === 'progressive JPEG' }).toBuffer();
  }
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
