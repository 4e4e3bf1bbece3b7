/** Edits of pictures that a test says, pixel by pixel. */
import { Edit, type TilePixels } from '../edit.ts';
import type { History } from '../history.ts';
import { TileGrid } from '../tiles.ts';

/** Red, green, blue and alpha of a pixel. */
type PixelOf = (x: number, y: number) => readonly [number, number, number, number];

/** An edit of a cutout and its photo. */
export function editOf(widthPx: number, heightPx: number, photo: PixelOf, cutout: PixelOf, history?: History): Edit {
  const grid = new TileGrid(widthPx, heightPx);
  const tiles = grid.tiles.map((tile): TilePixels => {
    const count = tile.widthPx * tile.heightPx;
    const pixels = {
      photo: new Uint8ClampedArray(count * 4),
      cutout: new Uint8ClampedArray(count * 4),
      alpha: new Uint8Array(count),
    };
    for (let pixel = 0; pixel < count; pixel++) {
      const [x, y] = [tile.left + (pixel % tile.widthPx), tile.top + Math.floor(pixel / tile.widthPx)];
      pixels.photo.set(photo(x, y), pixel * 4);
      pixels.cutout.set(cutout(x, y), pixel * 4);
      pixels.alpha[pixel] = pixels.cutout[pixel * 4 + 3];
    }
    return pixels;
  });
  return new Edit(grid, tiles, history);
}

/** All pixels of the picture as it is now. */
export function pixelsOf(edit: Edit): Uint8ClampedArray {
  const { widthPx, heightPx } = edit.grid;
  const all = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) edit.writeRow(y, all.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
  return all;
}
