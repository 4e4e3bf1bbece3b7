/** A matte read at the size of the picture, along the picture's own edges. */
import { bytes, doubles, floats, layOut } from '../../kernels/memory.ts';
import { type Layer, LayerSampler } from '../plane/layer.ts';
import { rowOf } from '../plane/plane.ts';
import { sourcePosition } from '../plane/taps.ts';
import { LocalModels, rowsOfModel } from './local-model.ts';

/**
 * Where a matte is soft, each pixel of the picture gets a blend of two alphas: the one that the local model gives its
 * colour, by the model's weight, and the bicubic one for the rest (Keys, 1981; a = −0.5). Everywhere else it is as
 * `LayerSampler` reads it. Memory: a few rows of the matte. The blend itself is `guidedRow` of the kernels; what the photo
 * has half transparent, the guide shows over grey, so there the colour is not asked.
 */
export class GuidedSampler {
  readonly #layer: Layer;
  readonly #plain: LayerSampler;
  readonly #models: LocalModels;

  /** @param guide RGB of the layer's region at the size of its plane */
  constructor(layer: Layer, guide: Uint8Array) {
    this.#layer = layer;
    this.#plain = new LayerSampler(layer);
    this.#models = new LocalModels(layer.plane, guide);
  }

  /**
   * Writes the values of row `y` of the picture, 0 to 255.
   * @param pixels the row's own samples, `channels` to a pixel
   */
  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#plain.row(y, widthPx, into);
    const { plane, region } = this.#layer;
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) return;
    const soft = softSpan(into.subarray(region.leftPx, region.leftPx + region.widthPx));
    if (soft === null) return;
    const [from, to] = soft;
    const position = sourcePosition(inside, region.heightPx, plane.heightPx);
    const upper = Math.floor(position);
    const above = this.#models.at(upper);
    const below = this.#models.at(Math.min(upper + 1, plane.heightPx - 1));
    const { stride } = this.#models;
    const { kernels, arrays } = layOut({
      values: bytes(to - from),
      pixels: bytes((to - from) * channels),
      rows: bytes(plane.widthPx * 4),
      above: floats(stride * rowsOfModel),
      below: floats(stride * rowsOfModel),
      columns: doubles(plane.widthPx + 3),
    });
    const left = region.leftPx + from;
    const right = region.leftPx + to;
    arrays.values.set(into.subarray(left, right));
    arrays.pixels.set(pixels.subarray(left * channels, right * channels));
    for (let tap = 0; tap < 4; tap++) {
      const row = Math.min(plane.heightPx - 1, Math.max(0, upper + tap - 1));
      arrays.rows.set(rowOf(plane, row), tap * plane.widthPx);
    }
    arrays.above.set(above);
    arrays.below.set(below);
    const down = position - upper;
    kernels.guidedRow(
      ...[arrays.values.byteOffset, arrays.pixels.byteOffset, channels, from, to, region.widthPx],
      ...[arrays.rows.byteOffset, plane.widthPx, down, ...cubicWeights(down)],
      ...[arrays.above.byteOffset, arrays.below.byteOffset, stride, arrays.columns.byteOffset],
    );
    into.set(arrays.values, left);
  }
}

/** From the first soft value to behind the last one; null where all are 0 or 255. */
function softSpan(values: Uint8Array): [from: number, to: number] | null {
  const isSoft = (value: number) => value !== 0 && value !== 255;
  let from = 0;
  while (from < values.length && !isSoft(values[from])) from++;
  if (from === values.length) return null;
  let to = values.length;
  while (!isSoft(values[to - 1])) to--;
  return [from, to];
}

/** Keys' cubic convolution at `t` between the second and the third of four samples. */
function cubicWeights(t: number): [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2];
}
