/** How much of what was wrong a click has mended, and how good its edges are beside those that were right by themselves. */
import { distancesTo } from '../../../src/pixels/pipeline/plane/morphology.ts';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { subjectFrom, wrongOf } from './wrong-part.ts';

/** Pixels of an edge band to each side of an edge. */
const bandPx = 6;
/** An edge was right by itself if nothing wrong is so near. */
const rightFromPx = 24;

/** Sums of absolute errors, an error of one pixel being 0 to 1, over so many pixels. */
export interface Errors {
  readonly sum: number;
  readonly pixels: number;
}

/** What is measured of a picture. */
export interface Measured {
  /** In the part that was wrong. */
  readonly insideBefore: Errors;
  readonly insideAfter: Errors;
  /** Along edges of what is in the picture, where they are those of the part. */
  readonly partEdges: Errors;
  /** Along the subject's edges that the passes had right. */
  readonly rightEdges: Errors;
}

/** A picture before and after a click; all alphas are 0 to 255 and of its size. */
export interface Clicked {
  readonly truth: Uint8Array;
  /** All things of the picture, of which the truth is one or more. */
  readonly things: readonly Uint8Array[];
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** 1 in the part that was wrong. */
  readonly part: Uint8Array;
}

export function measure({ truth, things, before, after, part }: Clicked, size: Size): Measured {
  const wrong = wrongOf(before, truth, size);
  const fromWrong = distancesTo(wrong, 1, size, rightFromPx + 1);
  const ofPart = bandOf(part, size);
  const ofThings = things.map((thing) => bandOf(insideOf(thing), size));
  const ofTruth = bandOf(insideOf(truth), size);
  return {
    insideBefore: errorsOf(before, truth, (at) => part[at] === 1),
    insideAfter: errorsOf(after, truth, (at) => part[at] === 1),
    partEdges: errorsOf(after, truth, (at) => ofPart[at] === 1 && ofThings.some((band) => band[at] === 1)),
    rightEdges: errorsOf(before, truth, (at) => ofTruth[at] === 1 && fromWrong[at] > rightFromPx),
  };
}

/** Mean error; 0 over no pixel. */
export function meanOf({ sum, pixels }: Errors): number {
  return pixels === 0 ? 0 : sum / pixels;
}

/** Errors of several pictures together. */
export function together(all: readonly Errors[]): Errors {
  return all.reduce((one, other) => ({ sum: one.sum + other.sum, pixels: one.pixels + other.pixels }), {
    sum: 0,
    pixels: 0,
  });
}

function errorsOf(alpha: Uint8Array, truth: Uint8Array, counts: (at: number) => boolean): Errors {
  let [sum, pixels] = [0, 0];
  for (let at = 0; at < alpha.length; at++) {
    if (!counts(at)) continue;
    sum += Math.abs(alpha[at] - truth[at]) / 255;
    pixels++;
  }
  return { sum, pixels };
}

function insideOf(alpha: Uint8Array): Uint8Array {
  return alpha.map((value) => (value >= subjectFrom ? 1 : 0));
}

/** 1 along the edges of a mask of 0 and 1. */
function bandOf(inside: Uint8Array, size: Size): Uint8Array {
  const [toInside, toOutside] = [distancesTo(inside, 1, size, bandPx + 1), distancesTo(inside, 0, size, bandPx + 1)];
  return inside.map((_, at) => (Math.max(toInside[at], toOutside[at]) <= bandPx ? 1 : 0));
}
