/** How far alpha is from the one that was drawn. */
import { subjectOverlap } from '../../../src/pixels/pipeline/plane/matte.ts';
import type { DrawnPicture } from './pictures.ts';

/** A picture that was cut out. */
export interface Judged extends Pick<DrawnPicture, 'name' | 'kind' | 'saved' | 'parts'> {
  /** Mean difference, 0 to 1. */
  readonly difference: number;
  /** Intersection over union of what is more subject than background. */
  readonly overlap: number;
  readonly isByColour: boolean;
  /** As the answer states it: from a half on it is to be reviewed. */
  readonly uncertainty: number;
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
/** Uncertainty from which on a person should review an answer. */
const reviewFrom = 0.5;

/** A line for each part, and one for each picture that is not right. */
export function summary(judged: readonly Judged[]): string {
  const parts: readonly (readonly [string, readonly Judged[]])[] = [
    ['all', judged],
    ...namesIn(judged.flatMap(({ parts }) => parts)).map(
      (name) => [name, judged.filter(({ parts }) => parts.includes(name))] as const,
    ),
    ...namesIn(judged.map(({ kind }) => kind)).map(
      (name) => [name, judged.filter(({ kind }) => kind === name)] as const,
    ),
  ];
  const lines = parts.map(([name, part]) => `${name}: ${figuresOf(part)}`);
  const wrong = judged.filter(({ overlap }) => overlap < rightFrom);
  return [...lines, ...wrong.map(lineOf)].join('\n');
}

const namesIn = (names: readonly string[]) => [...new Set(names)].sort();

function figuresOf(part: readonly Judged[]): string {
  const mean = part.reduce((sum, { difference }) => sum + difference, 0) / part.length;
  const right = part.filter(({ overlap }) => overlap >= rightFrom).length;
  const byColour = part.filter(({ isByColour }) => isByColour).length;
  const reviewed = part.filter(({ uncertainty }) => uncertainty >= reviewFrom);
  const wrongly = reviewed.filter(({ overlap }) => overlap >= rightFrom).length;
  return `mean difference ${(mean * 100).toFixed(2)} %, overlap of ${rightFrom} in ${right} of ${part.length}, by colour ${byColour}, to be reviewed ${reviewed.length}, ${wrongly} of these right`;
}

function lineOf({ name, kind, saved, difference, overlap, uncertainty, isByColour }: Judged): string {
  const how = isByColour ? 'by colour' : 'by network';
  return `${name} ${kind}, ${saved}, ${how}: difference ${(difference * 100).toFixed(2)} %, overlap ${overlap.toFixed(3)}, uncertainty ${uncertainty.toFixed(3)}`;
}
