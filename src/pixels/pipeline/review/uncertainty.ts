/**
 * How uncertain an answer is (docs/decisions/0064-what-the-answer-shows.md). A network that is lost leaves wide areas half transparent, where hair,
 * fur and smooth edges are half transparent along a line; and it leaves crumbs beside the subject. What it loses with certainty a critic
 * finds (docs/decisions/0066-critic.md).
 */
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { hasSubject } from '../plane/matte.ts';
import type { Size } from '../plane/region.ts';
import { crumbShare } from './crumbs.ts';
import { shownShare, undecidedShare } from './undecided.ts';

/** Signs of uncertainty. */
export interface Signs {
  /** Neither subject nor background, over more than a line: area as a share of the subject's. */
  readonly undecided: number;
  /** Apart from the subject, in pieces far smaller than it that are no lines: the same. */
  readonly crumbs: number;
  /** The chance of a failure, 0 to 1, as the critic says; left out where it was not asked, or did not answer. */
  readonly failed?: number;
}

/**
 * From here on each sign alone asks for a review, chosen on judged photos (lab/evaluation/uncertainty/README.md). Another sign
 * is another row here.
 */
const limits: Readonly<Record<keyof Signs, number>> = { undecided: 0.04, crumbs: 0.002, failed: 0.55 };

/** Of an answer in which nothing was found. */
export const uncertaintyOfNothing = 1;

/** Crumbs are measured in so many cells across and down. */
const sideCells = 256;

/**
 * The uncertainty of an answer, by its matte alone.
 * @param layer the final matte, or a drawn one
 * @returns 0 to 1 with three decimals: from a half on a person should review it; 1 if nothing was found
 */
export function uncertaintyOf(layer: Layer, picture: Size): number {
  return hasSubject(layer.plane) ? uncertaintyBy(signsOf(layer, picture)) : uncertaintyOfNothing;
}

/** 0 without any sign, a half where the strongest reaches its limit, towards 1 beyond. */
export function uncertaintyBy(signs: Signs): number {
  return Math.round((1 - 0.5 ** strongestOf(signs)) * 1000) / 1000;
}

/** Whether one of the signs reaches its limit. */
export function needsReview(signs: Signs): boolean {
  return strongestOf(signs) >= 1;
}

/** The largest sign, as a share of its limit. */
function strongestOf({ undecided, crumbs, failed = 0 }: Signs): number {
  return Math.max(undecided / limits.undecided, crumbs / limits.crumbs, failed / limits.failed);
}

/**
 * Measures the signs that a matte shows.
 * @param layer of a matte that has a subject
 * @returns shares that may be larger than 1
 */
export function signsOf(layer: Layer, picture: Size): Signs {
  const cells = reducedLayer(layer, layer.region, sideCells, sideCells);
  return {
    undecided: undecidedShare(layer, picture) / shownShare(layer, picture),
    crumbs: crumbShare({ widthPx: sideCells, heightPx: sideCells, samples: cells }),
  };
}
