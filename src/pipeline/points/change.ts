/**
 * What claims change of a matte, in pixels of the square that the segmenter was shown. Only parts that the matte lacks, or has and should
 * not, are changed: where both say the same, the matte's own edges are better than those of a mask.
 */
import { bytes, floats, layOut } from '../../kernels/memory.ts';
import { subjectFrom, surelyBackgroundUpTo, surelySubjectFrom } from '../alpha.ts';
import { type Layer, layerOver, reducedLayer } from '../layer.ts';
import { grown, opened } from '../morphology.ts';
import type { Plane } from '../plane.ts';
import { type Size, wholeOf } from '../region.ts';
import type { Claims } from './claims.ts';
import { frameInPicture, placeInFrame, sizeInFrame } from './frame.ts';
import type { Point, PointKind } from './pixels.ts';

/** Thinner differences are the same edge, drawn elsewhere, unless a point is beside them. */
const leastThickness = 5;
const pointReach = 16;
/** So deep inside of a part nothing is half transparent. */
const deep = 12;
/** Gaps between a new part and the subject, and rims around what is dropped, up to this side of a square, are of neither mask. */
const seam = 13;
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
 * @param rampPx of the square, to each side of an edge
 * @returns null where the matte says the same already
 */
export function* changeOf(
  claims: Claims,
  layer: Layer,
  points: readonly Point[],
  picture: Size,
  rampPx: number,
): Generator<number, Change | null, void> {
  const size = sizeInFrame(picture);
  const us = size.widthPx * size.heightPx * stepUs;
  const matte = reducedLayer(layer, wholeOf(picture), size.widthPx, size.heightPx);
  const [isKept, isDropped] = [insideOf(claims.keep, picture), insideOf(claims.drop, picture)];
  const near = nearPoints(points, picture, size);
  const isSubject = matte.map((alpha) => (alpha >= subjectFrom ? 1 : 0));
  yield us;
  const added = changedBy(isKept, matte, 'keep', near, size);
  yield us;
  const removed = changedBy(isDropped, matte, 'drop', near, size);
  yield us;
  const touched = added.map((is, at) => is | removed[at]);
  if (!touched.includes(1)) return null;
  const merged = isSubject.map((is, at) => (is | added[at]) & (1 - removed[at]));
  closeSeams(merged, added, isSubject, touched, size);
  yield us;
  clearRims(merged, removed, isKept, touched, size);
  yield us;
  const fromTouched = distancesTo(touched, 1, size, reach + mergedBlend);
  const fromClaims = distancesTo(
    isKept.map((is, at) => is | isDropped[at]),
    1,
    size,
    reach,
  );
  yield us;
  // One pixel less, for between two pixels weights are read from both.
  const fading = (away: number, over: number) => Math.min(1, Math.max(0, (reach - 1 - away) / over));
  const over = (samples: Uint8Array): Layer => layerOver({ ...size, samples }, picture);
  return {
    target: over(rampOf(merged, size, rampPx)),
    share: over(Uint8Array.from(fromTouched, (away) => 255 * fading(away - 1, mergedBlend) + 0.5)),
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

/** Fills gaps between what was added and the subject beside it. */
function closeSeams(
  merged: Uint8Array,
  added: Uint8Array,
  isSubject: Uint8Array,
  touched: Uint8Array,
  size: Size,
): void {
  if (!added.includes(1)) return;
  const open = opened(
    merged.map((is) => 1 - is),
    size,
    seam,
  );
  const nearAdded = grown(added, size, seam);
  const nearSubject = grown(
    isSubject.map((is, at) => is & merged[at] & (1 - added[at])),
    size,
    seam,
  );
  for (let at = 0; at < merged.length; at++) {
    if (merged[at] === 1 || open[at] === 1 || nearAdded[at] === 0 || nearSubject[at] === 0) continue;
    merged[at] = 1;
    touched[at] = 1;
  }
}

/** Takes away what is left around the parts that were dropped, and is no part itself. */
function clearRims(merged: Uint8Array, removed: Uint8Array, isKept: Uint8Array, touched: Uint8Array, size: Size): void {
  if (!removed.includes(1)) return;
  const thick = opened(merged, size, seam);
  const nearRemoved = grown(removed, size, seam);
  for (let at = 0; at < merged.length; at++) {
    if (merged[at] === 0 || thick[at] === 1 || nearRemoved[at] === 0 || isKept[at] === 1) continue;
    merged[at] = 0;
    touched[at] = 1;
  }
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

/** From nothing to all across the edges of a mask, by the distance to them. */
function rampOf(inside: Uint8Array, size: Size, rampPx: number): Uint8Array {
  const toOutside = distancesTo(inside, 0, size, rampPx + 1);
  const toInside = distancesTo(inside, 1, size, rampPx + 1);
  return inside.map((is, at) => {
    const away = Math.min(1, ((is === 1 ? toOutside[at] : toInside[at]) - 0.5) / rampPx);
    return Math.round(127.5 + 127.5 * (is === 1 ? away : -away));
  });
}

/** How far each pixel is from the nearest one of that value, up to `most`. */
function distancesTo(mask: Uint8Array, value: 0 | 1, { widthPx, heightPx }: Size, most: number): Float32Array {
  const { kernels, arrays } = layOut({ mask: bytes(mask.length), distances: floats(mask.length) });
  arrays.mask.set(mask);
  kernels.distances(arrays.mask.byteOffset, widthPx, heightPx, value, value, most, arrays.distances.byteOffset);
  return arrays.distances.slice();
}
