/** The subject's own colours in soft pixels: what the background leaves of them. */
import type { EdgeCleaner } from '../rows/compose.ts';
import type { Background } from './background.ts';

/**
 * Takes a known background out of soft pixels.
 * @param widthPx of the picture
 */
export function unmixer(background: Background, widthPx: number): EdgeCleaner {
  const behind = new Float32Array(widthPx * 3);
  return {
    clean(y, rgba, pixels, channels) {
      let isKnown = false;
      for (let x = 0, at = 0; x < widthPx; x++, at += 4) {
        const alpha = rgba[at + 3];
        // What was half transparent before keeps its colours.
        if (alpha === 0 || alpha === 255 || (channels === 4 && pixels[at + 3] < 255)) continue;
        if (!isKnown) background.row(y, behind);
        isKnown = true;
        for (let channel = 0; channel < 3; channel++) {
          const back = behind[x * 3 + channel];
          const front = back + ((rgba[at + channel] - back) * 255) / alpha;
          rgba[at + channel] = Math.round(Math.min(255, Math.max(0, front)));
        }
      }
    },
  };
}
