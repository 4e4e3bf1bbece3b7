/** How much of a picture its matte leaves undecided, lines left out. */
import { subjectFrom, undecidedFrom, undecidedUpTo } from '../plane/alpha.ts';
import type { Layer } from '../plane/layer.ts';
import { countBetween, type Plane } from '../plane/plane.ts';
import type { Size } from '../plane/region.ts';
import { openedArea } from './opened-area.ts';

/** Of a picture whose longer side is 1024: radius of the disc that fits into an undecided area. Hair is thinner. */
const radiusOf1024 = 15;
/** A matte is measured in cells of so many pixels that there are at most so many across and down. */
const mostCells = 512;
/** Cells of a radius: an edge of a small matte is a line too, and of a close-up it would be any number. */
const [smallestRadius, largestRadius] = [1, 64];

/** Share of the picture, 0 to 1, that is more subject than background. */
export function shownShare(layer: Layer, picture: Size): number {
  return countBetween(layer.plane, subjectFrom, 255) * shareOfPixel(layer, picture);
}

/** Share of the picture, 0 to 1, that is neither subject nor background over more than a line. */
export function undecidedShare(layer: Layer, picture: Size): number {
  const { plane, region } = layer;
  const step = Math.ceil(Math.max(plane.widthPx, plane.heightPx) / mostCells);
  const mask = undecidedCells(plane, step);
  if (countBetween(mask, 1, 1) === 0) return 0;
  const radius = (radiusOf1024 * Math.max(picture.widthPx, picture.heightPx)) / 1024 / step;
  const within = (cells: number) => Math.min(largestRadius, Math.max(smallestRadius, cells));
  const area = openedArea(mask.samples, mask, {
    acrossPx: within((radius * plane.widthPx) / region.widthPx),
    downPx: within((radius * plane.heightPx) / region.heightPx),
  });
  return area * step * step * shareOfPixel(layer, picture);
}

/** A matte in cells of `step` × `step` pixels: 1 where all of a cell is undecided. What is left at the right and at the bottom is no cell. */
function undecidedCells({ widthPx, heightPx, samples }: Plane, step: number): Plane {
  const [across, down] = [Math.floor(widthPx / step), Math.floor(heightPx / step)];
  const cells = new Uint8Array(across * down);
  for (let row = 0, cell = 0; row < down; row++) {
    for (let column = 0; column < across; column++, cell++) {
      if (isUndecided(row * step * widthPx + column * step)) cells[cell] = 1;
    }
  }
  return { widthPx: across, heightPx: down, samples: cells };

  /** Mostly the first pixel of a cell says that it is not. */
  function isUndecided(first: number): boolean {
    for (let line = 0, from = first; line < step; line++, from += widthPx) {
      for (let at = from; at < from + step; at++) {
        if (samples[at] < undecidedFrom || samples[at] > undecidedUpTo) return false;
      }
    }
    return true;
  }
}

/** What one pixel of a layer covers of the picture. */
function shareOfPixel({ plane, region }: Layer, picture: Size): number {
  const share = (region.widthPx * region.heightPx) / (picture.widthPx * picture.heightPx);
  return share / plane.samples.length;
}
