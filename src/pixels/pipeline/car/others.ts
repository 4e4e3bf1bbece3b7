/** Other vehicles, as a map for the parts network. */
import type { FurtherPlane } from '../passes/see.ts';
import type { Box, Region, Size } from '../plane/region.ts';

/**
 * Filled boxes over a region of the picture.
 * @returns a plane of 255 inside a box and 0 elsewhere
 */
export function boxesOver(boxes: readonly Box[], picture: Size, region: Region): FurtherPlane {
  return (widthPx, heightPx) => {
    const plane = new Uint8Array(widthPx * heightPx);
    const column = (x: number) => within(((x * picture.widthPx - region.leftPx) / region.widthPx) * widthPx, widthPx);
    const row = (y: number) => within(((y * picture.heightPx - region.topPx) / region.heightPx) * heightPx, heightPx);
    for (const { left, top, right, bottom } of boxes) {
      const [from, to] = [column(left), column(right)];
      if (to <= from) continue;
      for (let y = row(top); y < row(bottom); y++) plane.fill(255, y * widthPx + from, y * widthPx + to);
    }
    return plane;
  };
}

function within(position: number, length: number): number {
  return Math.min(length, Math.max(0, Math.round(position)));
}
