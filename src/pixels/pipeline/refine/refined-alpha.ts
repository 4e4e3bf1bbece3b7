/** Coarse alpha with refined tiles laid over it, without seams. */
import { type AlphaSampler, type AlphaSource, alphaOf } from '../edges/alpha-source.ts';
import { LayerSampler } from '../plane/layer.ts';
import { type Plane, rowOf } from '../plane/plane.ts';
import type { Size } from '../plane/region.ts';
import { sourcePosition } from '../plane/taps.ts';
import type { RefinedTile, RefinedTiles } from './refined-tile.ts';
import { borderShare, rampShare } from './tiles.ts';

/**
 * Inside the cores of its tiles a picture has the refined alpha, by its blend weights. Where two cores overlap, their
 * weights are shared. Towards the outer border of all cores the coarse alpha takes over; not where that is the border of
 * the picture.
 * Everything else stays as it is.
 */
export function refinedAlpha(coarse: AlphaSource, { sidePx, tiles }: RefinedTiles, picture: Size): AlphaSource {
  const weighted = tiles.map((tile): WeightedTile => {
    const { leftPx, topPx, widthPx, heightPx } = tile.core;
    return {
      ...tile,
      columnWeights: axisWeights(leftPx, widthPx, picture.widthPx, sidePx),
      rowWeights: axisWeights(topPx, heightPx, picture.heightPx, sidePx),
    };
  });
  return {
    looksAtPicture: coarse.looksAtPicture || tiles.some(({ guide }) => guide !== null),
    sampler: () => new RefinedSampler(coarse.sampler(), weighted, picture.widthPx),
  };
}

/** Weight of each column, or row, of a core: 0 at its border, 1 inside. */
function axisWeights(startPx: number, lengthPx: number, wholePx: number, sidePx: number): Float32Array {
  const rising = (fromEdgePx: number) =>
    Math.min(1, Math.max(0, (fromEdgePx - sidePx * borderShare) / (sidePx * rampShare)));
  return Float32Array.from({ length: lengthPx }, (_, at) => {
    const fromStart = startPx === 0 ? 1 : rising(at + 0.5);
    const fromEnd = startPx + lengthPx === wholePx ? 1 : rising(lengthPx - at - 0.5);
    return Math.min(fromStart, fromEnd);
  });
}

interface WeightedTile extends RefinedTile {
  readonly columnWeights: Float32Array;
  readonly rowWeights: Float32Array;
}

interface TileReader extends WeightedTile {
  /** Of each row of its blend weights. */
  readonly weighted: Spans;
  /** Both read rows that begin at the left edge of what the tile's network saw. */
  readonly alphaSampler: AlphaSampler;
  readonly weightSampler: LayerSampler;
}

class RefinedSampler implements AlphaSampler {
  readonly #coarse: AlphaSampler;
  readonly #readers: readonly TileReader[];
  /** One row of one tile: its alpha and its blend weights. */
  readonly #alpha: Uint8Array;
  readonly #weights: Uint8Array;
  /** Weighted alpha of all tiles of a row, and the sum of their weights. Zero between rows. */
  readonly #sum: Float32Array;
  readonly #weightSum: Float32Array;

  constructor(coarse: AlphaSampler, tiles: readonly WeightedTile[], widthPx: number) {
    this.#coarse = coarse;
    this.#readers = tiles.map((tile) => {
      const { plane, region, outside } = tile.layer;
      const layer = { plane, region: { ...region, leftPx: 0 }, outside };
      const weights = { ...layer, plane: { ...plane, samples: tile.blendWeights } };
      return {
        ...tile,
        weighted: spansOf(weights.plane),
        alphaSampler: alphaOf(layer, tile.guide).sampler(),
        weightSampler: new LayerSampler(weights),
      };
    });
    this.#alpha = new Uint8Array(widthPx);
    this.#weights = new Uint8Array(widthPx);
    this.#sum = new Float32Array(widthPx);
    this.#weightSum = new Float32Array(widthPx);
  }

  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#coarse.row(y, widthPx, into, pixels, channels);
    let from = widthPx;
    let end = 0;
    for (const reader of this.#readers) {
      const { topPx, heightPx } = reader.core;
      if (y < topPx || y >= topPx + heightPx || reader.rowWeights[y - topPx] === 0) continue;
      const columns = weightedColumns(reader, y);
      const [left, right] = columns;
      if (left >= right) continue;
      this.#add(reader, y, columns, pixels, channels);
      from = Math.min(from, left);
      end = Math.max(end, right);
    }
    const sum = this.#sum;
    const weightSum = this.#weightSum;
    for (let x = from; x < end; x++) {
      if (weightSum[x] === 0) continue;
      into[x] = weightSum[x] < 1 ? sum[x] + (1 - weightSum[x]) * into[x] + 0.5 : sum[x] / weightSum[x] + 0.5;
      sum[x] = 0;
      weightSum[x] = 0;
    }
  }

  /** Adds the columns `left` to `right` of a row of a tile. */
  #add(
    { layer, core, alphaSampler, weightSampler, columnWeights, rowWeights }: TileReader,
    y: number,
    [left, right]: readonly [left: number, right: number],
    pixels: Uint8Array,
    channels: number,
  ): void {
    const { leftPx, widthPx } = layer.region;
    const alpha = this.#alpha;
    const weights = this.#weights;
    const sum = this.#sum;
    const weightSum = this.#weightSum;
    alphaSampler.row(y, widthPx, alpha, pixels.subarray(leftPx * channels), channels);
    weightSampler.row(y, widthPx, weights);
    const rowWeight = rowWeights[y - core.topPx] / 255;
    for (let to = left, from = left - leftPx; to < right; to++, from++) {
      const weight = rowWeight * columnWeights[to - core.leftPx] * weights[from];
      sum[to] += weight * alpha[from];
      weightSum[to] += weight;
    }
  }
}

/** Of each row the first sample that is not 0, and the one behind the last such; `from` is not below `end` where there is none. */
interface Spans {
  readonly from: Int32Array;
  readonly end: Int32Array;
}

function spansOf(plane: Plane): Spans {
  const from = new Int32Array(plane.heightPx).fill(plane.widthPx);
  const end = new Int32Array(plane.heightPx);
  for (let y = 0; y < plane.heightPx; y++) {
    const row = rowOf(plane, y);
    let first = 0;
    while (first < row.length && row[first] === 0) first++;
    if (first === row.length) continue;
    let last = row.length - 1;
    while (row[last] === 0) last--;
    from[y] = first;
    end[y] = last + 1;
  }
  return { from, end };
}

/** The pixels of a row of the picture that may have another weight than 0 in a tile. */
function weightedColumns({ layer, core, weighted }: TileReader, y: number): [left: number, right: number] {
  const { plane, region } = layer;
  const upper = Math.floor(sourcePosition(y - region.topPx, region.heightPx, plane.heightPx));
  const lower = Math.min(upper + 1, plane.heightPx - 1);
  const from = Math.min(weighted.from[upper], weighted.from[lower]);
  const end = Math.max(weighted.end[upper], weighted.end[lower]);
  if (from >= end) return [0, 0];
  // A sample counts as far as the centres of its neighbours.
  const scale = region.widthPx / plane.widthPx;
  const left = region.leftPx + Math.floor((from - 0.5) * scale - 0.5);
  const right = region.leftPx + Math.ceil((end + 0.5) * scale - 0.5) + 1;
  return [Math.max(core.leftPx, left), Math.min(core.leftPx + core.widthPx, right)];
}
