/** Photos as PNG files of at most 20 MB. */
import sharp from 'sharp';
import { inProject } from '../../../../src/local/root.ts';

export interface PngKind {
  readonly bits: 8 | 16;
  readonly alpha?: boolean;
}

/** Not interlaced, 4:3. Enlarged from a small photo: a camera's noise would be more than a file may have. */
export function pngPhoto(megapixels: number, { bits, alpha = false }: PngKind): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const size = { width, height: Math.round((width * 3) / 4) };
  const photo = sharp(inProject('test/fixtures/photos/grace_hopper.jpg')).resize({ ...size, fit: 'fill' });
  const colours = alpha ? photo.ensureAlpha(0.5) : photo.removeAlpha();
  return colours
    .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
    .png({ adaptiveFiltering: true })
    .toBuffer();
}
