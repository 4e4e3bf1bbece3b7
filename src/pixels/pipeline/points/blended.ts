/** Two answers in one: where weights are 0 it is the first one, bit for bit. */

import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import { type Layer, LayerSampler } from '../plane/layer.ts';
import type { Region } from '../plane/region.ts';
import type { EdgeCleaner } from '../rows/compose.ts';
import { weightedRegion } from './weighted.ts';

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
  let changed = new Uint8Array(0);
  return {
    clean(y, rgba, pixels, channels) {
      const row = rows.at(y);
      if (!row) return base.clean(y, rgba, pixels, channels);
      const { shares, from, to } = row;
      if (changed.length < shares.length * 4) changed = new Uint8Array(shares.length * 4);
      changed.set(rgba.subarray(0, shares.length * 4));
      base.clean(y, rgba, pixels, channels);
      other.clean(y, changed, pixels, channels);
      for (let x = from, at = from * 4; x < to; x++, at += 4) {
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
    const weights = this.#weights.at(y);
    if (!weights) return;
    const { shares, from, to } = weights;
    if (this.#row.length < widthPx) this.#row = new Uint8Array(widthPx);
    this.#other.row(y, widthPx, this.#row, pixels, channels);
    for (let x = from; x < to; x++) {
      if (shares[x] > 0) into[x] = mixed(into[x], this.#row[x], shares[x]);
    }
  }
}

function mixed(base: number, other: number, share: number): number {
  return Math.round(base + ((other - base) * share) / 255);
}

/** A row of weights: 0 where it has none. */
interface WeightRow {
  readonly shares: Uint8Array;
  /** Columns that may have one: from, and to but not including. */
  readonly from: number;
  readonly to: number;
}

/** Weights by rows of the picture. They are 0 outside of their region. */
class WeightRows {
  readonly #sampler: LayerSampler;
  readonly #row: WeightRow;
  readonly #region: Region | null;

  constructor(weights: Layer) {
    const { leftPx, widthPx } = weights.region;
    this.#sampler = new LayerSampler(weights);
    this.#region = weightedRegion(weights);
    const [from, to] = this.#region ? [this.#region.leftPx, this.#region.leftPx + this.#region.widthPx] : [0, 0];
    this.#row = { shares: new Uint8Array(leftPx + widthPx), from, to };
  }

  /** Of a row; null where all are 0. Valid until the next call. */
  at(y: number): WeightRow | null {
    if (!this.#region || y < this.#region.topPx || y >= this.#region.topPx + this.#region.heightPx) return null;
    const { shares } = this.#row;
    this.#sampler.row(y, shares.length, shares);
    return this.#row;
  }
}
