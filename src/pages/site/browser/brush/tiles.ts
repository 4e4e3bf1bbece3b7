/** A picture in tiles, so that nothing is ever drawn on a canvas of the picture's size, which phones refuse. */

/** Longest side of a tile. Small enough that undo keeps little, and far below what any canvas may have. */
export const tilePx = 512;

/** Whole pixels of a picture: left and top are inside, right and bottom are not. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One tile: its place in the list, and its pixels in the picture. */
export interface PictureTile extends Rect {
  readonly index: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The tiles of a picture, row by row. */
export class TileGrid {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columns: number;
  readonly tiles: readonly PictureTile[];

  constructor(widthPx: number, heightPx: number) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.columns = Math.ceil(widthPx / tilePx);
    const rows = Math.ceil(heightPx / tilePx);
    this.tiles = Array.from({ length: this.columns * rows }, (_, index) => {
      const left = (index % this.columns) * tilePx;
      const top = Math.floor(index / this.columns) * tilePx;
      const [right, bottom] = [Math.min(left + tilePx, widthPx), Math.min(top + tilePx, heightPx)];
      return { index, left, top, right, bottom, widthPx: right - left, heightPx: bottom - top };
    });
  }

  /** The tile that holds a pixel of the picture. */
  at(x: number, y: number): PictureTile {
    return this.tiles[Math.floor(y / tilePx) * this.columns + Math.floor(x / tilePx)];
  }

  /** The tiles that a rectangle touches; it may reach beyond the picture. */
  touched(rect: Rect): PictureTile[] {
    return this.tiles.filter((tile) => common(tile, rect) !== null);
  }
}

/** The pixels that are in both; null where there are none. */
export function common(one: Rect, other: Rect): Rect | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}
