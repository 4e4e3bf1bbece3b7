/** A photo with the answers of two versions. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { photosIn } from '../arguments.ts';
import type { Version } from './showings.ts';

export interface Pair {
  /** Of the photo, without its ending. */
  readonly name: string;
  readonly photo: string;
  /** PNG files as large as the upright photo. */
  readonly answers: Readonly<Record<Version, string>>;
}

/**
 * The photos of a folder with their answers, `NAME.png` in each of the two others.
 *
 * @throws Error when a version has no answer to a photo
 */
export function pairsIn(photos: string, A: string, B: string): Pair[] {
  const pairs = photosIn(photos).map((photo) => {
    const { name } = path.parse(photo);
    const [ofA, ofB] = [A, B].map((folder) => path.join(folder, `${name}.png`));
    return { name, photo, answers: { A: ofA, B: ofB } };
  });
  const missing = pairs.flatMap(({ answers }) => [answers.A, answers.B].filter((file) => !existsSync(file)));
  if (missing.length > 0) throw new Error(`There is no answer ${missing.join(', ')}`);
  return pairs;
}

/**
 * Whether both answers have the same pixels.
 *
 * @throws Error when an answer is not as large as the upright photo
 */
export async function haveSamePixels({ photo, answers }: Pair): Promise<boolean> {
  const { autoOrient } = await sharp(photo).metadata();
  const [one, another] = await Promise.all(
    [answers.A, answers.B].map(async (file) => {
      const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      if (info.width === autoOrient.width && info.height === autoOrient.height) return data;
      throw new Error(`${file} has ${info.width} × ${info.height} pixels, not those of the photo`);
    }),
  );
  return one.equals(another);
}
