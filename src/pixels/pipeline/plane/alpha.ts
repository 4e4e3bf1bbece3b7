/**
 * All thresholds of alpha, 0 (background) to 255 (subject), in one place.
 *
 * They are no common scale: each was chosen for its own purpose, most by measuring (mattes.md and cars.md in
 * lab/evaluation/measurements), and can change alone.
 */

/** A half: from here on a pixel is more subject than background. The haze of a matte without a subject stays below. */
export const subjectFrom = 128;

/** A twentieth: below it a pixel is clear, and counts as background wherever parts of a matte are judged. */
export const clearBelow = 13;
/** Nineteen twentieths, rounded inwards: above it a pixel is opaque. From `clearBelow` to here it is unknown. */
export const opaqueAbove = 242;

/** A tenth: cells of two mattes whose means are this far apart show something different. */
export const differentFrom = 26;

/** 0.05, as the contract has it: up to here a pixel is too faint to count for the box of a subject. */
export const faintUpTo = 12;
/** A quarter: fainter pixels do not say where a subject ends. */
export const shownFrom = 64;

/** 0.02: up to here a pixel is certain background, and not refined. */
export const backgroundUpTo = 5;
/** 0.98: from here on a pixel is certain subject, and not refined. */
export const solidFrom = 250;
/** A change of alpha up to here is noise of the refiner: alpha stays. */
export const keptUpTo = 6;
/** From here on a change of alpha by the refiner counts fully. */
export const changedFrom = 30;

/** A tenth, and a tenth less than all: from the one to the other an answer is undecided. */
export const undecidedFrom = 25;
export const undecidedUpTo = 230;
/** From here on a pass of the network is sure of subject, and up to the other of background. */
export const surelySubjectFrom = 225;
export const surelyBackgroundUpTo = 30;

/** Of a limb: least mean in the low pass, and the mean below which the matte so far misses it. */
export const limbMean = 225;
export const limbMissedBelow = 90;

/** For what the parts network answers, 255 being car: from here on a pixel is known to be car. */
export const carFrom = 176;
/** The same: from here on a pixel may be car; below the other it is known to be something else. */
export const maybeCarFrom = 77;
export const notCarBelow = 15;
/** The same: where it draws the car's edge, what is up to here is outside. */
export const carEdgeFrom = 64;
/** Of a low pass over a car: from here on it has seen something, and least mean of such a part. */
export const missedFrom = 192;
export const missedMean = 225;
/** Above this mean in the full pass the part is not missed: then neither pass is right. */
export const missedBelow = 64;
/** Of a further pass over a car: from here on it has seen a mirror, and least mean of a mirror. */
export const mirrorFrom = 144;
export const mirrorMean = 180;
/** Of the matte so far: from here on a part may be a scrap if other passes do not show it, unless its mean is above the other. */
export const scrapFrom = 40;
export const scrapBelow = 140;
/** A car's outline from here on covers the ground completely, so no shadow shows through. */
export const groundHiddenFrom = 250;
/** Of the shadow network's answer, 255 being black: less shade than this counts as none. */
export const leastShade = 12;
