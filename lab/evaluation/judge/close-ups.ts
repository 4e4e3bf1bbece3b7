/** The parts of two answers that are shown at 100 %. */
import sharp, { type Region } from 'sharp';
import { hardestCrop } from '../galleries/hardest-crop.ts';
import { Sums } from '../galleries/sums.ts';

const squarePx = 16;
/** Alpha of a pixel that is neither kept nor dropped. */
const softFrom = 25;
const softTo = 230;

/**
 * Where two answers differ most, and where their edges are softest beside that. Answers with the same pixels have the two
 * softest parts, a picture that is no larger than a part has one.
 *
 * @param answers PNG files; two of the same size, or one for both
 */
export async function closeUps(answers: readonly Buffer[], sidePx: number): Promise<Region[]> {
  const [one, another] = answers;
  const first = another ? await hardestCrop(one, another, sidePx) : await softestCrop(answers, sidePx, null);
  if (!first) return [];
  const second = await softestCrop(answers, sidePx, first);
  return second ? [first, second] : [first];
}

/** The part with the most soft pixels of all pictures that shares nothing with another one; null where there is none. */
async function softestCrop(
  pictures: readonly Buffer[],
  sidePx: number,
  without: Region | null,
): Promise<Region | null> {
  const { width: widthPx, height: heightPx } = await sharp(pictures[0]).metadata();
  const columns = Math.ceil(widthPx / squarePx);
  const soft = new Float64Array(columns * Math.ceil(heightPx / squarePx));
  for (const picture of pictures) {
    const alpha = await sharp(picture).ensureAlpha().extractChannel('alpha').raw().toBuffer();
    for (let y = 0, at = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++, at++) {
        if (alpha[at] < softFrom || alpha[at] > softTo) continue;
        soft[Math.floor(y / squarePx) * columns + Math.floor(x / squarePx)]++;
      }
    }
  }
  const sums = new Sums(soft, columns, soft.length / columns);
  const [width, height] = [Math.min(sidePx, widthPx), Math.min(sidePx, heightPx)];
  const [across, down] = [Math.ceil(width / squarePx), Math.ceil(height / squarePx)];
  let best: Region | null = null;
  let most = -1;
  for (let top = 0; top <= heightPx - height; top += squarePx) {
    for (let left = 0; left <= widthPx - width; left += squarePx) {
      const region = { left, top, width, height };
      if (without && overlap(region, without)) continue;
      const sum = sums.within(left / squarePx, top / squarePx, across, down);
      if (sum <= most) continue;
      most = sum;
      best = region;
    }
  }
  return best;
}

function overlap(one: Region, another: Region): boolean {
  const across = one.left < another.left + another.width && another.left < one.left + one.width;
  return across && one.top < another.top + another.height && another.top < one.top + one.height;
}
