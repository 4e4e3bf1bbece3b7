/** Colours that were multiplied by their alpha, as HEIF may store them: ISO/IEC 23008-12, item reference `prem`. */

/** Divides the colours of RGBA samples by their alpha in place, rounded, at most 255. Where alpha is 0 they stay. */
export function straightenAlpha(rgba: Uint8Array): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.min(255, Math.round((rgba[channel] * 255) / alpha));
    }
  }
}
