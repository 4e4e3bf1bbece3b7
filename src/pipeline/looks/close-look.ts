/**
 * The part of a picture that is worth a look from close by, and whether that look is the better one: where the subject is
 * small, the network has more pixels for it (docs/decisions/0014-close-look.md).
 */
import { type Layer, type Matte, overlap, reducedLayer } from '../matte.ts';
import type { CloseLook } from '../networks.ts';
import { type Region, regionAround, type Size } from '../region.ts';
import { uncertainShare } from './uncertainty.ts';

/** A quarter: what is fainter does not say where the subject ends. */
const seenFrom = 64;
/** Rows and columns of fewer such pixels hold specks. */
const leastSeen = 3;
/** Of the subject's own size, on every side: room for what the matte does not show of it, and for what is behind. */
const margin = 0.08;
/** A close matte has at most this much of the other one's uncertain share: more pixels of the same doubt are no gain. */
const surer = 0.95;
/** Both have to show the same subject, intersection over union: seen without what is around it, glass becomes solid. */
const alike = 0.8;

/**
 * The part of a picture around what its matte shows.
 * @returns null where it is too large, or nothing is shown, or the matte is sure: its edges are drawn along the photo's own
 */
export function closeRegion(matte: Matte, picture: Size, { whenSmaller, whenUncertain }: CloseLook): Region | null {
  if (uncertainShare(matte) <= whenUncertain) return null;
  const { widthPx, heightPx, alpha } = matte;
  const columns = new Uint32Array(widthPx);
  const rows = new Uint32Array(heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (alpha[at] < seenFrom) continue;
      columns[x]++;
      rows[y]++;
    }
  }
  const isSeen = (count: number) => count >= leastSeen;
  const box = {
    left: columns.findIndex(isSeen) / widthPx,
    top: rows.findIndex(isSeen) / heightPx,
    right: (columns.findLastIndex(isSeen) + 1) / widthPx,
    bottom: (rows.findLastIndex(isSeen) + 1) / heightPx,
  };
  if (box.left < 0 || box.top < 0) return null;
  const region = regionAround(box, margin, picture);
  const share = (region.widthPx * region.heightPx) / (picture.widthPx * picture.heightPx);
  return share < whenSmaller ? region : null;
}

/** The matte of a part where it shows the subject of the whole picture's matte and is surer of it; else the whole one. */
export function surerLayer(whole: Layer, close: Layer): Layer {
  if (uncertainShare(close.matte) > uncertainShare(whole.matte) * surer) return whole;
  const { widthPx, heightPx, alpha } = close.matte;
  return overlap(reducedLayer(whole, close.region, widthPx, heightPx), alpha) < alike ? whole : close;
}
