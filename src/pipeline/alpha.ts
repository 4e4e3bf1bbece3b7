/**
 * All thresholds of alpha, 0 (background) to 255 (subject), in one place.
 *
 * They are not one scale. Each was chosen for its own question, most of them by measuring (docs/quality.md,
 * docs/cars.md), so a change of one is a change of that question alone.
 */

/** A half: from here on a pixel is more subject than background. The haze of a matte without a subject stays below. */
export const subjectFrom = 128;

/** A twentieth: below it a pixel is clear, and counts as background wherever parts of a matte are judged. */
export const clearBelow = 13;
/** Nineteen twentieths, rounded inwards: above it a pixel is opaque. From `clearBelow` to here it is unknown. */
export const opaqueAbove = 242;

/** A tenth: cells of two mattes whose means are this far apart show something different. */
export const differentFrom = 26;

/** A quarter: fainter pixels do not say where a subject ends. */
export const shownFrom = 64;

/** 0.02: the refiner takes alpha up to here for background, so it does not look at it. */
export const backgroundUpTo = 5;
/** 0.98: the refiner takes alpha from here on for subject, so it does not look at it either. */
export const solidFrom = 250;
/** Up to this change of alpha the refiner has kept what it was shown. */
export const keptUpTo = 6;
/** From this change on the refiner has told something else. */
export const changedFrom = 30;

/** Far from any background, a pixel up to here is seen through, and its two colours are known. */
export const translucentUpTo = 140;
/** Far from any background, a pixel from here on is subject, and nothing is known of a colour behind it. */
export const coveredFrom = 210;

/** What the parts network says of the car: from here on it is known to be car. */
export const carFrom = 176;
/** A car's outline from here on covers the ground completely, so no shadow shows through. */
export const groundHiddenFrom = 250;
/** What the shadow network says of the ground: less shade than this is none. */
export const leastShade = 12;
