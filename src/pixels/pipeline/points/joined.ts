/** Parts to keep that are joined: to each other, and to the border of the picture. */
import { subjectFrom } from '../plane/alpha.ts';
import { grown, partsOf } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';
import { framePx, sizeInFrame } from './frame.ts';
import type { Point } from './pixels.ts';
import { type Mask, maskPx, placeInMask } from './segmenter.ts';

/** So near to the border of the picture a part ends at it. */
const borderPlaces = 2;
/** Most of what is kept that a hole between its parts has, as a share. */
const mostOfHole = 0.01;

/** A mask that goes on to the border, and a place beyond it, where it is that near: the last places are mixed with the bar. */
export function toBorder(mask: Mask, picture: Size): Mask {
  const { widthPx, heightPx } = sizeInFrame(picture);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.ceil((px * maskPx) / framePx));
  const samples = mask.samples.slice();
  const lengthen = (first: number, step: number, length: number) => {
    if (length <= 2 * borderPlaces) return;
    const last = first + (length - 1) * step;
    const [near, far] = [samples[first + borderPlaces * step], samples[last - borderPlaces * step]];
    const isRoom = length < maskPx ? 1 : 0;
    for (let at = 0; at < borderPlaces + isRoom; at++) {
      if (near >= subjectFrom && at < borderPlaces)
        samples[first + at * step] = Math.max(near, samples[first + at * step]);
      const beyond = last + (isRoom - at) * step;
      if (far >= subjectFrom) samples[beyond] = Math.max(far, samples[beyond]);
    }
  };
  for (let y = 0; y < rows; y++) lengthen(y * maskPx, 1, columns);
  for (let x = 0; x < Math.min(maskPx, columns + 1); x++) lengthen(x, maskPx, rows);
  return { ...mask, samples };
}

/**
 * All that is kept, with the small holes between its parts and the subject that two of them touch.
 * @param parts to keep, of points that mean different things
 * @param subject 1 where the passes have it
 * @param dropped points: no hole has one
 */
export function joined(
  parts: readonly Mask[],
  all: Mask,
  subject: Uint8Array,
  dropped: readonly Point[],
  picture: Size,
): Mask {
  if (parts.length < 2) return all;
  const { widthPx, heightPx } = sizeInFrame(picture);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.ceil((px * maskPx) / framePx));
  const isIn = (at: number) => at % maskPx < columns && Math.floor(at / maskPx) < rows;
  const around = parts.map(({ samples }) =>
    grown(
      samples.map((value) => (value >= subjectFrom ? 1 : 0)),
      all,
      3,
    ),
  );
  const open = all.samples.map((value, at) => (isIn(at) && value < subjectFrom && subject[at] === 0 ? 1 : 0));
  const most = mostOfHole * all.samples.reduce((sum, value) => (value >= subjectFrom ? sum + 1 : sum), 0);
  const samples = all.samples.slice();
  const places = new Set(dropped.map((point) => placeInMask(point, picture)));
  for (const hole of partsOf(open, open, all)) {
    if (hole.length > most || hole.some((at) => places.has(at))) continue;
    if (around.filter((near) => hole.some((at) => near[at] === 1)).length < 2) continue;
    for (const at of hole) samples[at] = 255;
  }
  return { ...all, samples };
}
