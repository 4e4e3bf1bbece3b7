/**
 * Which part of a picture is worth a close-up pass, and whether that is better than the matte of the whole
 * picture (docs/decisions/0014-close-look.md). Where the subject is small, the network has more pixels for it.
 */
import type { Pass } from '../../../contract/passes/declaration.ts';
import { shownFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { type Matte, subjectOverlap } from '../plane/matte.ts';
import { type Region, regionAround, type Size } from '../plane/region.ts';
import { unknownShare } from '../plane/unknown.ts';

/** Rows and columns with fewer shown pixels contain only specks. */
const leastShown = 3;
/** Margin on every side, as a share of the subject's size: for parts that the matte misses, and some background. */
const margin = 0.08;
/** The close matte has at most this much of the other one's unknown share: with more, its pixels are no gain. */
const mostUnknown = 0.95;
/** Least overlap of both subjects, intersection over union: without its surroundings, glass passes for solid. */
const leastOverlap = 0.8;

/**
 * The part of a picture around the subject that its matte shows.
 * @param matte of the whole picture
 * @returns in the picture's pixels; null where the part is too large, where nothing is shown, or where little is unknown:
 * then the edges are drawn along the photo's own
 */
export function closeRegion(matte: Matte, picture: Size, { whenSmaller, whenUnknown }: Pass<'closeUp'>): Region | null {
  if (unknownShare(matte) <= whenUnknown) return null;
  const { widthPx, heightPx, samples } = matte;
  const columns = new Uint32Array(widthPx);
  const rows = new Uint32Array(heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (samples[at] < shownFrom) continue;
      columns[x]++;
      rows[y]++;
    }
  }
  const isShown = (count: number) => count >= leastShown;
  const box = {
    left: columns.findIndex(isShown) / widthPx,
    top: rows.findIndex(isShown) / heightPx,
    right: (columns.findLastIndex(isShown) + 1) / widthPx,
    bottom: (rows.findLastIndex(isShown) + 1) / heightPx,
  };
  if (box.left < 0 || box.top < 0) return null;
  const region = regionAround(box, margin, picture);
  const share = (region.widthPx * region.heightPx) / (picture.widthPx * picture.heightPx);
  return share < whenSmaller ? region : null;
}

/**
 * Chooses between the matte of the whole picture and that of a part.
 * @returns `close` if it knows more of the same subject, else `whole`, the same object
 */
export function chooseLayer(whole: Layer, close: Layer): Layer {
  if (unknownShare(close.plane) > unknownShare(whole.plane) * mostUnknown) return whole;
  const { widthPx, heightPx, samples } = close.plane;
  const wholeThere = reducedLayer(whole, close.region, widthPx, heightPx);
  return subjectOverlap(wholeThere, samples) < leastOverlap ? whole : close;
}
