/**
 * What claims change of a matte, in pixels of the square that the segmenter was shown. Only parts that the matte lacks, or has and should
 * not, are changed: where both say the same, the matte's own edges are better than those of a mask.
 */
import { subjectFrom, surelyBackgroundUpTo, surelySubjectFrom } from '../plane/alpha.ts';
import { type Layer, layerOver, reducedLayer } from '../plane/layer.ts';
import { grown, opened, partsOf, smallParts, thickParts } from '../plane/morphology.ts';
import type { Plane } from '../plane/plane.ts';
import { type Region, type Size, wholeOf } from '../plane/region.ts';
import type { Claims } from './claims.ts';
import { drawnAroundPx, drawnChange } from './edges-of-change.ts';
import { frameInPicture, placeInFrame, sizeInFrame } from './frame.ts';
import { boxAround, countOf, cropped, fromOn, inBoth, inEither, inverted, paste, without } from './masks.ts';
import type { Point, PointKind } from './pixels.ts';
import { cellPx } from './snapped.ts';
import { placesOf, weightedRegion } from './weighted.ts';

/** Thinner differences are the same edge, drawn elsewhere, unless a point is beside them. */
const leastThickness = 5;
const pointReach = 16;
/** So deep inside of a part nothing is half transparent. */
const deep = 12;
/** Gaps between a new part and the subject, and rims around what is dropped, are of neither mask up to that width. */
const seam = 12;
/** Share of a rim or a gap, at least, that is beside what changes. */
const leastBeside = 0.6;
/** How far beside discs of that width a corner is of what is thicker. */
const corner = 3;
/** Pieces that a part leaves of what it is taken from are of it, up to this share of the part: holes of its mask. */
const pieceShare = { keep: 0.003, drop: 0.04 } as const;
/** So many pixels of what is left beside a dropped part are a crumb, however small that is. */
const crumb = 300;
/** How far around what changes its rests are looked for at first, and how far from a pixel others may be that say whether it is thin. */
const restsAround = 80;
const thinnessAround = 20;

/** What changes; all layers are over the whole picture. */
export interface Change {
  /** The alpha that is wanted, with a ramp along its edges: where these are is not known better. */
  readonly target: Layer;
  /** How much of it counts, 0 to 255. */
  readonly share: Layer;
  /** Where the answer may be another one: 0 for nowhere, to 255. */
  readonly weights: Layer;
}

/** Measured: microseconds that a pixel takes in each step. */
const readUs = 0.02;
const changedUs = 0.08;
const restsUs = 0.2;

/** What is known of a picture without points. */
interface Known {
  /** The matte of the passes. */
  readonly layer: Layer;
  /** RGB of the picture at the size that it has in the square. */
  readonly colours: Uint8Array;
}

/** What is asked of a change. */
interface AskedChange {
  readonly points: readonly Point[];
  readonly picture: Size;
  /** Of the square, to each side of an edge. */
  readonly rampPx: number;
}

/**
 * What claims change. Its steps are for `inTurns`.
 * @returns null where the matte says the same already
 */
export function* changeOf(
  claims: Claims,
  { layer, colours }: Known,
  { points, picture, rampPx }: AskedChange,
): Generator<number, Change | null, void> {
  const size = sizeInFrame(picture);
  const pixels = size.widthPx * size.heightPx;
  const matte = reducedLayer(layer, wholeOf(picture), size.widthPx, size.heightPx);
  const isSubject = fromOn(matte, subjectFrom);
  const [isKept, isDropped] = [insideOf(claims.keep, picture), insideOf(claims.drop, picture)];
  const near = nearPoints(points, picture, size);
  yield pixels * readUs;
  const kept = yield* changedBy({ inside: isKept, matte, near }, 'keep', size);
  const dropped = yield* changedBy({ inside: isDropped, matte, near }, 'drop', size);
  if (!kept.includes(1) && !dropped.includes(1)) return null;
  const added = yield* withRests({ taken: kept, from: inverted(isSubject), others: isDropped }, 'keep', size);
  const grownSubject = inEither(isSubject, added);
  const removed = yield* withRests({ taken: dropped, from: grownSubject, others: isKept }, 'drop', size);
  const merged = without(grownSubject, removed);
  const touched = inEither(added, removed);
  const claimed = inEither(touched, inEither(isKept, isDropped));
  const box = boxAround(touched, size, drawnAroundPx, cellPx) ?? wholeOf(size);
  const { target, share, weights } = yield* drawnChange({ merged, touched, claimed, colours }, size, box, rampPx);
  // A keep makes nothing clearer that the passes have.
  for (let at = 0; at < target.length; at++) {
    if (kept[at] === 1) target[at] = Math.max(target[at], matte[at]);
  }
  const over = (samples: Uint8Array): Layer => layerOver({ ...size, samples }, picture);
  return { target: over(target), share: over(share), weights: over(weights) };
}

/** A claim at the size of the picture in the square. */
export function claimOver(mask: Plane, picture: Size): Layer {
  const { widthPx, heightPx } = sizeInFrame(picture);
  const inFrame = { plane: mask, region: frameInPicture(picture), outside: 0 };
  const samples = reducedLayer(inFrame, wholeOf(picture), widthPx, heightPx);
  return layerOver({ widthPx, heightPx, samples }, picture);
}

/** A matte with what changes. */
export function mergedLayer(layer: Layer, { target, share }: Pick<Change, 'target' | 'share'>): Layer {
  return mixedLayer(layer, target, share);
}

/** A layer that goes over into another one by weights, at its own size. Where these are 0 it stays as it is. */
export function mixedLayer(layer: Layer, other: Layer, weights: Layer): Layer {
  const { plane, region } = layer;
  const { widthPx, heightPx } = plane;
  const samples = plane.samples.slice();
  const pixels = weightedRegion(weights);
  const box = pixels && placesOf(pixels, region, plane);
  if (box) {
    const values = reducedLayer(other, region, widthPx, heightPx, box);
    const shares = reducedLayer(weights, region, widthPx, heightPx, box);
    for (let y = 0, at = 0; y < box.heightPx; y++) {
      const start = (box.topPx + y) * widthPx + box.leftPx;
      for (let to = start; to < start + box.widthPx; to++, at++) {
        const alpha = samples[to];
        if (shares[at] > 0) samples[to] = Math.round(alpha + ((values[at] - alpha) * shares[at]) / 255);
      }
    }
  }
  return { ...layer, plane: { ...plane, samples } };
}

function insideOf(mask: Plane, picture: Size): Uint8Array {
  const { widthPx, heightPx } = sizeInFrame(picture);
  const isEmpty = mask.samples.every((value) => value < subjectFrom);
  return isEmpty ? new Uint8Array(widthPx * heightPx) : fromOn(claimOver(mask, picture).plane.samples, subjectFrom);
}

/** A claim and what it is compared with, all of one size. */
interface Compared {
  /** 1 in the claim. */
  readonly inside: Uint8Array;
  /** 0 to 255. */
  readonly matte: Uint8Array;
  /** 1 around points. */
  readonly near: Uint8Array;
}

/** Where a claim and the matte say something else, over more than an edge. Its steps are for `inTurns`. */
export function* changedBy(
  { inside, matte, near }: Compared,
  kind: PointKind,
  size: Size,
): Generator<number, Uint8Array, void> {
  // Nothing of the claim is beyond the box, and beyond the one pixel around it nothing else counts.
  const box = boxAround(inside, size, 1);
  const changed = new Uint8Array(inside.length);
  if (!box) return changed;
  const [claim, alphas, nearby] = [inside, matte, near].map((plane) => cropped(plane, size, box));
  paste(changedWithin({ inside: claim, matte: alphas, near: nearby }, kind, box), box, changed, size);
  yield claim.length * changedUs;
  return changed;
}

/** The same of all that is given. */
export function changedWithin({ inside, matte, near }: Compared, kind: PointKind, size: Size): Uint8Array {
  const notDeep = grown(inverted(inside), size, 2 * deep + 1);
  const isOther = (alpha: number) => (kind === 'keep' ? alpha < subjectFrom : alpha >= subjectFrom);
  const isUnsure = (alpha: number) => (kind === 'keep' ? alpha < surelySubjectFrom : alpha > surelyBackgroundUpTo);
  const differs = new Uint8Array(inside.length);
  for (let at = 0; at < differs.length; at++) {
    if (inside[at] === 0) continue;
    const alpha = matte[at];
    const differsHere = isOther(alpha) || (isUnsure(alpha) && (notDeep[at] === 0 || near[at] === 1));
    differs[at] = differsHere ? 1 : 0;
  }
  const thick = opened(differs, size, leastThickness);
  const seeds = inEither(thick, inBoth(near, differs));
  const found = inBoth(differs, grown(seeds, size, leastThickness));
  return kind === 'keep' ? withHaze(found, inside, matte, size) : found;
}

/** What changes of a part to keep, with its haze: what is half transparent over more than an edge, and goes on from what changes. */
function withHaze(changed: Uint8Array, inside: Uint8Array, matte: Uint8Array, size: Size): Uint8Array {
  const haze = without(inside, fromOn(matte, surelySubjectFrom));
  const left = without(opened(haze, size, leastThickness), changed);
  const whole = changed.slice();
  for (const part of partsOf(left, grown(changed, size, 3), size)) for (const at of part) whole[at] = 1;
  return whole;
}

/** Masks of a change, all of one size. */
interface Taking {
  /** What changes. */
  readonly taken: Uint8Array;
  /** What it is taken from. */
  readonly from: Uint8Array;
  /** What the other kind claims: none of it is taken. */
  readonly others: Uint8Array;
}

/**
 * What changes, with what it would leave of the mask that it is taken from: rims, of what is kept gaps between it and the subject, and
 * small pieces. Its steps are for `inTurns`.
 */
export function* withRests(
  { taken, from, others }: Taking,
  kind: PointKind,
  size: Size,
): Generator<number, Uint8Array, void> {
  const around = boxAround(taken, size, restsAround);
  if (!around) return taken;
  for (let box = around; ; box = wholeOf(size)) {
    const [part, fromPart, othersPart] = [taken, from, others].map((mask) => cropped(mask, size, box));
    const found = withRestsWithin(
      { taken: part, from: fromPart, others: othersPart, border: nearBorder(box, size) },
      kind,
      box,
    );
    yield part.length * restsUs;
    if (!found) continue;
    const whole = new Uint8Array(taken.length);
    paste(found, box, whole, size);
    return whole;
  }
}

/** The same in a box. */
interface TakingInBox extends Taking {
  /** 1 where it is not known whether a pixel is thin, for that lies beyond the box. */
  readonly border: Uint8Array;
}

/**
 * What changes with its rests, in a box.
 * @returns null where what may be a rest reaches the border
 */
export function withRestsWithin(
  { taken, from, others, border }: TakingInBox,
  kind: PointKind,
  size: Size,
): Uint8Array | null {
  const left = without(from, taken);
  const near = grown(taken, size, 2 * seam + 1);
  const thick = thickParts(left, size, seam / 2, corner);
  // A gap that is not beside the subject is one between fingers.
  const other = kind === 'keep' ? grown(inverted(from), size, 2 * seam + 1) : near;
  const beside = inBoth(near, other);
  const thin = [thick, others, border].reduce(without, left);
  const besideBorder = grown(border, size, 3);
  const rims = new Uint8Array(left.length);
  for (const part of partsOf(thin, beside, size)) {
    const rim = part.filter((at) => beside[at] === 1);
    // What goes on is a finger, or a spoon.
    if (rim.length < part.length * leastBeside) continue;
    if (part.some((at) => besideBorder[at] === 1)) return null;
    for (const at of rim) rims[at] = 1;
  }
  const whole = inEither(taken, rims);
  const share = pieceShare[kind] * countOf(taken);
  const most = kind === 'drop' ? Math.max(share, crumb) : share;
  const pieces = smallParts(without(left, rims), grown(whole, size, 3), others, size, most);
  return inBoth(pieces, border).includes(1) ? null : inEither(whole, pieces);
}

/** The pixels of a box that are near its border, where that is not the border of the picture. */
function nearBorder(box: Region, size: Size): Uint8Array {
  const { leftPx, topPx, widthPx, heightPx } = box;
  const border = new Uint8Array(widthPx * heightPx).fill(1);
  const left = leftPx === 0 ? 0 : thinnessAround;
  const right = leftPx + widthPx === size.widthPx ? widthPx : widthPx - thinnessAround;
  const top = topPx === 0 ? 0 : thinnessAround;
  const bottom = topPx + heightPx === size.heightPx ? heightPx : heightPx - thinnessAround;
  for (let y = top; y < bottom; y++) border.fill(0, y * widthPx + left, y * widthPx + right);
  return border;
}

/** Squares around all points. */
function nearPoints(points: readonly Point[], picture: Size, { widthPx, heightPx }: Size): Uint8Array {
  const near = new Uint8Array(widthPx * heightPx);
  for (const point of points) {
    const { x, y } = placeInFrame(point, picture);
    const [left, right] = [Math.max(0, Math.floor(x) - pointReach), Math.min(widthPx, Math.floor(x) + pointReach + 1)];
    const bottom = Math.min(heightPx, Math.floor(y) + pointReach + 1);
    for (let row = Math.max(0, Math.floor(y) - pointReach); row < bottom; row++) {
      near.fill(1, row * widthPx + left, row * widthPx + right);
    }
  }
  return near;
}
