/** A photo and its cutout as the tiles of an edit. */
import { canvasOf } from '../drawing/canvas.ts';
import { Edit, type TilePixels } from './edit.ts';
import { type PngFrame, pngFileOf } from './png-file.ts';
import { readPixels } from './png-pixels.ts';
import { TileGrid, tilePx } from './tiles.ts';

/** After so many tiles others get their turn, where this runs on the page's own thread. */
const tilesInOneGo = 8;

/**
 * Reads both pictures.
 * @returns the edit, and what its file takes over from the cutout's
 * @throws Error where one cannot be read, and where they are of different sizes
 */
export async function readTiles(photo: Blob, cutout: Blob): Promise<{ readonly edit: Edit; readonly frame: PngFrame }> {
  const file = pngFileOf(new Uint8Array(await cutout.arrayBuffer()));
  const { widthPx, heightPx, before, after } = file;
  const grid = new TileGrid(widthPx, heightPx);
  const cutouts = grid.tiles.map((tile) => new Uint8ClampedArray(tile.widthPx * tile.heightPx * 4));
  await readPixels(file, (row, y) => {
    for (let x = 0; x < widthPx; ) {
      const tile = grid.at(x, y);
      cutouts[tile.index].set(row.subarray(x * 4, tile.right * 4), (y - tile.top) * tile.widthPx * 4);
      x = tile.right;
    }
  });
  const photos = await photoTiles(photo, grid, before.some(isProfile));
  const tiles = cutouts.map((own, index): TilePixels => {
    const alpha = new Uint8Array(own.length / 4);
    for (let pixel = 0; pixel < alpha.length; pixel++) alpha[pixel] = own[pixel * 4 + 3];
    return { photo: photos[index], cutout: own, alpha };
  });
  return { edit: new Edit(grid, tiles), frame: { widthPx, heightPx, before, after } };
}

/** @param hasProfile the cutout keeps the photo's samples and its colour profile; otherwise it is sRGB, and so must the photo be */
async function photoTiles(photo: Blob, grid: TileGrid, hasProfile: boolean): Promise<Uint8ClampedArray[]> {
  const bitmap = await createImageBitmap(photo, { colorSpaceConversion: hasProfile ? 'none' : 'default' }).catch(() => {
    throw new Error('This browser cannot read the format of the photo');
  });
  try {
    if (bitmap.width !== grid.widthPx || bitmap.height !== grid.heightPx) {
      throw new Error('The photo and its cutout differ in size');
    }
    const { context } = canvasOf(tilePx, tilePx, { willReadFrequently: true });
    const tiles: Uint8ClampedArray[] = [];
    for (const { left, top, widthPx, heightPx } of grid.tiles) {
      if (tiles.length % tilesInOneGo === 0) await new Promise((resolve) => setTimeout(resolve));
      context.clearRect(0, 0, tilePx, tilePx);
      context.drawImage(bitmap, left, top, widthPx, heightPx, 0, 0, widthPx, heightPx);
      tiles.push(context.getImageData(0, 0, widthPx, heightPx).data);
    }
    return tiles;
  } finally {
    bitmap.close();
  }
}

function isProfile(chunk: Uint8Array): boolean {
  return String.fromCharCode(...chunk.subarray(4, 8)) === 'iCCP';
}
