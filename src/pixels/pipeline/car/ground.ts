/** A shadow is on the ground: shade that the network sees on walls and in the sky is removed. */
import { leastShade } from '../plane/alpha.ts';
import type { Plane } from '../plane/plane.ts';

/** Where the ground begins behind the car, and where it certainly is: shares of the car's height from its top. */
const horizon = 0.4;
const certain = 0.7;

/**
 * Removes what cannot be a shadow on the ground.
 * @param shade light that a surface loses, 0 to 255
 * @param top where the car begins, as a share of the plane's height; may be outside 0 to 1
 * @param bottom where it ends, as a share of the plane's height
 * @returns a new plane of the same size: less than `leastShade` becomes 0, 255 stays
 */
export function lieOnGround({ widthPx, heightPx, samples: shade }: Plane, top: number, bottom: number): Plane {
  const from = top + (bottom - top) * horizon;
  const to = top + (bottom - top) * certain;
  const samples = new Uint8Array(shade.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const depth = Math.min(1, Math.max(0, ((y + 0.5) / heightPx - from) / Math.max(1e-6, to - from)));
    const weight = depth * depth * (3 - 2 * depth) * (255 / (255 - leastShade));
    for (let x = 0; x < widthPx; x++, at++) samples[at] = Math.max(0, shade[at] - leastShade) * weight + 0.5;
  }
  return { widthPx, heightPx, samples };
}
