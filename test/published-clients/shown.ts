/** What a picture shows, in few words. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

export interface Shown {
  readonly format: string;
  readonly size: readonly number[];
  readonly channels: number;
  /** Colour of the first pixel. */
  readonly corner: readonly number[];
  /** Least and most of the last channel. */
  readonly range: readonly number[];
  /** Of its pixels. */
  readonly digest: string;
}

/** @throws Error where the file is neither a picture nor a ZIP archive */
export async function shownIn(file: string): Promise<Shown> {
  const bytes = readFileSync(file);
  const isZip = bytes.subarray(0, 2).toString() === 'PK';
  if (isZip) return { format: 'zip', size: [], channels: 0, corner: [], range: [], digest: '' };
  const { format, channels } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  let [least, most] = [255, 0];
  for (let at = info.channels - 1; at < data.length; at += info.channels) {
    least = Math.min(least, data[at]);
    most = Math.max(most, data[at]);
  }
  return {
    format,
    size: [info.width, info.height],
    channels,
    corner: [...data.subarray(0, 3)],
    range: [least, most],
    digest: createHash('sha256').update(data).digest('hex'),
  };
}
