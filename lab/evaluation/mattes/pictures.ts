/** Writes what was measured as pictures, cutouts on red. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import type { Truth } from './map.ts';

/** Writes a composite as PNG. */
export async function writeComposite(folder: string, name: string, rgb: Uint8Array, size: Size): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const raw = { width: size.widthPx, height: size.heightPx, channels: 3 } as const;
  await sharp(rgb, { raw })
    .png()
    .toFile(path.join(folder, `${name}.png`));
}

/** Writes a cutout on red as PNG. */
export async function writeCutout(folder: string, name: string, rgba: Uint8Array, size: Size): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const raw = { width: size.widthPx, height: size.heightPx, channels: 4 } as const;
  await sharp(rgba, { raw })
    .flatten({ background: 'red' })
    .png()
    .toFile(path.join(folder, `${name}.png`));
}

/** The truth as a cutout: RGBA, 0 to 255. */
export function cutoutOf({ alpha, colours }: Truth): Uint8Array {
  const rgba = new Uint8Array(alpha.values.length * 4);
  for (let pixel = 0; pixel < alpha.values.length; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      rgba[pixel * 4 + channel] = Math.round(colours[pixel * 3 + channel] * 255);
    }
    rgba[pixel * 4 + 3] = Math.round(alpha.values[pixel] * 255);
  }
  return rgba;
}
