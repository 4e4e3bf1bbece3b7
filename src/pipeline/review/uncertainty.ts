/**
 * How uncertain an answer is (docs/decisions/0040-uncertainty.md). A network that is lost leaves wide areas half transparent, where hair,
 * fur and smooth edges are half transparent along a line; and its passes at other sizes then show something else.
 */
import type { Layer } from '../layer.ts';
import { hasSubject } from '../matte.ts';
import type { Size } from '../region.ts';
import { disputedShare } from './disputed.ts';
import { shownShare, undecidedShare } from './undecided.ts';

/** Signs of uncertainty: areas as shares of the subject's. */
export interface Signs {
  /** Neither subject nor background, over more than a line. */
  readonly undecided: number;
  /** Surely subject to one pass of the network and surely background to another. */
  readonly disputed: number;
}

/**
 * From here on each sign alone asks for a review, chosen on judged photos (evaluation/judge/verdicts-open.json). Another sign
 * is another row here.
 */
const limits: Readonly<Record<keyof Signs, number>> = { undecided: 0.04, disputed: 0.15 };

/**
 * The uncertainty of an answer.
 * @param layer the final matte, or a drawn one
 * @param passes the passes of the network before it, each over the part that it saw; none if only the matte counts
 * @returns 0 to 1 with three decimals: from a half on a person should review it; 1 if nothing was found
 */
export function uncertaintyOf(layer: Layer, passes: readonly Layer[], picture: Size): number {
  return hasSubject(layer.plane) ? uncertaintyBy(signsOf(layer, passes, picture)) : 1;
}

/** 0 without any sign, a half where the strongest reaches its limit, towards 1 beyond. */
export function uncertaintyBy({ undecided, disputed }: Signs): number {
  const strongest = Math.max(undecided / limits.undecided, disputed / limits.disputed);
  return Math.round((1 - 0.5 ** strongest) * 1000) / 1000;
}

/**
 * Measures the signs.
 * @param layer of a matte that has a subject
 * @returns shares that may be larger than 1
 */
export function signsOf(layer: Layer, passes: readonly Layer[], picture: Size): Signs {
  const shown = shownShare(layer, picture);
  return { undecided: undecidedShare(layer, picture) / shown, disputed: disputedShare(passes, picture) / shown };
}
