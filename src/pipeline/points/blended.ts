/** Two answers in one: where weights are 0 it is the first one, bit for bit. */
import type { EdgeCleaner } from '../compose.ts';
import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import { type Layer, LayerSampler } from '../layer.ts';
import { rowOf } from '../plane.ts';

/** Alpha that goes over into another one. @param weights over the whole picture, 0 to 255 */
export function blendedAlpha(base: AlphaSource, other: AlphaSource, weights: Layer): AlphaSource {
  return {
    looksAtPicture: base.looksAtPicture || other.looksAtPicture,
    sampler: () => new BlendedSampler(base.sampler(), other.sampler(), new WeightRows(weights)),
  };
}

/** Colours of soft pixels that go over into others. @param weights over the whole picture, 0 to 255 */
export function blendedCleaner(base: EdgeCleaner, other: EdgeCleaner, weights: Layer): EdgeCleaner {
  const rows = new WeightRows(weights);
  return {
    clean(y, rgba, pixels, channels) {
      const shares = rows.at(y);
      const changed = shares && rgba.slice(0, shares.length * 4);
      base.clean(y, rgba, pixels, channels);
      if (!shares || !changed) return;
      other.clean(y, changed, pixels, channels);
      for (let x = 0, at = 0; x < shares.length; x++, at += 4) {
        if (shares[x] === 0) continue;
        for (let channel = at; channel < at + 3; channel++)
          rgba[channel] = mixed(rgba[channel], changed[channel], shares[x]);
      }
    },
  };
}

class BlendedSampler implements AlphaSampler {
  readonly #base: AlphaSampler;
  readonly #other: AlphaSampler;
  readonly #weights: WeightRows;
  #row = new Uint8Array(0);

  constructor(base: AlphaSampler, other: AlphaSampler, weights: WeightRows) {
    this.#base = base;
    this.#other = other;
    this.#weights = weights;
  }

  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#base.row(y, widthPx, into, pixels, channels);
    const shares = this.#weights.at(y);
    if (!shares) return;
    if (this.#row.length < widthPx) this.#row = new Uint8Array(widthPx);
    this.#other.row(y, widthPx, this.#row, pixels, channels);
    for (let x = 0; x < widthPx; x++) {
      if (shares[x] > 0) into[x] = mixed(into[x], this.#row[x], shares[x]);
    }
  }
}

function mixed(base: number, other: number, share: number): number {
  return Math.round(base + ((other - base) * share) / 255);
}

/** Weights by rows of the picture. */
class WeightRows {
  readonly #sampler: LayerSampler;
  readonly #row: Uint8Array;
  /** Rows of the picture that may have a weight: from, and to but not including. */
  readonly #from: number;
  readonly #to: number;

  constructor(weights: Layer) {
    const { plane, region, outside } = weights;
    this.#sampler = new LayerSampler(weights);
    this.#row = new Uint8Array(region.leftPx + region.widthPx);
    let [first, last] = [plane.heightPx, -1];
    for (let y = 0; y < plane.heightPx; y++) {
      if (!rowOf(plane, y).some((weight) => weight > 0)) continue;
      first = Math.min(first, y);
      last = y;
    }
    const scale = region.heightPx / plane.heightPx;
    const isAll = outside > 0;
    this.#from = isAll ? 0 : region.topPx + Math.floor((first - 1) * scale);
    this.#to = isAll ? Number.POSITIVE_INFINITY : region.topPx + Math.ceil((last + 2) * scale);
  }

  /** Of a row; null where all are 0. Valid until the next call. */
  at(y: number): Uint8Array | null {
    if (y < this.#from || y >= this.#to) return null;
    this.#sampler.row(y, this.#row.length, this.#row);
    return this.#row;
  }
}
