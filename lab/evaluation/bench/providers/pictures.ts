/** What networks see: photos at their size, and behind red, green and blue the matte that float32 gives on the processor. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { WireTensor } from '../../../../src/wire/protocol/tensor.ts';
import { pixelsOf } from '../photos.ts';

/** Where a network takes more than three channels. */
export interface Matte {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly alpha: Uint8Array;
}

export interface Photo {
  readonly name: string;
  readonly file: Buffer;
  matte?: Matte;
}

/** The photos of a folder by their names, at most `most`. */
export async function photosOf(folder: string, most: number): Promise<Photo[]> {
  const names = readdirSync(folder)
    .filter((name) => /\.(jpe?g|png)$/i.test(name))
    .sort()
    .slice(0, most);
  return Promise.all(names.map(async (name) => ({ name, file: await readFile(path.join(folder, name)) })));
}

/** A photo as the input of a network whose shape is [-1,H,W,C]. */
export async function inputOf(
  { file, matte }: Photo,
  { name, shape: [, heightPx, widthPx, channels] }: { readonly name: string; readonly shape: readonly number[] },
): Promise<WireTensor> {
  const flat = await sharp(file).rotate().flatten({ background: 'white' }).toColourspace('srgb').png().toBuffer();
  const data = await pixelsOf(flat, widthPx, heightPx, channels);
  if (channels > 3 && matte) {
    const raw = { width: matte.widthPx, height: matte.heightPx, channels: 1 as const };
    const alpha = await sharp(matte.alpha, { raw })
      .resize(widthPx, heightPx, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let pixel = 0; pixel < alpha.length; pixel += 1) {
      data.fill(alpha[pixel], pixel * channels + 3, (pixel + 1) * channels);
    }
  }
  return { name, datatype: 'UINT8', shape: [1, heightPx, widthPx, channels], data };
}

/** The same sample several times. */
export function batchOf(sample: WireTensor, batch: number): WireTensor {
  const data = Buffer.concat(Array<Uint8Array>(batch).fill(sample.data));
  return { ...sample, shape: [batch, ...sample.shape.slice(1)], data };
}
