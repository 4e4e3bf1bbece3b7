/** The matte: how much of each pixel is subject. */
import { subjectFrom } from './alpha.ts';
import { countBetween, type Plane } from './plane.ts';

/** A plane of opacity, 0 (background) to 255 (subject). */
export type Matte = Plane;

/** Up to this share of the pixels is specks and no subject: 209 of 1024 × 1024, a spot of 14 × 14. */
export const speckShare = 0.0002;

/** True where more than specks of the matte is more subject than background. */
export function hasSubject(matte: Matte): boolean {
  return countBetween(matte, subjectFrom, 255) > matte.samples.length * speckShare;
}

/**
 * How far two mattes show the same subject: intersection over union of what is more subject than background.
 * @param first alpha, 0 to 255
 * @param second alpha of the same pixels, so of the same length
 * @returns 0 to 1; 1 where neither has a subject
 */
export function subjectOverlap(first: Uint8Array, second: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < first.length; at++) {
    const [inFirst, inSecond] = [first[at] >= subjectFrom, second[at] >= subjectFrom];
    if (inFirst && inSecond) both++;
    if (inFirst || inSecond) either++;
  }
  return either === 0 ? 1 : both / either;
}
