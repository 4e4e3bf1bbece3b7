/**
 * All thresholds of alpha, 0 (background) to 255 (subject), in one place.
 *
 * They are not one scale. Each was chosen for its own question, most of them by measuring (mattes.md and cars.md in
 * evaluation/measurements), so a change of one is a change of that question alone.
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

/** 0.02: up to here a pixel is background for the refiner, which is not asked about it. */
export const backgroundUpTo = 5;
/** 0.98: from here on a pixel is subject for the refiner, which is not asked about it either. */
export const solidFrom = 250;
/** A change of alpha up to here is the noise of the refiner: it has kept what it was shown. */
export const keptUpTo = 6;
/** A change of alpha from here on is meant: the refiner has seen something else. */
export const changedFrom = 30;

/** A tenth, and a tenth less than all: from the one to the other an answer is undecided. */
export const undecidedFrom = 25;
export const undecidedUpTo = 230;
/** From here on a pass of the network is sure of subject, and up to the other of background. */
export const surelySubjectFrom = 225;
export const surelyBackgroundUpTo = 30;

/** For a low pass over any subject, which has so much in the mean of a whole limb that the matte so far is below the other. */
export const limbMean = 225;
export const limbMissedBelow = 90;

/** For what the parts network answers, 255 being car: from here on a pixel is known to be car. */
export const carFrom = 176;
/** The same: from here on a pixel may be car; below the other it is known to be something else. */
export const maybeCarFrom = 77;
export const notCarBelow = 15;
/** The same: where it draws the car's edge, what is up to here is outside. */
export const carEdgeFrom = 64;
/** For a low pass over a car: from here on it has seen something, and where it has, so much in the mean. */
export const missedFrom = 192;
export const missedMean = 225;
/** Where the full pass is half sure of it in the mean, neither pass is right. */
export const missedBelow = 64;
/** For a further pass at a car: from here on it has seen a mirror, and where it has, so much in the mean. */
export const mirrorFrom = 144;
export const mirrorMean = 180;
/** The same: from here on the matte so far has something that other passes may deny, unless it is surer than that in the mean. */
export const scrapFrom = 40;
export const scrapBelow = 140;
/** A car's outline from here on covers the ground completely, so no shadow shows through. */
export const groundHiddenFrom = 250;
/** Of the shadow network's answer, 255 being black: less shade than this counts as none. */
export const leastShade = 12;
