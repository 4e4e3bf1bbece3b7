/**
 * Limbs that the matte counts as certain background and the low pass has (docs/decisions/0041-limbs.md): an arm before white, a leg, the
 * shirt between two arms.
 */
import { limbMean, limbMissedBelow, subjectFrom } from '../plane/alpha.ts';
import type { Layer } from '../plane/layer.ts';
import { grown } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';
import { addParts, type KnownMatte, type MissedPart, type Search, type WithParts } from './missed-parts.ts';

/** Of the low pass: thinner than this are contact shadows, and gaps that are filled. */
const search: Search = { thickness: 13, joinReach: 16 };
/** Largest limb, as a share of the subject: a larger one is another subject. */
const largestLimb = 0.25;
/** Least length of the outline shared with the subject, over the square root of the limb's area: with less it only touches. */
const leastSeam = 0.4;
/** Most of its outline at the frame, as a share of that shared with the subject: with more it comes from outside. */
const mostAtFrame = 0.8;
/** How much darker than the subject a limb may be where they are joined, of 255: what is darker still is a shadow, or a gap. */
const mostDarker = 40;
/** Pixels of the low pass on both sides of where they are joined that are compared. */
const besideSeam = 4;

/** The low pass: its matte over the whole picture, and RGB of the same pixels. */
export interface LowPass {
  readonly layer: Layer;
  readonly colours: Uint8Array;
}

/**
 * Adds limbs.
 * @param layer the matte so far
 * @returns a matte nowhere below `layer`, and what the low pass added, as a share of the subject
 */
export function addLimbs(layer: Layer, low: LowPass): WithParts {
  return addParts(layer, low.layer, search, (part, known) => isLimb(part, known, low));
}

/** Whether both mattes are certain of it, and it is attached to the subject and continues it. */
function isLimb(part: MissedPart, known: KnownMatte, { layer, colours }: LowPass): boolean {
  const area = part.pixels.length;
  const isSure = part.lowMean >= limbMean && part.knownMean < limbMissedBelow;
  if (!isSure || area > known.subject * largestLimb) return false;
  const { seam, atFrame } = outlineOf(part, known, layer.plane);
  const isJoined = seam >= leastSeam * Math.sqrt(area) && atFrame <= mostAtFrame * seam;
  return isJoined && !isDark(part, known, layer.plane, colours);
}

/** Whether a part is much darker than the subject where they are joined. */
function isDark({ pixels }: MissedPart, { alpha }: KnownMatte, size: Size, colours: Uint8Array): boolean {
  const side = 2 * besideSeam + 1;
  const part = new Uint8Array(alpha.length);
  for (const at of pixels) part[at] = 1;
  const subject = alpha.map((value) => (value >= subjectFrom ? 1 : 0));
  const [nearPart, nearSubject] = [grown(part, size, side), grown(subject, size, side)];
  const lightOf = (mask: Uint8Array, near: Uint8Array) => {
    let [sum, count] = [0, 0];
    for (let at = 0; at < mask.length; at++) {
      if (mask[at] === 0 || near[at] === 0) continue;
      sum += colours[at * 3] + colours[at * 3 + 1] + colours[at * 3 + 2];
      count += 3;
    }
    return sum / count;
  };
  return lightOf(part, nearSubject) < lightOf(subject, nearPart) - mostDarker;
}

/** How many pixels of a part have subject beside them, and how many are the frame's. */
function outlineOf({ pixels }: MissedPart, { alpha }: KnownMatte, { widthPx, heightPx }: Size) {
  const isSubject = (at: number) => alpha[at] >= subjectFrom;
  let [seam, atFrame] = [0, 0];
  for (const at of pixels) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const [left, right, top, bottom] = [x === 0, x === widthPx - 1, y === 0, y === heightPx - 1];
    if (left || right || top || bottom) atFrame++;
    const isJoined =
      (!left && isSubject(at - 1)) ||
      (!right && isSubject(at + 1)) ||
      (!top && isSubject(at - widthPx)) ||
      (!bottom && isSubject(at + widthPx));
    if (isJoined) seam++;
  }
  return { seam, atFrame };
}
