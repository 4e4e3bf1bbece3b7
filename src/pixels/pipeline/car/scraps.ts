/**
 * Scraps of the background that the first pass mistook for the car: small, faint, in no other pass, and unknown to the parts network.
 *
 * What each number gains and loses is in lab/evaluation/experiments/car-looks.md.
 */
import { maybeCarFrom, scrapBelow, scrapFrom, shownFrom, subjectFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { grown, partsOf } from '../plane/morphology.ts';
import type { Box, Size } from '../plane/region.ts';
import { boxOnPlane } from './box.ts';

/** Sides of squares, in pixels of the passes: for edges that passes see at other places, and for the soft edge of a scrap. */
const seenSide = 3;
const softSide = 5;
/** Smallest scrap in pixels, and largest as a share of the car. */
const leastPart = 40;
const largestPart = 0.01;
/** Lower than this share of the box from its top is shade, which other passes deny as well. */
const middleTo = 0.6;

/**
 * Removes scraps.
 * @param matte the car so far
 * @param passes over the same region, all of one size, whose pixels are no smaller; without any, nothing is removed
 * @param car what belongs to the chosen car, 0 to 255
 * @param box of the detected vehicle
 * @param picture of which all layers are parts
 * @returns a layer of the same size and region, nowhere above `matte`
 */
export function withoutScraps(matte: Layer, passes: readonly Matte[], car: Layer, box: Box, picture: Size): Layer {
  const [size] = passes;
  if (!size) return matte;
  const { widthPx, heightPx } = size;
  const alpha = reducedLayer(matte, matte.region, widthPx, heightPx);
  const known = reducedLayer(car, matte.region, widthPx, heightPx);
  const isSeen = alpha.map((_, at) => (passes.some(({ samples }) => samples[at] >= shownFrom) ? 1 : 0));
  const near = grown(isSeen, size, seenSide);
  const denied = alpha.map((value, at) => (value >= scrapFrom && near[at] === 0 ? 1 : 0));
  const most = largestPart * alpha.reduce((sum, value) => sum + (value >= subjectFrom ? 1 : 0), 0);
  const { top, bottom } = boxOnPlane(box, picture, { ...matte, plane: size });
  const lowest = top + middleTo * (bottom - top);
  const scraps = new Uint8Array(alpha.length);
  for (const part of partsOf(denied, denied, size)) {
    const meanOf = (values: Uint8Array) => part.reduce((sum, at) => sum + values[at], 0) / part.length;
    const middle = part.reduce((sum, at) => sum + Math.floor(at / widthPx), 0) / part.length;
    const isFaint = meanOf(alpha) < scrapBelow && meanOf(known) < maybeCarFrom;
    const isScrap = isFaint && part.length >= leastPart && part.length <= most && middle <= lowest;
    if (isScrap) for (const at of part) scraps[at] = 1;
  }
  const around = grown(scraps, size, softSide);
  const taken = around.map((value, at) => (value > 0 && near[at] === 0 ? 255 : 0));
  const { samples, ...whole } = matte.plane;
  const less = reducedLayer(
    { ...matte, plane: { ...size, samples: taken } },
    matte.region,
    whole.widthPx,
    whole.heightPx,
  );
  return { ...matte, plane: { ...whole, samples: samples.map((value, at) => Math.min(value, 255 - less[at])) } };
}
