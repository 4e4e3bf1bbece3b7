/**
 * Which of what a matte shows is the subject in the box (docs/decisions/0046-roi.md). Another subject that reaches into the box
 * is separated from it and painted over, and the network sees what is left.
 */

import type { Subject } from '../passes/subject.ts';
import { subjectFrom } from '../plane/alpha.ts';
import { type Layer, layerOver, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { wholeOf } from '../plane/region.ts';
import { unknownShare } from '../plane/unknown.ts';
import { type AskedPart, askedWithin, boxInSeen } from './asked.ts';
import { boxInCells, cellsOf, extentOf, fills, fromCells, inCells, placesOf, sidesFilled } from './cells.ts';
import { allBeyond, otherOf, touchingOf, withoutOther } from './other.ts';
import { separated } from './separated.ts';

/**
 * A box drawn through one subject leaves a part that was cut from the rest: less of it touches what was painted over, as a share of what
 * fills the box by itself, and of the side of a square of its area, where it stands by itself.
 */
const mostTouching = 0.5;
const seam = 4;

/** A further pass over what was seen, in other colours: RGB at the size of the first matte. Null where none can be had. */
export type SeeAgain = (colours: Uint8Array) => Promise<Matte | null>;

/**
 * Takes away what belongs to another subject, and all beyond the box.
 * @param subject of the seen part of a picture
 * @param passAgain asked once at most, and only where something goes on beyond the box
 * @returns the very subject where nothing in it goes on beyond the box, or where what is left would not fill the box any more: then
 * the box was drawn through one subject
 */
export async function subjectInBox<Seen extends Pick<Subject, 'layer' | 'colours'>>(
  subject: Seen,
  whole: AskedPart,
  passAgain: SeeAgain,
): Promise<Seen> {
  const { plane, region } = subject.layer;
  const asked = askedWithin(whole, region);
  const [cells, places, box] = [cellsOf(subject), placesOf(asked), boxInCells(asked)];
  const separate = separated(cells, places);
  if (!separate) return subject;
  const reached = extentOf(separate.inside);
  const sidesReached = sidesFilled(separate.inside, box);
  // A box is drawn around what is meant: where the matte ends long before it, the network has missed that beside the other subject.
  const isMissed = sidesReached.includes(false);
  const limited = limitedTo(plane.samples, fromCells(separate.shares, plane));
  const known = separate.fills ? limited : null;
  const other = isMissed ? allBeyond(cells, separate) : otherOf(cells, separate);
  const second = await passAgain(withoutOther(subject.colours, plane, cells, other));
  const samples = second ? bestOf(leftOf(second, other, plane)) : known;
  return samples ? { ...subject, layer: { ...subject.layer, plane: { ...plane, samples } } } : subject;

  /** The better of the separated subject and what is left in the second pass. */
  function bestOf(left: Matte): Uint8Array | null {
    const alpha = inCells(left);
    const solid = Array.from(alpha.keys()).filter((cell) => places[cell] === 'in' && alpha[cell] >= subjectFrom);
    const sides = sidesFilled(solid, box);
    if (isMissed) {
      const isFound = sides.some((isFilled, side) => isFilled && !sidesReached[side]);
      return isFound ? unionOf(left.samples, known) : known;
    }
    if (known) return fills(solid, reached) && isSurer(left, known) ? left.samples : known;
    const touching = touchingOf(solid, other);
    if (fills(solid, box) && touching < mostTouching * solid.length) return left.samples;
    const isAlone = sides.filter((isFilled) => isFilled).length >= 2 && touching <= seam * Math.sqrt(solid.length);
    return isAlone ? unionOf(left.samples, limited) : null;
  }
}

function unionOf(one: Uint8Array, other: Uint8Array | null): Uint8Array {
  return other ? one.map((value, at) => Math.max(value, other[at])) : one;
}

function isSurer(one: Matte, samples: Uint8Array): boolean {
  return unknownShare(one) <= unknownShare({ ...one, samples });
}

/** The part of a matte in the box. @param layer over some of what was seen */
export function matteInBox({ plane, region }: Layer, asked: AskedPart): Matte {
  const { widthPx, heightPx, samples } = plane;
  const { left, top, right, bottom } = boxInSeen(askedWithin(asked, region));
  const pixel = (share: number, side: number) => Math.round(Math.min(1, Math.max(0, share)) * side);
  const [from, to] = [pixel(left, widthPx), pixel(right, widthPx)];
  const [first, end] = [pixel(top, heightPx), pixel(bottom, heightPx)];
  const inBox = new Uint8Array((to - from) * (end - first));
  for (let y = first; y < end; y++) {
    inBox.set(samples.subarray(y * widthPx + from, y * widthPx + to), (y - first) * (to - from));
  }
  return { widthPx: to - from, heightPx: end - first, samples: inBox };
}

/** What a second pass shows where nothing was painted over, at the size of the first one. */
function leftOf(second: Matte, other: Uint8Array, { widthPx, heightPx }: Matte): Matte {
  const samples = reducedLayer(layerOver(second, second), wholeOf(second), widthPx, heightPx);
  const size = { widthPx, heightPx, samples };
  const own = other.map((value) => 255 - value * 255);
  return { ...size, samples: limitedTo(samples, fromCells(own, size)) };
}

/** @param share of each pixel that may be kept */
function limitedTo(samples: Uint8Array, share: Uint8Array): Uint8Array {
  return samples.map((alpha, at) => Math.round((alpha * steep(share[at])) / 255));
}

/** The edge between two subjects, narrower than a cell. */
function steep(share: number): number {
  return Math.min(255, Math.max(0, (share - 128) * 4 + 128));
}
