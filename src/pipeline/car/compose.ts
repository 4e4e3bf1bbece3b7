/** Rows of a car's results: the photo's own colours, glass opened, the shadow baked in or apart. */
import type { RowWriter } from '../compose.ts';
import { type Layer, LayerSampler } from '../matte.ts';
import type { Picture } from '../picture.ts';
import type { CarLayers } from './layers.ts';

/**
 * The car with the photo's own RGB. With `baked`, the shadow lies beneath it: black over the new ground, the car over
 * the shadow (Porter and Duff, 1984), stored with straight alpha.
 */
export function carCutoutRows(picture: Picture, layers: CarLayers, baked: boolean): RowWriter {
  const { widthPx, heightPx, channels } = picture;
  const source = picture.rows();
  const rows = new CarRows(layers, widthPx, baked);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      const colours = source.next(count);
      for (let row = 0, from = 0, to = 0; row < count; row++) {
        const { body, opacity, shadow } = rows.at(y++);
        for (let x = 0; x < widthPx; x++, from += channels, to += 4) {
          const photo = channels === 4 ? colours[from + 3] : 255;
          const car = (body[x] * opacity[x] * photo) / 65_025;
          const shade = (shadow[x] * uncovered(body[x])) / 255;
          const alpha = car + shade;
          const keep = alpha > 0 && shade > 0 ? car / alpha : 1;
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
 * car's soft edge it goes on beneath the car, behind glass it is not there.
 */
export function shadowRows(picture: Picture, layers: CarLayers): RowWriter {
  const { widthPx, heightPx } = picture;
  const rows = new CarRows(layers, widthPx, true);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 1,
    write(count, into) {
      for (let row = 0, to = 0; row < count; row++) {
        const { body, opacity, shadow } = rows.at(y++);
        for (let x = 0; x < widthPx; x++, to++) {
          const rest = 255 - (body[x] * opacity[x]) / 255;
          into[to] = rest > 0 ? Math.min(255, (shadow[x] * uncovered(body[x])) / rest + 0.5) : 0;
        }
      }
    },
  };
}

/** How much of the ground the outline leaves to be seen, 0 to 255. A matte that is all but solid leaves nothing. */
function uncovered(body: number): number {
  return Math.max(0, 250 - body) * (255 / 250);
}

/** One row of all layers at the size of the picture. */
class CarRows {
  private readonly samplers: readonly (LayerSampler | null)[];
  private readonly widthPx: number;
  private readonly body: Uint8Array;
  private readonly opacity: Uint8Array;
  private readonly shadow: Uint8Array;

  constructor({ body, opacity, shadow }: CarLayers, widthPx: number, withShadow: boolean) {
    const sampler = (layer: Layer | null) => (layer ? new LayerSampler(layer) : null);
    this.samplers = [sampler(body), sampler(opacity), sampler(withShadow ? shadow : null)];
    this.widthPx = widthPx;
    this.body = new Uint8Array(widthPx);
    this.opacity = new Uint8Array(widthPx).fill(255);
    this.shadow = new Uint8Array(widthPx);
  }

  at(y: number): { body: Uint8Array; opacity: Uint8Array; shadow: Uint8Array } {
    const { body, opacity, shadow, widthPx } = this;
    for (const [index, row] of [body, opacity, shadow].entries()) this.samplers[index]?.row(y, widthPx, row);
    return { body, opacity, shadow };
  }
}
