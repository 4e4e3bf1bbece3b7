/** Alpha at the size of the picture, however it is drawn: what composing reads. */
import { type Layer, LayerSampler } from '../matte.ts';
import { GuidedSampler } from './guided-sampler.ts';

/** Reads alpha row by row, top to bottom. */
export interface AlphaSampler {
  /**
   * Writes the alpha of row `y` of the picture, 0 to 255, into the first `widthPx` bytes of `into`.
   * @param pixels the photo's own row, `channels` samples to a pixel; may be empty where the source does not look at it
   */
  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void;
}

export interface AlphaSource {
  /** Whether its samplers need the photo's rows. */
  readonly looksAtPicture: boolean;
  /** A sampler for one pass over the rows. */
  sampler(): AlphaSampler;
}

/**
 * A layer's alpha.
 * @param guide RGB of the layer's region at the size of its matte, along whose edges alpha is drawn; null: bilinear
 */
export function alphaOf(layer: Layer, guide: Uint8Array | null = null): AlphaSource {
  return guide
    ? { looksAtPicture: true, sampler: () => new GuidedSampler(layer, guide) }
    : { looksAtPicture: false, sampler: () => new LayerSampler(layer) };
}
