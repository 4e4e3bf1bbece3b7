/** How well an answer keeps the subject that was asked for. */

export interface Measured {
  /** Intersection over union of the answer and of the subject's visible part, both from an alpha of one half on. */
  readonly overlap: number;
  /** Share of the other subject that is kept. */
  readonly otherKept: number;
}

/** Most of the other subject that may be kept, and least overlap with the one that was asked for. */
export const mostOtherKept = 0.05;
export const leastSubjectOverlap = 0.85;

/** @param alpha of the answer; all three at the size of the picture */
export function measure(alpha: Uint8Array, asked: Uint8Array, other: Uint8Array): Measured {
  let [both, either, kept, others] = [0, 0, 0, 0];
  for (let at = 0; at < alpha.length; at++) {
    const [isKept, isAsked] = [alpha[at] >= 128, asked[at] >= 128];
    if (isKept && isAsked) both++;
    if (isKept || isAsked) either++;
    others += other[at];
    kept += (alpha[at] * other[at]) / 255;
  }
  return { overlap: both / Math.max(1, either), otherKept: kept / Math.max(1, others) };
}

export function isGood({ overlap, otherKept }: Measured): boolean {
  return overlap >= leastSubjectOverlap && otherKept <= mostOtherKept;
}
