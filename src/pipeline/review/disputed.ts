/** How much of a picture is surely subject to one pass of a network and surely background to another. */
import { surelyBackgroundUpTo, surelySubjectFrom } from '../alpha.ts';
import type { Layer } from '../layer.ts';
import { rowOf } from '../plane.ts';
import type { Size } from '../region.ts';
import { openedArea } from './opened-area.ts';

/** Passes are compared at so many places across and down. */
const places = { widthPx: 512, heightPx: 512 };
/** Of a picture whose longer side is 512: radius of the disc that fits into a disputed area. Edges that are drawn elsewhere are thinner. */
const radiusOf512 = 4;
/** Places of a radius at most, where the picture is narrow. */
const largestRadius = 64;

/** @returns share of the picture, 0 to 1; 0 of fewer than two passes */
export function disputedShare(passes: readonly Layer[], { widthPx, heightPx }: Size): number {
  if (passes.length < 2) return 0;
  const lowest = new Uint8Array(places.widthPx * places.heightPx).fill(255);
  const highest = new Uint8Array(lowest.length);
  for (const { plane, region } of passes) {
    const columns = samplesAt(places.widthPx, widthPx, region.leftPx, region.widthPx, plane.widthPx);
    const rows = samplesAt(places.heightPx, heightPx, region.topPx, region.heightPx, plane.heightPx);
    for (let y = 0, at = 0; y < places.heightPx; y++) {
      if (rows[y] < 0) {
        at += places.widthPx;
        continue;
      }
      const samples = rowOf(plane, rows[y]);
      for (let x = 0; x < places.widthPx; x++, at++) {
        if (columns[x] < 0) continue;
        const alpha = samples[columns[x]];
        if (alpha < lowest[at]) lowest[at] = alpha;
        if (alpha > highest[at]) highest[at] = alpha;
      }
    }
  }
  const mask = new Uint8Array(lowest.length);
  let isDisputed = false;
  for (let at = 0; at < mask.length; at++) {
    if (lowest[at] > surelyBackgroundUpTo || highest[at] < surelySubjectFrom) continue;
    mask[at] = 1;
    isDisputed = true;
  }
  if (!isDisputed) return 0;
  const radius = radiusOf512 * Math.max(widthPx, heightPx);
  const radii = {
    acrossPx: Math.min(largestRadius, radius / widthPx),
    downPx: Math.min(largestRadius, radius / heightPx),
  };
  return openedArea(mask, places, radii) / mask.length;
}

/** Along one side, for each place: the sample of a region's plane that is in its middle; -1 where that is beyond the region. */
function samplesAt(count: number, sidePx: number, fromPx: number, lengthPx: number, samples: number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => {
    const positionPx = ((place + 0.5) * sidePx) / count - fromPx;
    const sample = Math.floor((positionPx * samples) / lengthPx);
    return sample < samples ? Math.max(-1, sample) : -1;
  });
}
