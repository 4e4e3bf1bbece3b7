/** The part of the corpus that a change has to pass: the same pictures for the same seed, as many of each format. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ListedPicture } from './list.ts';

/** Takes up to `perEnding` pictures of each ending of a name, drawn by the seed. */
export function partOf(pictures: readonly ListedPicture[], seed: string, perEnding: number): ListedPicture[] {
  const drawn = pictures
    .map((picture) => ({ picture, lot: createHash('sha256').update(`${seed} ${picture.sha256}`).digest('hex') }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1));
  const taken = new Map<string, number>();
  return drawn.flatMap(({ picture }) => {
    const ending = path.extname(picture.path).toLowerCase().replace('jpeg', 'jpg').replace('tiff', 'tif');
    const before = taken.get(ending) ?? 0;
    if (before >= perEnding) return [];
    taken.set(ending, before + 1);
    return [picture];
  });
}
