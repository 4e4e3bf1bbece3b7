/** Coarse alpha with refined tiles laid over it, without seams. */
import { type AlphaSampler, type AlphaSource, alphaOf } from '../edges/alpha-source.ts';
import { type Layer, LayerSampler } from '../matte.ts';
import type { Size } from '../region.ts';
import { risingShare, silentShare } from './tiles.ts';

/** A part of the picture whose alpha was told again. */
export interface RefinedTile {
  readonly layer: Layer;
  /** How much of it is to be taken, 0 to 255 for each of its samples. */
  readonly taken: Uint8Array;
  /** RGB of the layer's region at the size of its matte, where alpha is to be drawn along its edges; null: bilinear. */
  readonly guide: Uint8Array | null;
}

export interface RefinedTiles {
  /** Side in the picture's pixels that a whole tile has. */
  readonly sidePx: number;
  readonly tiles: readonly RefinedTile[];
}

/** Up to this change of alpha, of 255, a refiner has kept what it was shown; from `changedFrom` on it has told something else. */
const keptUpTo = 6;
const changedFrom = 30;

/**
 * How much of a refined tile is to be taken: nothing where the refiner gave back the bilinear alpha that it was shown, and
 * nothing along smooth outlines, for drawn along the photo's edges alpha is better there.
 */
export function takenShares(shown: Uint8Array, refined: Uint8Array, softness: Uint8Array): Uint8Array {
  return Uint8Array.from(refined, (value, at) => {
    const change = (Math.abs(value - shown[at]) - keptUpTo) / (changedFrom - keptUpTo);
    return softness[at] * Math.min(1, Math.max(0, change)) + 0.5;
  });
}

/**
 * Inside its tiles a picture has the refined alpha, as far as it is to be taken. Where two overlap they share the say, and
 * towards the outer border of them all, the coarse alpha takes over; not where that is the border of the picture.
 * Everything else stays as it is.
 */
export function refinedAlpha(coarse: AlphaSource, { sidePx, tiles }: RefinedTiles, picture: Size): AlphaSource {
  const weighted = tiles.map((tile): WeightedTile => {
    const { leftPx, topPx, widthPx, heightPx } = tile.layer.region;
    return {
      ...tile,
      across: shares(leftPx, widthPx, picture.widthPx, sidePx),
      down: shares(topPx, heightPx, picture.heightPx, sidePx),
    };
  });
  return {
    looksAtPicture: coarse.looksAtPicture || tiles.some(({ guide }) => guide !== null),
    sampler: () => new RefinedSampler(coarse.sampler(), weighted, picture.widthPx),
  };
}

/** How much each column, or row, of a tile has to say: 0 to 1. */
function shares(startPx: number, lengthPx: number, wholePx: number, sidePx: number): Float32Array {
  const rising = (fromEdgePx: number) =>
    Math.min(1, Math.max(0, (fromEdgePx - sidePx * silentShare) / (sidePx * risingShare)));
  return Float32Array.from({ length: lengthPx }, (_, at) => {
    const fromStart = startPx === 0 ? 1 : rising(at + 0.5);
    const fromEnd = startPx + lengthPx === wholePx ? 1 : rising(lengthPx - at - 0.5);
    return Math.min(fromStart, fromEnd);
  });
}

interface WeightedTile extends RefinedTile {
  readonly across: Float32Array;
  readonly down: Float32Array;
}

interface TileReader extends WeightedTile {
  /** Both read rows that begin at the tile's left edge. */
  readonly sampler: AlphaSampler;
  readonly takenSampler: LayerSampler;
}

class RefinedSampler implements AlphaSampler {
  readonly #coarse: AlphaSampler;
  readonly #readers: readonly TileReader[];
  /** One row of one tile, and how much of it is taken. */
  readonly #alpha: Uint8Array;
  readonly #taken: Uint8Array;
  /** Alpha of all tiles of a row in proportion to their say, and what they have to say together. Zero between rows. */
  readonly #sum: Float32Array;
  readonly #said: Float32Array;

  constructor(coarse: AlphaSampler, tiles: readonly WeightedTile[], widthPx: number) {
    this.#coarse = coarse;
    this.#readers = tiles.map((tile) => {
      const { matte, region, outside } = tile.layer;
      const layer = { matte, region: { ...region, leftPx: 0 }, outside };
      const taken = { ...layer, matte: { ...matte, alpha: tile.taken } };
      return { ...tile, sampler: alphaOf(layer, tile.guide).sampler(), takenSampler: new LayerSampler(taken) };
    });
    this.#alpha = new Uint8Array(widthPx);
    this.#taken = new Uint8Array(widthPx);
    this.#sum = new Float32Array(widthPx);
    this.#said = new Float32Array(widthPx);
  }

  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#coarse.row(y, widthPx, into, pixels, channels);
    let from = widthPx;
    let end = 0;
    for (const reader of this.#readers) {
      const { topPx, leftPx, heightPx, widthPx: tileWidth } = reader.layer.region;
      if (y < topPx || y >= topPx + heightPx || reader.down[y - topPx] === 0) continue;
      this.#add(reader, y, pixels, channels);
      from = Math.min(from, leftPx);
      end = Math.max(end, leftPx + tileWidth);
    }
    const sum = this.#sum;
    const said = this.#said;
    for (let x = from; x < end; x++) {
      if (said[x] === 0) continue;
      into[x] = said[x] < 1 ? sum[x] + (1 - said[x]) * into[x] + 0.5 : sum[x] / said[x] + 0.5;
      sum[x] = 0;
      said[x] = 0;
    }
  }

  #add(
    { layer, sampler, takenSampler, across, down }: TileReader,
    y: number,
    pixels: Uint8Array,
    channels: number,
  ): void {
    const { leftPx, topPx, widthPx } = layer.region;
    const alpha = this.#alpha;
    const taken = this.#taken;
    const sum = this.#sum;
    const said = this.#said;
    sampler.row(y, widthPx, alpha, pixels.subarray(leftPx * channels), channels);
    takenSampler.row(y, widthPx, taken);
    const share = down[y - topPx] / 255;
    for (let x = 0, to = leftPx; x < widthPx; x++, to++) {
      const weight = share * across[x] * taken[x];
      sum[to] += weight * alpha[x];
      said[to] += weight;
    }
  }
}
