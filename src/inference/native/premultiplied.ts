/**
 * Colours that were multiplied by their alpha, as HEIF may store them (ISO/IEC 23008-12, item reference `prem`), and TIFF
 * (ExtraSamples 1).
 */

/**
 * Divides colours by their alpha in place, rounded, at most 255. Where alpha is 0 they stay.
 * @param samples of each pixel its colours, then alpha
 * @param count how many samples a pixel has
 */
export function straightenAlpha(samples: Uint8Array, count = 4): void {
  for (let at = 0; at < samples.length; at += count) {
    const last = at + count - 1;
    const alpha = samples[last];
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < last; channel++) {
      samples[channel] = Math.min(255, Math.round((samples[channel] * 255) / alpha));
    }
  }
}
