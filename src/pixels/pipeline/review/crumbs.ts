/** How much of a matte is crumbs: scraps of a lost part or of what is behind the subject, and clouds beside it. */
import { subjectFrom, undecidedFrom } from '../plane/alpha.ts';
import type { Matte } from '../plane/matte.ts';
import { opened, partsOf } from '../plane/morphology.ts';

/** Pieces with less than this share of the largest one's subject are crumbs. One of many things of a size is none. */
const crumbBelow = 0.05;
/** Side of the square that fits into a crumb: single hairs, spokes and threads of lace are thinner. */
const thickness = 3;

/** @returns the area of crumbs, as a share of what is more subject than background; 0 where there is none of that */
export function crumbShare(matte: Matte): number {
  const { samples } = matte;
  const shown = samples.map((alpha) => (alpha >= undecidedFrom ? 1 : 0));
  const thick = opened(shown, matte, thickness);
  const pieces = partsOf(shown, shown, matte).map((pixels) => {
    let [subject, area] = [0, 0];
    for (const at of pixels) {
      if (samples[at] >= subjectFrom) subject++;
      area += thick[at];
    }
    return { subject, area };
  });
  const most = crumbBelow * pieces.reduce((largest, { subject }) => Math.max(largest, subject), 0);
  let [all, crumbs] = [0, 0];
  for (const { subject, area } of pieces) {
    all += subject;
    if (subject < most) crumbs += area;
  }
  return all === 0 ? 0 : crumbs / all;
}
