/** The picture that other sites show beside a link to one of our pages. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { sharePicture } from '../layout/layout.tsx';

const { width, height } = sharePicture;
const samples = path.join(path.dirname(fileURLToPath(import.meta.url)), 'samples');

/**
 * Makes it from a sample that is half photo, half cutout: the middle of both is the middle of the picture, the photo goes on
 * to the left as a blur of its side, and squares show through the cutout up to the right edge.
 * @param file to be written, a JPEG: not everybody who shows such pictures reads WebP
 */
export async function makeSharePicture(file: string): Promise<void> {
  const left = (width - height) / 2;
  const [split, side] = await Promise.all([
    sharp(path.join(samples, 'split.webp')).resize(height, height).png().toBuffer(),
    sharp(path.join(samples, 'split.webp'))
      .extract({ left: 0, top: 0, width: 30, height: 440 })
      .removeAlpha()
      .resize(left, height, { fit: 'fill' })
      .blur(12)
      .png()
      .toBuffer(),
  ]);
  await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: side, left: 0, top: 0 },
      { input: squares, left: width / 2, top: 0 },
      { input: split, left, top: 0 },
    ])
    .jpeg({ mozjpeg: true, quality: 64 })
    .toFile(file);
}

const squares = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height}">
  <pattern id="squares" width="60" height="60" patternUnits="userSpaceOnUse">
    <path fill="#fff" d="M0 0h60v60H0z"/><path fill="#e9e7e4" d="M0 0h30v30H0zM30 30h30v30H30z"/>
  </pattern>
  <path fill="url(#squares)" d="M0 0h${width / 2}v${height}H0z"/>
</svg>`);
