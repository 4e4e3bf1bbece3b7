/**
 * What claims change of a matte, in pixels of the square that the segmenter was shown. Only parts that the matte lacks, or has and should
 * not, are changed: where both say the same, the matte's own edges are better than those of a mask.
 */
import { subjectFrom, surelyBackgroundUpTo, surelySubjectFrom } from '../alpha.ts';
import { type Layer, layerOver, reducedLayer } from '../layer.ts';
import { distancesTo, grown, opened, partsOf, smallParts, thickParts } from '../morphology.ts';
import type { Plane } from '../plane.ts';
import { type Size, wholeOf } from '../region.ts';
import type { Claims } from './claims.ts';
import { withoutCrumbs } from './crumbs.ts';
import { frameInPicture, placeInFrame, sizeInFrame } from './frame.ts';
import type { Point, PointKind } from './pixels.ts';
import { rampOf } from './ramp.ts';
import { snapped } from './snapped.ts';

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
/** How far around its masks a picture may change, and over how much of that from nothing to all. */
const reach = 8;
const blend = 2;
/** The same of what the merged matte takes from the masks. */
const mergedBlend = 3;

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
const stepUs = 0.03;

/**
 * What claims change. Its steps are for `inTurns`.
 * @param layer the matte of the passes
 * @param colours RGB of the picture at the size that it has in the square
 * @param rampPx of the square, to each side of an edge
 * @returns null where the matte says the same already
 */
export function* changeOf(
  claims: Claims,
  layer: Layer,
  colours: Uint8Array,
  points: readonly Point[],
  picture: Size,
  rampPx: number,
): Generator<number, Change | null, void> {
  const size = sizeInFrame(picture);
  const us = size.widthPx * size.heightPx * stepUs;
  const matte = reducedLayer(layer, wholeOf(picture), size.widthPx, size.heightPx);
  const isSubject = matte.map((alpha) => (alpha >= subjectFrom ? 1 : 0));
  const [isKept, isDropped] = [insideOf(claims.keep, picture), insideOf(claims.drop, picture)];
  const near = nearPoints(points, picture, size);
  yield us;
  const kept = changedBy(isKept, matte, 'keep', near, size);
  yield us;
  const dropped = changedBy(isDropped, matte, 'drop', near, size);
  yield us;
  if (!kept.includes(1) && !dropped.includes(1)) return null;
  const added = withRests(kept, inverted(isSubject), isDropped, 'keep', size);
  yield us;
  const grownSubject = isSubject.map((is, at) => is | added[at]);
  const removed = withRests(dropped, grownSubject, isKept, 'drop', size);
  yield us;
  const merged = grownSubject.map((is, at) => is & (1 - removed[at]));
  const touched = added.map((is, at) => is | removed[at]);
  const fromTouched = distancesTo(touched, 1, size, reach + mergedBlend);
  const fromClaims = distancesTo(
    touched.map((is, at) => is | isKept[at] | isDropped[at]),
    1,
    size,
    reach,
  );
  yield us;
  // One pixel less, for between two pixels weights are read from both.
  const fading = (away: number, over: number) => Math.min(1, Math.max(0, (reach - 1 - away) / over));
  const share = Uint8Array.from(fromTouched, (away) => 255 * fading(away - 1, mergedBlend) + 0.5);
  const edges = withoutCrumbs(snapped(merged, share, colours, size), merged, size);
  yield us;
  const over = (samples: Uint8Array): Layer => layerOver({ ...size, samples }, picture);
  return {
    target: over(rampOf(edges, size, rampPx)),
    share: over(share),
    weights: over(
      Uint8Array.from(fromTouched, (away, at) => 255 * fading(Math.max(away, fromClaims[at]), blend) + 0.5),
    ),
  };
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
  const values = reducedLayer(other, region, widthPx, heightPx);
  const shares = reducedLayer(weights, region, widthPx, heightPx);
  const samples = plane.samples.map((alpha, at) => Math.round(alpha + ((values[at] - alpha) * shares[at]) / 255));
  return { ...layer, plane: { ...plane, samples } };
}

function insideOf(mask: Plane, picture: Size): Uint8Array {
  return claimOver(mask, picture).plane.samples.map((value) => (value >= subjectFrom ? 1 : 0));
}

/** Where a claim and the matte say something else, over more than an edge. */
function changedBy(inside: Uint8Array, matte: Uint8Array, kind: PointKind, near: Uint8Array, size: Size): Uint8Array {
  if (!inside.includes(1)) return inside;
  const outside = inside.map((is) => 1 - is);
  const notDeep = grown(outside, size, 2 * deep + 1);
  const isOther = (alpha: number) => (kind === 'keep' ? alpha < subjectFrom : alpha >= subjectFrom);
  const isUnsure = (alpha: number) => (kind === 'keep' ? alpha < surelySubjectFrom : alpha > surelyBackgroundUpTo);
  const differs = inside.map((is, at) => {
    const differsHere = isOther(matte[at]) || (isUnsure(matte[at]) && (notDeep[at] === 0 || near[at] === 1));
    return is === 1 && differsHere ? 1 : 0;
  });
  const thick = opened(differs, size, leastThickness);
  const seeds = thick.map((is, at) => is | (near[at] & differs[at]));
  const around = grown(seeds, size, leastThickness);
  return differs.map((is, at) => is & around[at]);
}

/**
 * What changes, with what it would leave of the mask that it is taken from: rims, of what is kept gaps between it and the subject, and
 * small pieces.
 * @param others what the other kind claims: none of it is taken
 */
function withRests(taken: Uint8Array, from: Uint8Array, others: Uint8Array, kind: PointKind, size: Size): Uint8Array {
  if (!taken.includes(1)) return taken;
  const left = from.map((is, at) => is & (1 - taken[at]));
  const near = grown(taken, size, 2 * seam + 1);
  const thick = thickParts(left, size, seam / 2, corner);
  // A gap that is not beside the subject is one between fingers.
  const other = kind === 'keep' ? grown(inverted(from), size, 2 * seam + 1) : near;
  const beside = near.map((is, at) => is & other[at]);
  const thin = left.map((is, at) => is & (1 - thick[at]) & (1 - others[at]));
  const rims = new Uint8Array(left.length);
  for (const part of partsOf(thin, beside, size)) {
    const rim = part.filter((at) => beside[at] === 1);
    // What goes on is a finger, or a spoon.
    if (rim.length >= part.length * leastBeside) for (const at of rim) rims[at] = 1;
  }
  const share = pieceShare[kind] * taken.reduce((sum, is) => sum + is, 0);
  const most = kind === 'drop' ? Math.max(share, crumb) : share;
  const thicker = left.map((is, at) => is & (1 - rims[at]));
  const whole = taken.map((is, at) => is | rims[at]);
  const pieces = smallParts(thicker, grown(whole, size, 3), others, size, most);
  return whole.map((is, at) => is | pieces[at]);
}

function inverted(mask: Uint8Array): Uint8Array {
  return mask.map((is) => 1 - is);
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
