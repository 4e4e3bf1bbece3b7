/** Alpha at the size of the picture, however it is drawn: what composing reads. */
import { type Layer, LayerSampler } from '../plane/layer.ts';
import { GuidedSampler } from './guided-sampler.ts';

/** Reads alpha row by row, top to bottom. */
export interface AlphaSampler {
  /**
   * Writes the alpha of row `y` of the picture, 0 to 255, into the first `widthPx` bytes of `into`.
   * @param pixels the photo's own row, `channels` samples to a pixel; may be empty if the source does not read it
   */
  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void;
}

/** Alpha of a picture that can be read several times. */
export interface AlphaSource {
  /** Whether its samplers need the photo's rows. */
  readonly looksAtPicture: boolean;
  /** A sampler for one pass over the rows. */
  sampler(): AlphaSampler;
}

/** One matte at both sizes. */
export interface DrawnMatte {
  /** At the size that the network gave, for what is estimated from a matte. */
  readonly layer: Layer;
  /** At the size of the picture. */
  readonly alpha: AlphaSource;
}

/**
 * Alpha of a layer at the size of its picture.
 * @param guide RGB of the layer's region at the size of its plane, along whose edges alpha is drawn; null: bilinear
 */
export function alphaOf(layer: Layer, guide: Uint8Array | null = null): AlphaSource {
  return guide
    ? { looksAtPicture: true, sampler: () => new GuidedSampler(layer, guide) }
    : { looksAtPicture: false, sampler: () => new LayerSampler(layer) };
}
