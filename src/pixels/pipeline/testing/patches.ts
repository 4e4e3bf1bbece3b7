/** Mattes of rectangles, for tests of what a low pass adds. */
import type { Matte } from '../plane/matte.ts';

/** A rectangle, in pixels of the low pass. */
export interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly alpha?: number;
}

/** Patches on nothing, in a square of `side` pixels of the low pass, each `scale` pixels a side; later ones are on top. */
export function matteOfPatches(side: number, scale: number, patches: readonly Patch[]): Matte {
  const widthPx = side * scale;
  const samples = new Uint8Array(widthPx * widthPx);
  for (const { left, top, width, height, alpha = 255 } of patches) {
    for (let y = top * scale; y < (top + height) * scale; y++) {
      samples.fill(alpha, y * widthPx + left * scale, y * widthPx + (left + width) * scale);
    }
  }
  return { widthPx, heightPx: widthPx, samples };
}
