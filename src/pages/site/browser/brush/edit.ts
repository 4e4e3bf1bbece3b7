/** A cutout that is edited by hand: its alpha, the strokes on it, and what they can be taken back to. */
import { writePixel } from './colours.ts';
import { coverage, type Dab } from './dab.ts';
import { History, type Kept, type Step } from './history.ts';
import { likeness, type Meant, meantAt } from './likeness.ts';
import { common, type PictureTile, type Rect, type TileGrid } from './tiles.ts';

/** Pixels of a tile, row by row. */
export interface TilePixels {
  /** Red, green, blue and alpha of the photo. */
  readonly photo: Uint8ClampedArray;
  /** The same of the cutout as it was given, with straight alpha. */
  readonly cutout: Uint8ClampedArray;
  /** Alpha as it is now. */
  readonly alpha: Uint8Array;
}

/** How a stroke paints. */
export interface Brush {
  readonly tool: 'restore' | 'erase';
  /** 0 to 1, see `coverage`. */
  readonly hardness: number;
  /** Whether it ends at edges of the photo, see `likeness.ts`. */
  readonly followsEdges: boolean;
}

/** What a stroke did to a tile so far: how strongly it covers each pixel, and the alpha before it. */
interface Painted {
  readonly covered: Uint8Array;
  readonly before: Uint8Array;
}

/** The edit of one cutout. */
export class Edit {
  readonly grid: TileGrid;
  readonly history: History;
  readonly #tiles: readonly TilePixels[];
  #brush: Brush | null = null;
  readonly #painted = new Map<number, Painted>();

  /** @param tiles as the grid has them */
  constructor(grid: TileGrid, tiles: readonly TilePixels[], history = new History()) {
    this.grid = grid;
    this.history = history;
    this.#tiles = tiles;
  }

  pixelsOf(tile: PictureTile): TilePixels {
    return this.#tiles[tile.index];
  }

  /** Begins a stroke; one that is not ended yet ends. */
  begin(brush: Brush): void {
    this.end();
    this.#brush = brush;
  }

  /**
   * Puts one dab of the stroke on the cutout. A stroke never covers a pixel twice: it is covered as strongly as by the
   * strongest of its dabs.
   * @returns the pixels that it may have changed; null outside of the picture, and without a stroke
   */
  dab(dab: Dab): Rect | null {
    const { x, y, radiusPx } = dab;
    const { widthPx, heightPx } = this.grid;
    const reach = radiusPx + 1;
    const box = {
      left: Math.floor(x - reach),
      top: Math.floor(y - reach),
      right: Math.ceil(x + reach),
      bottom: Math.ceil(y + reach),
    };
    const seen = common(box, { left: 0, top: 0, right: widthPx, bottom: heightPx });
    if (!seen || !this.#brush) return null;
    const isInside = x >= 0 && y >= 0 && x < widthPx && y < heightPx;
    const meant = this.#brush.followsEdges && isInside ? meantAt(this.#colourAt, [widthPx, heightPx], dab) : null;
    for (const tile of this.grid.touched(seen)) this.#paint(tile, common(tile, seen) ?? tile, dab, this.#brush, meant);
    return seen;
  }

  /** Ends the stroke. @returns how many pixels it changed */
  end(): number {
    this.#brush = null;
    let changed = 0;
    const step: Kept[] = [];
    for (const [index, { before }] of this.#painted) {
      const tile = this.grid.tiles[index];
      const { count, box } = differences(tile.widthPx, before, this.#tiles[index].alpha);
      if (!box) continue;
      changed += count;
      step.push(cut(tile, box, before));
    }
    this.#painted.clear();
    if (step.length > 0) this.history.add(step);
    return changed;
  }

  /** Gives the stroke up that is not ended yet. @returns the pixels that it may have changed */
  cancel(): Rect[] {
    this.#brush = null;
    const rects = [...this.#painted].map(([index, { before }]) => {
      this.#tiles[index].alpha.set(before);
      return this.grid.tiles[index];
    });
    this.#painted.clear();
    return rects;
  }

  /** Takes the last stroke back. @returns the pixels that it may have changed, in rectangles of the picture */
  undo(): Rect[] {
    this.end();
    return this.#exchange(this.history.undo());
  }

  /** Does the stroke again that was taken back last. */
  redo(): Rect[] {
    this.end();
    return this.#exchange(this.history.redo());
  }

  /** Writes a row of the picture as it is now. @param into four bytes a pixel */
  writeRow(y: number, into: Uint8ClampedArray): void {
    for (let x = 0; x < this.grid.widthPx; ) {
      const tile = this.grid.at(x, y);
      const { photo, cutout, alpha } = this.#tiles[tile.index];
      for (let pixel = (y - tile.top) * tile.widthPx; x < tile.right; x++, pixel++) {
        writePixel(cutout, photo, pixel * 4, alpha[pixel], into, x * 4);
      }
    }
  }

  readonly #colourAt = (x: number, y: number): number => {
    const tile = this.grid.at(x, y);
    const { photo } = this.#tiles[tile.index];
    const at = ((y - tile.top) * tile.widthPx + x - tile.left) * 4;
    return (photo[at] << 16) | (photo[at + 1] << 8) | photo[at + 2];
  };

  #paint(tile: PictureTile, rect: Rect, { x, y, radiusPx }: Dab, { tool, hardness }: Brush, meant: Meant | null): void {
    const { photo, alpha } = this.#tiles[tile.index];
    const { covered, before } = this.#paintedOn(tile);
    for (let row = rect.top; row < rect.bottom; row++) {
      let pixel = (row - tile.top) * tile.widthPx + rect.left - tile.left;
      for (let column = rect.left; column < rect.right; column++, pixel++) {
        if (covered[pixel] === 255) continue;
        const across = column + 0.5 - x;
        const down = row + 0.5 - y;
        // Several times as fast as Math.hypot, and this is asked for each pixel of each dab.
        const strength = coverage(Math.sqrt(across * across + down * down), radiusPx, hardness) * 255;
        if (strength <= covered[pixel]) continue;
        const at = pixel * 4;
        const like = meant ? likeness(meant, photo[at], photo[at + 1], photo[at + 2]) : 1;
        const now = Math.round(strength * like);
        if (now <= covered[pixel]) continue;
        covered[pixel] = now;
        const was = before[pixel];
        const target = tool === 'erase' ? 0 : Math.max(was, photo[at + 3]);
        alpha[pixel] = was + Math.round(((target - was) * now) / 255);
      }
    }
  }

  #paintedOn(tile: PictureTile): Painted {
    const painted = this.#painted.get(tile.index) ?? {
      covered: new Uint8Array(tile.widthPx * tile.heightPx),
      before: this.#tiles[tile.index].alpha.slice(),
    };
    this.#painted.set(tile.index, painted);
    return painted;
  }

  /** Puts the alpha of a step where it belongs, and what was there into the step. */
  #exchange(step: Step | null): Rect[] {
    return (step ?? []).map(({ tileIndex, left, top, widthPx, alpha: kept }) => {
      const tile = this.grid.tiles[tileIndex];
      const { alpha } = this.#tiles[tileIndex];
      const heightPx = kept.length / widthPx;
      for (let row = 0; row < heightPx; row++) {
        const from = (top + row) * tile.widthPx + left;
        const there = alpha.slice(from, from + widthPx);
        alpha.set(kept.subarray(row * widthPx, (row + 1) * widthPx), from);
        kept.set(there, row * widthPx);
      }
      const [x, y] = [tile.left + left, tile.top + top];
      return { left: x, top: y, right: x + widthPx, bottom: y + heightPx };
    });
  }
}

/** How many pixels differ, and the rectangle around them. */
function differences(widthPx: number, one: Uint8Array, other: Uint8Array): { count: number; box: Rect | null } {
  let count = 0;
  let [left, top, right, bottom] = [widthPx, one.length, 0, 0];
  for (let pixel = 0; pixel < one.length; pixel++) {
    if (one[pixel] === other[pixel]) continue;
    count++;
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { count, box: count > 0 ? { left, top, right, bottom } : null };
}

function cut(tile: PictureTile, { left, top, right, bottom }: Rect, alpha: Uint8Array): Kept {
  const widthPx = right - left;
  const kept = new Uint8Array(widthPx * (bottom - top));
  for (let row = top; row < bottom; row++) {
    const from = row * tile.widthPx + left;
    kept.set(alpha.subarray(from, from + widthPx), (row - top) * widthPx);
  }
  return { tileIndex: tile.index, left, top, widthPx, alpha: kept };
}
