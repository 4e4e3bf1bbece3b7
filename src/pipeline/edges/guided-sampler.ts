/** A matte read at the size of the picture, along the picture's own edges. */
import { type Layer, LayerSampler } from '../layer.ts';
import { sourcePosition } from '../taps.ts';
import { LocalModels, modelStride } from './local-model.ts';

/**
 * Where a matte is soft, each pixel of the picture gets a blend of two alphas: the one that the local model gives its
 * colour, by the model's weight, and the bicubic one for the rest (Keys, 1981; a = −0.5). Everywhere else it is as
 * `LayerSampler` reads it. Memory: a few rows of the matte.
 */
export class GuidedSampler {
  readonly #layer: Layer;
  readonly #plain: LayerSampler;
  readonly #models: LocalModels;
  readonly #columns: CubicTaps;

  /** @param guide RGB of the layer's region at the size of its plane */
  constructor(layer: Layer, guide: Uint8Array) {
    this.#layer = layer;
    this.#plain = new LayerSampler(layer);
    this.#models = new LocalModels(layer.plane, guide);
    this.#columns = cubicTaps(layer.region.widthPx, layer.plane.widthPx);
  }

  /**
   * Writes the values of row `y` of the picture, 0 to 255.
   * @param pixels the row's own samples, `channels` to a pixel
   */
  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#plain.row(y, widthPx, into);
    const layer = this.#layer;
    const columns = this.#columns;
    const { plane, region } = layer;
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) return;
    const { samples: alpha, widthPx: stride, heightPx } = plane;
    const position = sourcePosition(inside, region.heightPx, heightPx);
    const upper = Math.floor(position);
    const down = position - upper;
    const above = this.#models.at(upper);
    const below = this.#models.at(Math.min(upper + 1, heightPx - 1));
    const [w0, w1, w2, w3] = cubicWeights(down);
    const r0 = Math.max(0, upper - 1) * stride;
    const r1 = upper * stride;
    const r2 = Math.min(heightPx - 1, upper + 1) * stride;
    const r3 = Math.min(heightPx - 1, upper + 2) * stride;
    for (let x = 0, to = region.leftPx; x < region.widthPx; x++, to++) {
      const bilinear = into[to];
      if (bilinear === 0 || bilinear === 255) continue;
      let cubic = 0;
      for (let tap = x * 4; tap < x * 4 + 4; tap++) {
        const at = columns.at[tap];
        cubic +=
          columns.weights[tap] *
          (w0 * alpha[r0 + at] + w1 * alpha[r1 + at] + w2 * alpha[r2 + at] + w3 * alpha[r3 + at]);
      }
      const across = columns.blendWeight[x];
      const left = columns.at[x * 4 + 1] * modelStride;
      const right = columns.at[x * 4 + 2] * modelStride;
      const topLeft = (1 - across) * (1 - down);
      const topRight = across * (1 - down);
      const bottomLeft = (1 - across) * down;
      const bottomRight = across * down;
      const blendWeight =
        topLeft * above[left + 4] +
        topRight * above[right + 4] +
        bottomLeft * below[left + 4] +
        bottomRight * below[right + 4];
      let value = cubic;
      const from = to * channels;
      // What the photo has half transparent, the guide shows over grey: its colours there are not the pixel's.
      if (blendWeight > 0 && (channels === 3 || pixels[from + 3] === 255)) {
        const guided =
          topLeft * modelled(above, left, pixels, from) +
          topRight * modelled(above, right, pixels, from) +
          bottomLeft * modelled(below, left, pixels, from) +
          bottomRight * modelled(below, right, pixels, from);
        value += (Math.min(255, Math.max(0, guided)) - cubic) * blendWeight;
      }
      into[to] = Math.min(255, Math.max(0, value)) + 0.5;
    }
  }
}

/** Alpha that the model at `at` gives the pixel at `from`. */
function modelled(models: Float32Array, at: number, pixels: Uint8Array, from: number): number {
  return (
    models[at] * pixels[from] + models[at + 1] * pixels[from + 1] + models[at + 2] * pixels[from + 2] + models[at + 3]
  );
}

interface CubicTaps {
  /** Four samples of the matte for each of the picture's; at the border the last one repeats. */
  readonly at: Int32Array;
  readonly weights: Float32Array;
  /** Weight of the third sample against the second in a linear blend, 0 to 1. */
  readonly blendWeight: Float32Array;
}

function cubicTaps(size: number, sourceSize: number): CubicTaps {
  const taps = {
    at: new Int32Array(size * 4),
    weights: new Float32Array(size * 4),
    blendWeight: new Float32Array(size),
  };
  for (let x = 0; x < size; x++) {
    const position = sourcePosition(x, size, sourceSize);
    const first = Math.floor(position);
    taps.blendWeight[x] = position - first;
    taps.weights.set(cubicWeights(position - first), x * 4);
    for (let tap = 0; tap < 4; tap++) taps.at[x * 4 + tap] = Math.min(sourceSize - 1, Math.max(0, first + tap - 1));
  }
  return taps;
}

/** Keys' cubic convolution at `t` between the second and the third of four samples. */
function cubicWeights(t: number): [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2];
}
