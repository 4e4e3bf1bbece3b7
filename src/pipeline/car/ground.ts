/** A shadow lies on the ground: what the network says of walls and sky is its doubt. */
import type { Matte } from '../matte.ts';

/** Shade below this is doubt, 0 to 255. */
const doubt = 12;
/** Where the ground begins behind the car and where it certainly is, as shares of the car's height from its top. */
const horizon = 0.4;
const certain = 0.7;

/**
 * Takes away what cannot be a shadow on the ground.
 * @param top where the car begins and
 * @param bottom where it ends, as shares of the layer's height
 */
export function lieOnGround(shadow: Matte, top: number, bottom: number): Matte {
  const { widthPx, heightPx } = shadow;
  const from = top + (bottom - top) * horizon;
  const to = top + (bottom - top) * certain;
  const alpha = new Uint8Array(shadow.alpha.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const depth = Math.min(1, Math.max(0, ((y + 0.5) / heightPx - from) / Math.max(1e-6, to - from)));
    const weight = depth * depth * (3 - 2 * depth) * (255 / (255 - doubt));
    for (let x = 0; x < widthPx; x++, at++) alpha[at] = Math.max(0, shadow.alpha[at] - doubt) * weight + 0.5;
  }
  return { widthPx, heightPx, alpha };
}
