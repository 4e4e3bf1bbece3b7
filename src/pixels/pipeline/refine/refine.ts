/**
 * The learned refiner: a small network sees tiles of the photo along the soft edge, each with its coarse alpha, and
 * answers with finer alpha. How many tiles it sees is bounded; a picture without a soft edge costs nothing.
 *
 * A refiner that is late, full or broken leaves the edge as it was drawn, from the first tile on that it does not answer:
 * an edge a little worse is better than no picture. The answer says so.
 */
import { free } from '../../bounds/free.ts';
import type { DrawnMatte } from '../edges/alpha-source.ts';
import { NetworkFault, type Networks, type PictureInput, pictureInputOf, type Tensor } from '../networks/networks.ts';
import { proxies } from '../networks/proxy.ts';
import { batchOf } from '../passes/see.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { hasSubject, type Matte } from '../plane/matte.ts';
import type { Plane } from '../plane/plane.ts';
import type { Size } from '../plane/region.ts';
import { type Band, findBand } from './band.ts';
import { refinedAlpha } from './refined-alpha.ts';
import { refinedLayer } from './refined-layer.ts';
import { blendWeights, type RefinedTile, type RefinedTiles } from './refined-tile.ts';
import { mostTiles, refinerBytes, refiningBytes, type TakeRoom, tilesOfCall } from './room.ts';
import { softnessOf } from './softness.ts';
import { planTiles, type Tile } from './tiles.ts';

/** Role of the network: photo and coarse alpha `uint8 [N,S,S,4]` in, alpha `uint8 [N,S,S]` out. */
export const refinerModel = 'matte-refiner';
/** Of the unknown pixels that a tile could hold. Tiles below it are a fifth to three fifths of all, and 3 % of what changes in hair. */
const leastShare = 0.02;
/** Of the time that is left: the rest is for the rows of the picture. */
const shareOfTime = 0.5;

/** A matte before it is refined. */
export interface CoarseMatte extends DrawnMatte {
  /** Whether tiles that are coarser than the picture are drawn along the picture's edges. */
  readonly guided: boolean;
}

/** A matte after it. */
export interface RefinedMatte extends DrawnMatte {
  /** False if unknown pixels were left out, for lack of tiles or because the refiner did not answer. */
  readonly complete: boolean;
}

/** The part of a matte that is refined. */
export interface RefinedPart {
  /** Over the whole picture: where it is 0, nothing is. */
  readonly weights: Layer;
  readonly mostTiles: number;
}

/**
 * Asks the refiner for the unknown parts of a matte.
 * @param takeRoom asked once for at most `refinerBytes`, where there are tiles; what it throws ends the work
 * @param part null for all of it
 * @returns the given layer and alpha themselves if there is nothing to refine, or no tile was answered
 */
export async function refine(
  picture: Picture,
  coarse: CoarseMatte,
  networks: Networks,
  takeRoom?: TakeRoom,
  part: RefinedPart | null = null,
): Promise<RefinedMatte> {
  const { layer, alpha } = coarse;
  const everywhere = softnessOf(layer.plane);
  const softness = { ...layer, plane: part ? within(everywhere, layer, part.weights) : everywhere };
  // Without a subject, what is soft is the noise of a network that saw none.
  const band = hasSubject(layer.plane) ? findBand(layer.plane, softness.plane) : null;
  if (!band) return { layer, alpha, complete: true };
  const terms = { networks, takeRoom, most: part?.mostTiles ?? mostTiles };
  const { sidePx, tiles, complete } = await refinedTiles(picture, coarse, softness, band, terms);
  if (tiles.length === 0) return { layer, alpha, complete };
  const refined = { sidePx, tiles };
  return { layer: refinedLayer(layer, refined, picture), alpha: refinedAlpha(alpha, refined, picture), complete };
}

/** A plane of a layer's size that is 0 wherever weights are. */
function within(plane: Plane, { region }: Layer, weights: Layer): Plane {
  const shares = reducedLayer(weights, region, plane.widthPx, plane.heightPx);
  return { ...plane, samples: plane.samples.map((value, at) => (shares[at] > 0 ? value : 0)) };
}

/** Whom tiles are shown, and how many. */
interface TileTerms {
  readonly networks: Networks;
  readonly takeRoom?: TakeRoom;
  readonly most: number;
}

/** The tiles that were answered, those with the most unknown pixels first. */
async function refinedTiles(
  picture: Picture,
  { layer, guided }: CoarseMatte,
  softness: Layer,
  band: Band,
  { networks, takeRoom, most }: TileTerms,
): Promise<RefinedTiles & { readonly complete: boolean }> {
  const tiles: RefinedTile[] = [];
  let sidePx = 0;
  try {
    const port = networks.within?.(shareOfTime) ?? networks;
    const input = pictureInputOf(refinerModel, await port.describe(refinerModel), 4);
    const tilePx = input.widthPx;
    sidePx = tilePx;
    if (tilePx !== input.heightPx) throw new NetworkFault('failed', `Model ${refinerModel} does not take square tiles`);
    const plan = planTiles(layer, band, tilePx, most, leastShare);
    if (!plan) return { sidePx, tiles, complete: true };
    // Tiles at the scale of the picture have a sample for each of its pixels: there is nothing to draw.
    const needsGuide = ({ seen, widthPx }: Tile) => guided && widthPx < seen.widthPx;
    await takeRoom?.(Math.min(refiningBytes(tilePx, plan.tiles.length), refinerBytes));
    // For all at once: reading rows may mean decoding them.
    const photos = await proxies(
      picture,
      plan.tiles.map(({ seen, widthPx, heightPx }) => ({ widthPx, heightPx, region: seen })),
    );
    for (let first = 0; first < plan.tiles.length; first += tilesOfCall) {
      const called = plan.tiles.slice(first, first + tilesOfCall);
      const shown = called.map((tile, at) => ({
        ...tile,
        colours: photos[first + at],
        planes: [reducedLayer(layer, tile.seen, tile.widthPx, tile.heightPx)],
      }));
      const batch = batchOf(input, shown);
      const [output] = await port.infer(refinerModel, [batch]).finally(() => free(batch.data));
      const mattes = tileMattes(output, shown, input);
      shown.forEach(({ colours, planes: [alpha], ...tile }, at) => {
        const { core, seen, widthPx, heightPx } = tile;
        const refined = mattes[at];
        const guide = needsGuide(tile) ? colours : null;
        if (!guide) free(colours);
        tiles.push({
          layer: { plane: refined, region: seen, outside: 0 },
          core,
          blendWeights: blendWeights(alpha, refined.samples, reducedLayer(softness, seen, widthPx, heightPx)),
          guide,
        });
      });
    }
    return { sidePx: tilePx, tiles, complete: plan.complete };
  } catch (fault) {
    if (!(fault instanceof NetworkFault)) throw fault;
    return { sidePx, tiles, complete: false };
  }
}

/** The answer, tile by tile, without what was added to smaller tiles. */
function tileMattes(output: Tensor | undefined, shown: readonly Size[], { widthPx: tilePx }: PictureInput): Matte[] {
  const expected = [shown.length, tilePx, tilePx];
  const fits = output?.shape.length === 3 && expected.every((side, at) => output.shape[at] === side);
  if (output?.datatype !== 'UINT8' || !fits || output.data.length !== shown.length * tilePx * tilePx) {
    throw new NetworkFault('failed', `Model ${refinerModel} did not answer with one map of bytes to a tile`);
  }
  return shown.map(({ widthPx, heightPx }, tile) => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let y = 0; y < heightPx; y++) {
      const from = (tile * tilePx + y) * tilePx;
      samples.set(output.data.subarray(from, from + widthPx), y * widthPx);
    }
    return { widthPx, heightPx, samples };
  });
}
