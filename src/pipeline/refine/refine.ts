/**
 * The learned refiner: a small network looks at tiles of the photo along the soft edge, each with the coarse alpha that
 * is in doubt there, and gives their alpha. How many it sees is bounded; a picture without a soft edge costs nothing.
 *
 * A refiner that does not answer fails the request like every other network. Going on with the coarse alpha would give
 * one picture two results, depending on the load, at the same price.
 */
import type { AlphaSource } from '../edges/alpha-source.ts';
import { hasSubject, type Layer, type Matte, reducedLayer } from '../matte.ts';
import { type NetworkDescription, NetworkFault, type Networks, pictureInput, type Tensor } from '../networks.ts';
import type { Picture } from '../picture/picture.ts';
import { proxies } from '../proxy.ts';
import type { Region, Size } from '../region.ts';
import { findBand, widePart } from './band.ts';
import { type RefinedTile, refinedAlpha, takenShares } from './refined-alpha.ts';
import { refinedLayer } from './refined-layer.ts';
import { softness } from './softness.ts';
import { planTiles } from './tiles.ts';

/** Role of the network: photo and coarse alpha `uint8 [N,S,S,4]` in, alpha `uint8 [N,S,S]` out. */
export const refinerModel = 'matte-refiner';
/** Tiles that one picture may have. */
export const mostTiles = 32;
/** Tiles of one call, calls one after the other: 2 MiB at 256 pixels a side. The network's batch must allow as many. */
export const tilesOfCall = 8;

/** Alpha of a layer as far as it is known. */
export interface CoarseAlpha {
  readonly layer: Layer;
  /** The layer's alpha at the size of the picture. */
  readonly alpha: AlphaSource;
  /** Whether tiles that are coarser than the picture are drawn along its edges as well. */
  readonly guided: boolean;
}

/** What is known of alpha afterwards. */
export interface RefinedAlpha {
  /** At the size of the coarse matte. */
  readonly layer: Layer;
  /** At the size of the picture. */
  readonly alpha: AlphaSource;
}

/**
 * Asks the refiner for what is in doubt of a layer.
 * @returns the very layer and alpha that were given where nothing can be refined
 * @throws NetworkFault
 */
export async function refine(
  picture: Picture,
  { layer, alpha, guided }: CoarseAlpha,
  networks: Networks,
): Promise<RefinedAlpha> {
  // Without a subject, what is soft is the noise of a network that saw none.
  if (!hasSubject(layer.matte)) return { layer, alpha };
  const doubt = findBand(layer.matte);
  if (!doubt) return { layer, alpha };
  const soft = { ...layer, matte: softness(layer.matte) };
  const band = widePart(doubt, soft.matte);
  if (!band) return { layer, alpha };
  const input = tileInput(await networks.describe(refinerModel));
  const plan = planTiles(layer, band, input.tilePx, mostTiles);
  if (!plan) return { layer, alpha };
  const { sidePx, regions, widthPx, heightPx } = plan;
  const photos = proxies(picture, widthPx, heightPx, regions);
  // Native tiles need no drawing: they have a sample for each pixel.
  const needGuide = guided && sidePx > input.tilePx;
  const tiles: RefinedTile[] = [];
  while (tiles.length < regions.length) {
    const next = <Item>(items: readonly Item[]) => items.slice(tiles.length, tiles.length + tilesOfCall);
    const call = { regions: next(regions), photos: next(photos), plan };
    const shown = call.regions.map((region) => reducedLayer(layer, region, widthPx, heightPx));
    const mattes = await ask(networks, input, call, shown);
    mattes.forEach((matte, at) => {
      const refined = { matte, region: call.regions[at], outside: 0 };
      const taken = takenShares(shown[at], matte.alpha, reducedLayer(soft, call.regions[at], widthPx, heightPx));
      tiles.push({ layer: refined, taken, guide: needGuide ? call.photos[at] : null });
    });
  }
  const refined = { sidePx, tiles };
  return { layer: refinedLayer(layer, refined, picture), alpha: refinedAlpha(alpha, refined, picture) };
}

interface TileInput {
  readonly name: string;
  readonly tilePx: number;
}

function tileInput(description: NetworkDescription): TileInput {
  const { name, widthPx, heightPx } = pictureInput(refinerModel, description, 4);
  if (widthPx !== heightPx) throw new NetworkFault('failed', `Model ${refinerModel} does not take square tiles`);
  return { name, tilePx: widthPx };
}

interface TileCall {
  readonly regions: readonly Region[];
  /** RGB of each region, in `plan`'s size. */
  readonly photos: readonly Uint8Array[];
  readonly plan: Size;
}

/**
 * One call of the network.
 * @param shown coarse alpha of each region, in the plan's size
 */
async function ask(
  networks: Networks,
  { name, tilePx }: TileInput,
  { regions, photos, plan }: TileCall,
  shown: readonly Uint8Array[],
): Promise<Matte[]> {
  const data = new Uint8Array(regions.length * tilePx * tilePx * 4);
  photos.forEach((photo, at) => {
    const tile = data.subarray(at * tilePx * tilePx * 4, (at + 1) * tilePx * tilePx * 4);
    fillTile(tile, tilePx, photo, shown[at], plan);
  });
  const shape = [regions.length, tilePx, tilePx, 4];
  const [output] = await networks.infer(refinerModel, [{ name, datatype: 'UINT8', shape, data }]);
  return tileMattes(output, regions.length, tilePx, plan);
}

/** Photo and alpha side by side; in a tile that is smaller than the network's, the last row and column go on. */
function fillTile(tile: Uint8Array, tilePx: number, photo: Uint8Array, alpha: Uint8Array, size: Size): void {
  for (let y = 0, to = 0; y < tilePx; y++) {
    const row = Math.min(y, size.heightPx - 1) * size.widthPx;
    for (let x = 0; x < tilePx; x++, to += 4) {
      const from = row + Math.min(x, size.widthPx - 1);
      tile[to] = photo[from * 3];
      tile[to + 1] = photo[from * 3 + 1];
      tile[to + 2] = photo[from * 3 + 2];
      tile[to + 3] = alpha[from];
    }
  }
}

/** The answer, tile by tile, without what went on beyond a smaller one. */
function tileMattes(output: Tensor | undefined, count: number, tilePx: number, { widthPx, heightPx }: Size): Matte[] {
  const expected = [count, tilePx, tilePx];
  const fits = output?.shape.length === 3 && expected.every((side, at) => output.shape[at] === side);
  if (output?.datatype !== 'UINT8' || !fits || output.data.length !== count * tilePx * tilePx) {
    throw new NetworkFault('failed', `Model ${refinerModel} did not answer with one map of bytes to a tile`);
  }
  return Array.from({ length: count }, (_, tile) => {
    const alpha = new Uint8Array(widthPx * heightPx);
    for (let y = 0; y < heightPx; y++) {
      const from = (tile * tilePx + y) * tilePx;
      alpha.set(output.data.subarray(from, from + widthPx), y * widthPx);
    }
    return { widthPx, heightPx, alpha };
  });
}
