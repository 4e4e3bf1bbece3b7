/** How far alpha is from the one that was drawn. */
import { subjectOverlap } from '../../src/pipeline/matte.ts';
import type { DrawnPicture } from './pictures.ts';

/** A picture that was cut out. */
export interface Judged extends Pick<DrawnPicture, 'name' | 'kind' | 'quality' | 'drift'> {
  /** Mean difference, 0 to 1. */
  readonly difference: number;
  /** Intersection over union of what is more subject than background. */
  readonly overlap: number;
  readonly isByColour: boolean;
}

/** Mean difference of two mattes of the same pixels, 0 to 1. */
export function differenceOf(alpha: Uint8Array, truth: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < truth.length; at++) sum += Math.abs(alpha[at] - truth[at]);
  return sum / 255 / truth.length;
}

export const overlapOf = subjectOverlap;

/** Overlap from which on a cutout counts as right. */
const rightFrom = 0.98;

/** A line for each part, and one for each picture that is not right. */
export function summary(judged: readonly Judged[]): string {
  const parts: readonly (readonly [string, readonly Judged[]])[] = [
    ['all', judged],
    ['JPEG', judged.filter(({ quality }) => quality > 0)],
    ['drifting', judged.filter(({ drift }) => drift > 0)],
    ...[...new Set(judged.map(({ kind }) => kind))]
      .sort()
      .map((kind) => [kind, judged.filter((each) => each.kind === kind)] as const),
  ];
  const lines = parts.filter(([, part]) => part.length > 0).map(([name, part]) => `${name}: ${figuresOf(part)}`);
  const wrong = judged.filter(({ overlap }) => overlap < rightFrom);
  return [...lines, ...wrong.map(lineOf)].join('\n');
}

function figuresOf(part: readonly Judged[]): string {
  const mean = part.reduce((sum, { difference }) => sum + difference, 0) / part.length;
  const right = part.filter(({ overlap }) => overlap >= rightFrom).length;
  const byColour = part.filter(({ isByColour }) => isByColour).length;
  return `mean difference ${(mean * 100).toFixed(2)} %, overlap of ${rightFrom} in ${right} of ${part.length}, by colour ${byColour}`;
}

function lineOf({ name, kind, quality, drift, difference, overlap, isByColour }: Judged): string {
  const how = isByColour ? 'by colour' : 'by network';
  const file = quality > 0 ? `JPEG ${quality}` : 'PNG';
  return `${name} ${kind}, ${file}, drift ${drift.toFixed(0)}, ${how}: difference ${(difference * 100).toFixed(2)} %, overlap ${overlap.toFixed(3)}`;
}
