/** The subject's own colours along its soft edge, read at the size of the picture. */
import { sourcePosition } from '../taps.ts';
import type { EstimatedColours } from './colours.ts';

/** Expected variance of the background's estimate, that of the foreground's being 1. */
const backgroundVariance = 0.5;
/** Variance of the photo's noise, in the same measure. */
const noiseVariance = 0.01;

/**
 * Takes the old background out of soft pixels. Such a pixel should be the mix of both estimates. What it differs by is
 * divided between the two by least squares, so the subject keeps the texture that the estimate is too smooth for.
 * Where the estimates are unknown, the photo's own colours stay.
 */
export class EdgeColourSampler {
  readonly #colours: EstimatedColours;
  /** For each column of the region: its left neighbour, the weight of the right one, the nearest one. */
  readonly #left: Int32Array;
  readonly #weight: Float32Array;
  readonly #nearest: Int32Array;

  constructor(colours: EstimatedColours) {
    const { widthPx } = colours.region;
    this.#colours = colours;
    this.#left = new Int32Array(widthPx);
    this.#weight = new Float32Array(widthPx);
    this.#nearest = new Int32Array(widthPx);
    for (let x = 0; x < widthPx; x++) {
      const position = sourcePosition(x, widthPx, colours.widthPx);
      this.#left[x] = Math.floor(position);
      this.#weight[x] = position - this.#left[x];
      this.#nearest[x] = Math.min(Math.round(position), colours.widthPx - 1);
    }
  }

  /**
   * Changes the colours of the region's soft pixels in row `y` of the picture. Pixels that the photo itself has half
   * transparent keep theirs.
   * @param rgba the row as it will go out: the photo's colours and the final alpha
   * @param pixels the row of the photo, `channels` samples to a pixel
   */
  clean(y: number, rgba: Uint8Array, pixels: Uint8Array, channels: number): void {
    const left = this.#left;
    const weight = this.#weight;
    const nearest = this.#nearest;
    const { region, widthPx: stride, heightPx, foreground, background, known } = this.#colours;
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) return;
    const position = sourcePosition(inside, region.heightPx, heightPx);
    const upper = Math.floor(position);
    const down = position - upper;
    const top = upper * stride;
    const bottom = Math.min(upper + 1, heightPx - 1) * stride;
    const knownRow = known.subarray(down < 0.5 ? top : bottom);
    for (let x = 0, at = region.leftPx * 4; x < region.widthPx; x++, at += 4) {
      const opacity = rgba[at + 3];
      if (opacity === 0 || opacity === 255) continue;
      // With four channels, the photo's row lies as `rgba` does.
      if (channels === 4 && pixels[at + 3] !== 255) continue;
      const across = weight[x];
      const right = Math.min(left[x] + 1, stride - 1);
      const blendWeight = knownRow[nearest[x]];
      if (blendWeight === 0) continue;
      const alpha = opacity / 255;
      const rest = 1 - alpha;
      const gain = alpha / (alpha * alpha + backgroundVariance * rest * rest + noiseVariance);
      const a = (top + left[x]) * 3;
      const b = (top + right) * 3;
      const c = (bottom + left[x]) * 3;
      const d = (bottom + right) * 3;
      const wb = across * (1 - down);
      const wa = 1 - down - wb;
      const wd = across * down;
      const wc = down - wd;
      for (let i = 0; i < 3; i++) {
        const front = wa * foreground[a + i] + wb * foreground[b + i] + wc * foreground[c + i] + wd * foreground[d + i];
        const back = wa * background[a + i] + wb * background[b + i] + wc * background[c + i] + wd * background[d + i];
        const colour = front + gain * (rgba[at + i] - alpha * front - rest * back);
        const own = Math.min(255, Math.max(0, colour));
        rgba[at + i] = (blendWeight === 255 ? own : rgba[at + i] + (own - rgba[at + i]) * (blendWeight / 255)) + 0.5;
      }
    }
  }
}
