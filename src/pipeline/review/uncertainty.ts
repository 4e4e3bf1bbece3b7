/**
 * How uncertain an answer is (docs/decisions/0064-what-the-answer-shows.md). A network that is lost leaves wide areas half transparent, where hair,
 * fur and smooth edges are half transparent along a line; and it leaves crumbs beside the subject.
 */
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { hasSubject } from '../plane/matte.ts';
import type { Size } from '../plane/region.ts';
import { crumbShare } from './crumbs.ts';
import { shownShare, undecidedShare } from './undecided.ts';

/** Signs of uncertainty: areas as shares of the subject's. */
export interface Signs {
  /** Neither subject nor background, over more than a line. */
  readonly undecided: number;
  /** Apart from the subject, in pieces far smaller than it that are no lines. */
  readonly crumbs: number;
}

/**
 * From here on each sign alone asks for a review, chosen on judged photos (evaluation/uncertainty/README.md). Another sign
 * is another row here.
 */
const limits: Readonly<Record<keyof Signs, number>> = { undecided: 0.04, crumbs: 0.002 };

/** Crumbs are measured in so many cells across and down. */
const sideCells = 256;

/**
 * The uncertainty of an answer.
 * @param layer the final matte, or a drawn one
 * @returns 0 to 1 with three decimals: from a half on a person should review it; 1 if nothing was found
 */
export function uncertaintyOf(layer: Layer, picture: Size): number {
  return hasSubject(layer.plane) ? uncertaintyBy(signsOf(layer, picture)) : 1;
}

/** 0 without any sign, a half where the strongest reaches its limit, towards 1 beyond. */
export function uncertaintyBy({ undecided, crumbs }: Signs): number {
  const strongest = Math.max(undecided / limits.undecided, crumbs / limits.crumbs);
  return Math.round((1 - 0.5 ** strongest) * 1000) / 1000;
}

/**
 * Measures the signs.
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
