/**
 * The colour of an edited pixel. Only alpha is edited; the colour follows from it, so that undo keeps alpha alone, and a
 * pixel that gets back its alpha gets back its colour too, bit for bit.
 */

/**
 * Writes red, green, blue and alpha of a pixel, with straight alpha.
 *
 * Unchanged or erased in part it is the cutout's pixel, whose colour has the old background taken out of it. Erased whole it
 * is empty. What is restored goes from there to the photo's own colour, which it has at full opacity.
 * @param at where the pixel begins in `cutout` and `photo`
 * @param alpha what it has now
 * @param to where it begins in `into`
 */
// biome-ignore lint/complexity/useMaxParams: called for each pixel
export function writePixel(
  cutout: Uint8ClampedArray,
  photo: Uint8ClampedArray,
  at: number,
  alpha: number,
  into: Uint8ClampedArray,
  to: number,
): void {
  const before = cutout[at + 3];
  into[to + 3] = alpha;
  if (alpha === 0 && before !== 0) {
    into[to] = 0;
    into[to + 1] = 0;
    into[to + 2] = 0;
    return;
  }
  const share = alpha > before ? (before === 0 ? 1 : (alpha - before) / (255 - before)) : 0;
  for (let channel = 0; channel < 3; channel++) {
    const own = cutout[at + channel];
    into[to + channel] = share === 0 ? own : Math.round(own + (photo[at + channel] - own) * share);
  }
}
