/** The prep downscale that the contract reports. Networks see the proxy; the answer keeps the input's size. */
import type { Limits } from '../../../contract/limits.ts';

/** Sizes of one picture before and after the prep downscale. */
export interface Prepared {
  readonly inputPx: readonly [width: number, height: number];
  readonly processedPx: readonly [width: number, height: number];
  readonly wasDownscaled: boolean;
}

/**
 * Computes the prep downscale of an upright picture: scale = min(1, 5000 / longest side, √(25e6 / area)), sides rounded,
 * at least 1.
 */
export function prepare(widthPx: number, heightPx: number, limits: Limits): Prepared {
  const bySide = limits.prepMaxSidePx / Math.max(widthPx, heightPx);
  const byArea = Math.sqrt(limits.prepMaxPixels / (widthPx * heightPx));
  const scale = Math.min(1, bySide, byArea);
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return {
    inputPx: [widthPx, heightPx],
    processedPx: [side(widthPx), side(heightPx)],
    wasDownscaled: scale < 1,
  };
}
