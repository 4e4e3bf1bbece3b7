/**
 * The learned refiner: a small network looks at tiles of the photo along the soft edge, each with its coarse alpha, and
 * answers with finer alpha. How many tiles it sees is bounded; a picture without a soft edge costs nothing.
 *
 * A refiner that does not answer fails the request like every other network. Going on with the coarse alpha would give
 * one picture two results, depending on the load, at the same price.
 */
import type { DrawnMatte } from '../edges/alpha-source.ts';
import { reducedLayer } from '../layer.ts';
import { batchOf } from '../looks/see.ts';
import { hasSubject, type Matte } from '../matte.ts';
import { NetworkFault, type Networks, type PictureInput, pictureInputOf, type Tensor } from '../networks.ts';
import type { Picture } from '../picture/picture.ts';
import { proxies } from '../proxy.ts';
import type { Size } from '../region.ts';
import { findBand, widePart } from './band.ts';
import { refinedAlpha } from './refined-alpha.ts';
import { refinedLayer } from './refined-layer.ts';
import { blendWeights, type RefinedTile } from './refined-tile.ts';
import { softnessOf } from './softness.ts';
import { planTiles } from './tiles.ts';

/** Role of the network: photo and coarse alpha `uint8 [N,S,S,4]` in, alpha `uint8 [N,S,S]` out. */
export const refinerModel = 'matte-refiner';
/** Most tiles of one picture. */
export const mostTiles = 32;
/** Most tiles of one call, calls one after the other: 2 MiB at 256 pixels a side. The network's batch must allow as many. */
export const tilesOfCall = 8;

/** A matte before it is refined. */
export interface CoarseMatte extends DrawnMatte {
  /** Whether tiles that are coarser than the picture are drawn along the picture's edges. */
  readonly guided: boolean;
}

/**
 * Asks the refiner for what of a matte is unknown.
 * @returns the very layer and alpha that were given where there is nothing to refine
 * @throws NetworkFault
 */
export async function refine(
  picture: Picture,
  { layer, alpha, guided }: CoarseMatte,
  networks: Networks,
): Promise<DrawnMatte> {
  // Without a subject, what is soft is the noise of a network that saw none.
  if (!hasSubject(layer.plane)) return { layer, alpha };
  const unknown = findBand(layer.plane);
  if (!unknown) return { layer, alpha };
  const softness = { ...layer, plane: softnessOf(layer.plane) };
  const band = widePart(unknown, softness.plane);
  if (!band) return { layer, alpha };
  const input = pictureInputOf(refinerModel, await networks.describe(refinerModel), 4);
  const tilePx = input.widthPx;
  if (tilePx !== input.heightPx) throw new NetworkFault('failed', `Model ${refinerModel} does not take square tiles`);
  const plan = planTiles(layer, band, tilePx, mostTiles);
  if (!plan) return { layer, alpha };
  const { sidePx, regions, widthPx, heightPx } = plan;
  const photos = proxies(picture, widthPx, heightPx, regions);
  // Tiles at the scale of the picture have a sample for each of its pixels: there is nothing to draw.
  const needGuide = guided && sidePx > tilePx;
  const tiles: RefinedTile[] = [];
  for (let first = 0; first < regions.length; first += tilesOfCall) {
    const shown = regions.slice(first, first + tilesOfCall).map((region, at) => ({
      region,
      colours: photos[first + at],
      alpha: reducedLayer(layer, region, widthPx, heightPx),
    }));
    const [output] = await networks.infer(refinerModel, [batchOf(input, plan, shown)]);
    const mattes = tileMattes(output, shown.length, input, plan);
    shown.forEach(({ region, colours, alpha }, at) => {
      const refined = mattes[at];
      tiles.push({
        layer: { plane: refined, region, outside: 0 },
        blendWeights: blendWeights(alpha, refined.samples, reducedLayer(softness, region, widthPx, heightPx)),
        guide: needGuide ? colours : null,
      });
    });
  }
  const refined = { sidePx, tiles };
  return { layer: refinedLayer(layer, refined, picture), alpha: refinedAlpha(alpha, refined, picture) };
}

/** The answer, tile by tile, without what was added to smaller tiles. */
function tileMattes(
  output: Tensor | undefined,
  count: number,
  { widthPx: tilePx }: PictureInput,
  { widthPx, heightPx }: Size,
): Matte[] {
  const expected = [count, tilePx, tilePx];
  const fits = output?.shape.length === 3 && expected.every((side, at) => output.shape[at] === side);
  if (output?.datatype !== 'UINT8' || !fits || output.data.length !== count * tilePx * tilePx) {
    throw new NetworkFault('failed', `Model ${refinerModel} did not answer with one map of bytes to a tile`);
  }
  return Array.from({ length: count }, (_, tile) => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let y = 0; y < heightPx; y++) {
      const from = (tile * tilePx + y) * tilePx;
      samples.set(output.data.subarray(from, from + widthPx), y * widthPx);
    }
    return { widthPx, heightPx, samples };
  });
}
