/** A shadow before it is given its opacity. */
import type { Region } from '../plane/region.ts';
import type { ShadowPlane } from './blur.ts';

/** How dark it is over the plane of a picture, 0 to 1; 0 beyond its cells. */
export interface Shade {
  readonly cells: ShadowPlane;
  /** Side of a cell in pixels of the picture. */
  readonly cellPx: number;
  /** Where the first cell is, in pixels of the picture, which need not be whole and may be beyond it. */
  readonly leftPx: number;
  readonly topPx: number;
  /** Above it there is nothing, in pixels of the picture. */
  readonly fromPx: number;
}

/** One length for a subject of any shape: the side of the square that is as large as its box, in pixels. */
export function sizeOf({ widthPx, heightPx }: Region): number {
  return Math.sqrt(widthPx * heightPx);
}
