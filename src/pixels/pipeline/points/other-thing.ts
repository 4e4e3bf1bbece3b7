/**
 * The other thing that a part to drop takes. It is what the passes are sure of, where they are not sure of what was clicked, and of another
 * colour: a shadow beside a headband goes without the band. Or it is a large part of the subject that does not touch the one that was
 * clicked: a sheet of paper goes without the machine behind it.
 */

import { proxyAtOnce } from '../networks/proxy.ts';
import { framePicture } from '../picture/frame.ts';
import { subjectFrom, surelySubjectFrom } from '../plane/alpha.ts';
import { distancesTo, grown, opened, partsOf } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';
import { framePx, sizeInFrame } from './frame.ts';
import { countOf, fromOn, inBoth, inEither, without } from './masks.ts';
import type { Point } from './pixels.ts';
import { type Mask, maskPx, placeInMask } from './segmenter.ts';

/** Side of the squares that fit into a thing: what is thinner is the edge of the part itself. */
const leastThickness = 5;
/** Of the part: less of it is no thing. */
const leastShare = 0.02;
/** How far apart the mean colours of two things are, in steps of a channel. */
const leastDifference = 48;
/** Of the subject: less of it, apart from what was clicked, may be of the same thing, like the legs of a chair. */
const leastApart = 0.2;
/** Side of the square around a thing that is its edge. */
const edge = 3;

/** What there is at the places of masks. */
export interface SeenPlaces {
  /** Alpha of the passes. */
  readonly matte: Uint8Array;
  /** RGB. */
  readonly colours: Uint8Array;
}

/** Another thing in a part. */
export interface OtherThing {
  /** The pixel of the picture that is deepest in it. */
  readonly middle: Point;
  /** 1 where it is, with its edge. */
  readonly inside: Uint8Array;
}

/** The colours of the picture at the places of masks; black beyond it. @param colours RGB at the size that it has in the square */
export function coloursAtPlaces(colours: Uint8Array, picture: Size): Uint8Array {
  const size = sizeInFrame(picture);
  const [columns, rows] = [size.widthPx, size.heightPx].map((px) => Math.ceil((px * maskPx) / framePx));
  const reduced = proxyAtOnce(
    framePicture({ ...size, channels: 3, samples: colours, orientation: 1, icc: null }),
    columns,
    rows,
  );
  const atPlaces = new Uint8Array(maskPx * maskPx * 3);
  for (let y = 0; y < rows; y++) atPlaces.set(reduced.subarray(y * columns * 3, (y + 1) * columns * 3), y * maskPx * 3);
  return atPlaces;
}

/** The other thing in the part of a point to drop; null where there is none. */
export function otherThing(mask: Mask, point: Point, seen: SeenPlaces, picture: Size): OtherThing | null {
  const place = placeInMask(point, picture);
  const isPart = fromOn(mask.samples, subjectFrom);
  const apart = partsApart(isPart, place, seen.matte, mask);
  const inside = inBoth(isPart, inEither(apart, thingsBeside(isPart, place, seen, mask)));
  if (!inside.includes(1)) return null;
  const depths = distancesTo(inside, 0, mask, maskPx);
  const deepest = depths.reduce((best, depth, at) => (depth > depths[best] ? at : best), 0);
  const sure = fromOn(seen.matte, surelySubjectFrom);
  const whole = inEither(apart, inBoth(sure, grown(inside, mask, edge)));
  return { middle: pixelAt(deepest, picture), inside: inBoth(isPart, whole) };
}

/** Where the subject was clicked: its other large parts that the mask of a part reaches, with their soft edges. */
function partsApart(isPart: Uint8Array, place: number, matte: Uint8Array, size: Size): Uint8Array {
  const subject = fromOn(matte, subjectFrom);
  const least = countOf(subject) * leastApart;
  const apart = new Uint8Array(isPart.length);
  if (subject[place] === 0) return apart;
  for (const part of partsOf(subject, isPart, size)) {
    if (part.length < least || part.includes(place)) continue;
    for (const at of part) apart[at] = 1;
  }
  return without(grown(apart, size, edge), without(subject, apart));
}

/** What the passes are sure of in a part, thick and of another colour than the rest, where they are not sure of what was clicked. */
function thingsBeside(isPart: Uint8Array, place: number, { matte, colours }: SeenPlaces, size: Size): Uint8Array {
  const inside = new Uint8Array(isPart.length);
  if (matte[place] >= surelySubjectFrom) return inside;
  const sure = inBoth(isPart, fromOn(matte, surelySubjectFrom));
  const thick = opened(sure, size, leastThickness);
  const part = placesOf(isPart);
  const clicked = meanOf(
    colours,
    part.filter((at) => sure[at] === 0),
  );
  for (const thing of partsOf(thick, thick, size)) {
    const isThing = thing.length >= part.length * leastShare;
    if (!isThing || differenceOf(meanOf(colours, thing), clicked) < leastDifference) continue;
    for (const at of thing) inside[at] = 1;
  }
  return inside;
}

function pixelAt(place: number, picture: Size): Point {
  const { widthPx, heightPx } = sizeInFrame(picture);
  const cellPx = framePx / maskPx;
  const x = Math.floor((((place % maskPx) + 0.5) * cellPx * picture.widthPx) / widthPx);
  const y = Math.floor(((Math.floor(place / maskPx) + 0.5) * cellPx * picture.heightPx) / heightPx);
  return { kind: 'keep', x: Math.min(picture.widthPx - 1, x), y: Math.min(picture.heightPx - 1, y) };
}

function placesOf(mask: Uint8Array): number[] {
  return [...mask.keys()].filter((at) => mask[at] === 1);
}

/** Their mean red, green and blue. */
function meanOf(colours: Uint8Array, places: readonly number[]): readonly number[] {
  return [0, 1, 2].map((channel) => {
    const sum = places.reduce((total, at) => total + colours[at * 3 + channel], 0);
    return sum / Math.max(1, places.length);
  });
}

function differenceOf(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, channel) => value - other[channel]));
}
