/** Rows of a car's results: the photo's own colours, glass opened, the shadow baked in or apart. */

import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import { groundHiddenFrom } from '../plane/alpha.ts';
import { type Layer, LayerSampler } from '../plane/layer.ts';
import type { RowWriter } from '../rows/compose.ts';
import type { CarLayers } from './layers.ts';

/**
 * The car with the photo's own RGB. With `baked`, the shadow is beneath it: black over the new background, the car over
 * the shadow (Porter and Duff, 1984), stored with straight alpha.
 * @param outline alpha of the body's layer, at the size of the picture
 * @returns RGBA rows
 */
export function carCutoutRows(picture: Picture, layers: CarLayers, outline: AlphaSource, baked: boolean): RowWriter {
  const { widthPx, heightPx, channels } = picture;
  const source = picture.rows();
  const rows = new CarRows(layers, outline, picture, baked);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    cost: source.begin && { begin: source.begin },
    write(count, into) {
      const colours = source.next(count);
      for (let row = 0, from = 0, to = 0; row < count; row++) {
        const { body, opacity, shadow } = rows.at(y++, colours.subarray(from));
        for (let x = 0; x < widthPx; x++, from += channels, to += 4) {
          const photo = channels === 4 ? colours[from + 3] : 255;
          const car = (body[x] * opacity[x] * photo) / 65_025;
          const shade = (shadow[x] * uncovered(body[x])) / 255;
          const alpha = car + shade;
          const keep = shade > 0 ? car / alpha : 1;
          into[to] = colours[from] * keep + 0.5;
          into[to + 1] = colours[from + 1] * keep + 0.5;
          into[to + 2] = colours[from + 2] * keep + 0.5;
          into[to + 3] = alpha + 0.5;
        }
      }
    },
  };
}

/**
 * The shadow alone, 255 = darkest. The cutout without a shadow, laid over it, gives what `carCutoutRows` bakes: at the
 * car's soft edge the shadow goes on beneath the car, behind glass there is none.
 * @param outline alpha of the body's layer, at the size of the picture
 * @returns grey rows
 */
export function shadowRows(picture: Picture, layers: CarLayers, outline: AlphaSource): RowWriter {
  const { widthPx, heightPx, channels } = picture;
  const source = outline.looksAtPicture ? picture.rows() : null;
  const rows = new CarRows(layers, outline, picture, true);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 1,
    cost: source?.begin && { begin: source.begin },
    write(count, into) {
      const colours = source?.next(count) ?? new Uint8Array(0);
      for (let row = 0, to = 0; row < count; row++) {
        const { body, opacity, shadow } = rows.at(y++, colours.subarray(row * widthPx * channels));
        for (let x = 0; x < widthPx; x++, to++) {
          const rest = 255 - (body[x] * opacity[x]) / 255;
          into[to] = rest > 0 ? Math.min(255, (shadow[x] * uncovered(body[x])) / rest + 0.5) : 0;
        }
      }
    },
  };
}

/** How much of the ground is visible beside the outline, 0 to 255: none from `groundHiddenFrom` on. */
function uncovered(body: number): number {
  return Math.max(0, groundHiddenFrom - body) * (255 / groundHiddenFrom);
}

/** One row of all layers at the size of the picture. */
class CarRows {
  readonly #outline: AlphaSampler;
  readonly #glass: LayerSampler | null;
  readonly #shade: LayerSampler | null;
  readonly #widthPx: number;
  readonly #channels: number;
  readonly #body: Uint8Array;
  readonly #opacity: Uint8Array;
  readonly #shadow: Uint8Array;

  constructor(
    { opacity, shadow }: CarLayers,
    outline: AlphaSource,
    { widthPx, channels }: Picture,
    withShadow: boolean,
  ) {
    const sampler = (layer: Layer | null) => (layer ? new LayerSampler(layer) : null);
    this.#outline = outline.sampler();
    this.#glass = sampler(opacity);
    this.#shade = sampler(withShadow ? shadow : null);
    this.#widthPx = widthPx;
    this.#channels = channels;
    this.#body = new Uint8Array(widthPx);
    this.#opacity = new Uint8Array(widthPx).fill(255);
    this.#shadow = new Uint8Array(widthPx);
  }

  /** @param pixels the photo's row, which the outline may read */
  at(y: number, pixels: Uint8Array): { body: Uint8Array; opacity: Uint8Array; shadow: Uint8Array } {
    const body = this.#body;
    const opacity = this.#opacity;
    const shadow = this.#shadow;
    const widthPx = this.#widthPx;
    this.#outline.row(y, widthPx, body, pixels, this.#channels);
    this.#glass?.row(y, widthPx, opacity);
    this.#shade?.row(y, widthPx, shadow);
    return { body, opacity, shadow };
  }
}
