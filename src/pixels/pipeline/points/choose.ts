/** Which of several parts a point means: the one that fits best to what the passes have. */
import { subjectFrom } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import { grown, opened } from '../plane/morphology.ts';
import { countOf, fromOn, inverted, without } from './masks.ts';
import type { PointKind } from './pixels.ts';
import type { Mask } from './segmenter.ts';

/** Most of the subject that a part may change, as a share of it, while another changes less: a wall changes more. */
const mostChanged = 0.25;
/** Agreements that are this far apart are equal. */
const equalWithin = 0.05;
/** Thinner changes are edges that are drawn elsewhere: side of a square. */
const thickness = 3;
/** Side of the square around a place in which the passes have something beside it. */
const beside = 5;

/** What the passes have, where masks are. */
export interface MatteBeside {
  readonly matte: Matte;
  readonly kind: PointKind;
}

/**
 * Of the masks that change no more of the subject than a limb is, the one whose change agrees best with what the passes have beside it: what
 * is added with the subject, what is taken away with the background. Of about equal ones the smallest: a whole arm, neither the hand alone nor
 * the wall behind it.
 * @param candidates of one point, or of several that are asked about together; at least one
 */
export function chosenOf(candidates: readonly Mask[], known: MatteBeside): Mask {
  if (candidates.length === 1) return candidates[0];
  const judged = candidates.map((mask) => ({ mask, ...fitOf(mask, known) }));
  const least = Math.min(...judged.map(({ changed }) => changed));
  const fitting = judged.filter(({ changed }) => changed <= Math.max(least, mostChanged));
  const best = Math.max(...fitting.map(({ agreement }) => agreement));
  const equals = fitting.filter(({ agreement }) => agreement >= best - equalWithin);
  return equals.reduce((smallest, other) => (other.area < smallest.area ? other : smallest)).mask;
}

/** How a mask fits. */
interface Fit {
  /** Places. */
  readonly area: number;
  /** Those that change, as a share of the subject; 0 where there is none. */
  readonly changed: number;
  /** Share of the outline of what changes that is beside what it becomes part of, 0 to 1. */
  readonly agreement: number;
}

function fitOf(mask: Mask, { matte, kind }: MatteBeside): Fit {
  const isSubject = fromOn(matte.samples, subjectFrom);
  const isOwn = kind === 'keep' ? isSubject : inverted(isSubject);
  const inside = fromOn(mask.samples, subjectFrom);
  const differs = without(inside, isOwn);
  const thick = opened(differs, mask, thickness);
  const change = thick.includes(1) ? thick : differs;
  const subject = countOf(isSubject);
  return {
    area: countOf(inside),
    changed: subject === 0 ? 0 : countOf(differs) / subject,
    agreement: shareBeside(change, grown(isOwn, mask, beside), mask),
  };
}

/** Share of a mask's outline that is in another mask. */
function shareBeside(inside: Uint8Array, other: Uint8Array, { widthPx }: Mask): number {
  let [outline, shared] = [0, 0];
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 0) continue;
    const x = at % widthPx;
    const isOutline =
      (x > 0 && inside[at - 1] === 0) ||
      (x < widthPx - 1 && inside[at + 1] === 0) ||
      // Beyond the first and the last row there is nothing, which is no outline.
      inside[at - widthPx] === 0 ||
      inside[at + widthPx] === 0;
    if (!isOutline) continue;
    outline++;
    if (other[at] === 1) shared++;
  }
  return outline === 0 ? 0 : shared / outline;
}
