/** A picture under the cutout. */

/** Larger ones are refused: behind a subject nobody sees more. */
export const mostBackgroundPixels = 12_000_000;
