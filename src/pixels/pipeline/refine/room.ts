/** The memory that refining takes, which is asked for once there are tiles to be seen. */

/** Most tiles of one picture. */
export const mostTiles = 32;
/** Most tiles of one call, calls one after the other: 2 MiB at 256 pixels a side. The network's batch must allow as many. */
export const tilesOfCall = 8;

/** The softness of a matte of the usual size, and the refined matte. */
const planesBytes = 2 * 1024 * 1024;
/** Of a pixel of a tile in work: RGB and alpha for the network, and what copies on the wire take. */
const bytesInCall = 11;
/** Of a pixel of each tile: RGB, and once it is answered alpha and weight. */
const bytesKept = 5;

/** Takes memory for the tiles of a picture, where it has to be asked for. @throws whatever ends the work where there is none */
export type TakeRoom = (bytes: number) => Promise<void>;

/**
 * What refining adds to a picture.
 * @param tilePx side of a tile
 * @param tiles in all
 */
export function refiningBytes(tilePx: number, tiles: number): number {
  return planesBytes + tilePx ** 2 * (Math.min(tiles, tilesOfCall) * bytesInCall + tiles * bytesKept);
}

/** What it adds at most, by a network of 256 x 256. */
export const refinerBytes = refiningBytes(256, mostTiles);
