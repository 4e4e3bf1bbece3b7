/** Which part of a picture a caller means. */
import type { Length } from '../../../contract/output/margin.ts';
import { leastRoiPx, type Roi, smallRoi } from '../../../contract/roi.ts';
import { ImageFault } from '../picture/fault.ts';
import { type Box, type Region, regionAround, type Size, wholeOf } from '../plane/region.ts';

/** The part of a picture that was asked for. */
export interface AskedPart {
  /** What may be kept of it. */
  readonly box: Region;
  /** The box and some room around it: what networks see. */
  readonly seen: Region;
}

/** Room around the box, as a share of its sides: the networks see what is beside the subject, and behind it. */
const margin = 0.15;
/** Least of a seen side as a share of the other one. */
const leastAspect = 0.6;

/**
 * The pixels that a box covers, after what reaches beyond the picture is cut off.
 * @param picture upright
 * @returns null where they are fewer than `leastRoiPx` on a side
 */
export function boxOf(roi: Roi, picture: Size): Region | null {
  const box = coveredBy(roi, picture);
  return box.widthPx < leastRoiPx || box.heightPx < leastRoiPx ? null : box;
}

/** What is said of a box that covers too little. */
export function refusalOf(roi: Roi, picture: Size): string {
  const { widthPx, heightPx } = coveredBy(roi, picture);
  return smallRoi(Math.max(0, widthPx), Math.max(0, heightPx));
}

/**
 * The part that a box asks for.
 * @returns null where nothing was asked for, or all of the picture
 * @throws ImageFault where the box covers too little
 */
export function askedPart(roi: Roi | undefined, picture: Size): AskedPart | null {
  if (!roi) return null;
  const box = boxOf(roi, picture);
  if (!box) throw new ImageFault('invalid', refusalOf(roi, picture));
  if (box.widthPx === picture.widthPx && box.heightPx === picture.heightPx) return null;
  return { box, seen: regionAround(sidesOf(seenBox(box), wholeOf(picture)), margin, picture) };
}

/** A box that is long and narrow, made wider: networks see squares, and what is stretched too much they do not know. */
function seenBox({ leftPx, topPx, widthPx, heightPx }: Region): Region {
  const least = Math.round(leastAspect * Math.max(widthPx, heightPx));
  const [across, down] = [Math.max(widthPx, least), Math.max(heightPx, least)];
  return {
    leftPx: leftPx + (widthPx - across) / 2,
    topPx: topPx + (heightPx - down) / 2,
    widthPx: across,
    heightPx: down,
  };
}

/** The same part where no more than a region of what is seen counts. @param region in pixels of what is seen */
export function askedWithin({ box, seen }: AskedPart, region: Region): AskedPart {
  return { box, seen: { ...region, leftPx: seen.leftPx + region.leftPx, topPx: seen.topPx + region.topPx } };
}

/** The box relative to what is seen around it; it may reach beyond that. */
export function boxInSeen({ box, seen }: AskedPart): Box {
  return sidesOf(box, seen);
}

function sidesOf({ leftPx, topPx, widthPx, heightPx }: Region, whole: Region): Box {
  const [left, top] = [leftPx - whole.leftPx, topPx - whole.topPx];
  return {
    left: left / whole.widthPx,
    top: top / whole.heightPx,
    right: (left + widthPx) / whole.widthPx,
    bottom: (top + heightPx) / whole.heightPx,
  };
}

function coveredBy({ left, top, right, bottom }: Roi, { widthPx, heightPx }: Size): Region {
  const [from, to] = [pixelOf(left, widthPx), pixelOf(right, widthPx)];
  const [above, below] = [pixelOf(top, heightPx), pixelOf(bottom, heightPx)];
  return { leftPx: from, topPx: above, widthPx: to - from, heightPx: below - above };
}

function pixelOf({ value, unit }: Length, side: number): number {
  return Math.min(side, Math.max(0, Math.round(unit === '%' ? (value * side) / 100 : value)));
}
