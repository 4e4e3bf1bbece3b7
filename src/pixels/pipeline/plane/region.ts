/** Sizes, and rectangles of an upright picture: in pixels, and relative to its sides. */

/** A rectangle of a picture, in its upright pixels. At least one pixel, inside the picture. */
export interface Region {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sides in pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangle relative to a picture: 0 is its left or top edge, 1 its right or bottom one. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** All of a picture. */
export function wholeOf({ widthPx, heightPx }: Size): Region {
  return { leftPx: 0, topPx: 0, widthPx, heightPx };
}

/** What two regions share; null where they share nothing. */
export function sharedBy(one: Region, other: Region): Region | null {
  const leftPx = Math.max(one.leftPx, other.leftPx);
  const topPx = Math.max(one.topPx, other.topPx);
  const widthPx = Math.min(one.leftPx + one.widthPx, other.leftPx + other.widthPx) - leftPx;
  const heightPx = Math.min(one.topPx + one.heightPx, other.topPx + other.heightPx) - topPx;
  return widthPx > 0 && heightPx > 0 ? { leftPx, topPx, widthPx, heightPx } : null;
}

/**
 * The pixels of a box that is widened on every side, kept inside the picture.
 * @param margin added on every side, as a share of the box's width and height
 * @returns at least one pixel
 */
export function regionAround({ left, top, right, bottom }: Box, margin: number, { widthPx, heightPx }: Size): Region {
  const across = (right - left) * margin;
  const down = (bottom - top) * margin;
  const leftPx = Math.min(widthPx - 1, Math.max(0, Math.floor((left - across) * widthPx)));
  const topPx = Math.min(heightPx - 1, Math.max(0, Math.floor((top - down) * heightPx)));
  const rightPx = Math.min(widthPx, Math.ceil((right + across) * widthPx));
  const bottomPx = Math.min(heightPx, Math.ceil((bottom + down) * heightPx));
  return {
    leftPx,
    topPx,
    widthPx: Math.max(1, rightPx - leftPx),
    heightPx: Math.max(1, bottomPx - topPx),
  };
}
