/** What points claim of a picture: for the subject, and for the background. */
import { subjectFrom } from '../alpha.ts';
import { type Layer, reducedLayer } from '../layer.ts';
import { type Matte, subjectOverlap } from '../matte.ts';
import type { Size } from '../region.ts';
import { chosenOf } from './choose.ts';
import { frameInPicture, framePx, placeInFrame } from './frame.ts';
import type { Point, PointKind } from './pixels.ts';
import { holds, type Mask, maskPx, type PointParts, type SegmentedPicture } from './segmenter.ts';

/** Overlap, intersection over union, from which on two parts are one that was asked about twice. */
const sameFrom = 0.5;

/** A place is claimed from a half on, and by one kind at most. */
export type Claims = Readonly<Record<PointKind, Mask>>;

/** A point with the part that it means. */
interface Meant {
  readonly point: Point;
  readonly mask: Mask;
}

/**
 * Chooses the part of each point. Points to keep that lie on the same part are asked about together, without what lies on it and is to be
 * dropped. What both kinds claim goes to that of the nearer point.
 * @param layer the matte of the passes
 * @throws NetworkFault
 */
export async function claimsOf(segmented: SegmentedPicture, layer: Layer, picture: Size): Promise<Claims> {
  const samples = reducedLayer(layer, frameInPicture(picture), maskPx, maskPx);
  const matte: Matte = { widthPx: maskPx, heightPx: maskPx, samples };
  const meant = segmented.parts.map(({ point, candidates }: PointParts): Meant => {
    return { point, mask: chosenOf(candidates, { matte, kind: point.kind }) };
  });
  const ofKind = (kind: PointKind) => meant.filter(({ point }) => point.kind === kind);
  const drops = ofKind('drop');
  const kept: Mask[] = [];
  for (const group of groupsOf(ofKind('keep'), picture)) {
    const together = unionOf(group.map(({ mask }) => mask));
    const others = drops.filter(({ point }) => holds(together, point, picture)).map(({ point }) => point);
    const isAsked = group.length > 1 || others.length > 0;
    const parts = isAsked
      ? await segmented.ask(
          group.map(({ point }) => point),
          others,
        )
      : [];
    kept.push(parts.length > 0 ? chosenOf(parts, { matte, kind: 'keep' }) : together);
  }
  return separated({ keep: unionOf(kept), drop: unionOf(drops.map(({ mask }) => mask)) }, segmented.parts, picture);
}

/** Points whose parts are about the same, or hold each other's point, directly or by others between them. */
function groupsOf(meant: readonly Meant[], picture: Size): Meant[][] {
  const groups: Meant[][] = [];
  const left = new Set(meant);
  for (const first of meant) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (let at = 0; at < group.length; at++) {
      for (const other of left) {
        if (!isSame(group[at], other, picture)) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

function isSame(one: Meant, other: Meant, picture: Size): boolean {
  if (subjectOverlap(one.mask.samples, other.mask.samples) >= sameFrom) return true;
  return holds(one.mask, other.point, picture) && holds(other.mask, one.point, picture);
}

function unionOf(masks: readonly Mask[]): Mask {
  const samples = new Uint8Array(maskPx * maskPx);
  for (const mask of masks) {
    for (let at = 0; at < samples.length; at++) samples[at] = Math.max(samples[at], mask.samples[at]);
  }
  return { widthPx: maskPx, heightPx: maskPx, samples };
}

/** The same where each place is claimed by one kind. Of points as near as others those to keep count. */
function separated({ keep, drop }: Claims, parts: readonly PointParts[], picture: Size): Claims {
  const [kept, dropped] = [keep.samples.slice(), drop.samples.slice()];
  const placesOf = (kind: PointKind) =>
    parts.filter(({ point }) => point.kind === kind).map(({ point }) => placeInFrame(point, picture));
  const places = { keep: placesOf('keep'), drop: placesOf('drop') };
  const cellPx = framePx / maskPx;
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] < subjectFrom || dropped[at] < subjectFrom) continue;
    const [x, y] = [((at % maskPx) + 0.5) * cellPx, (Math.floor(at / maskPx) + 0.5) * cellPx];
    const away = (kind: PointKind) => Math.min(...places[kind].map((place) => Math.hypot(place.x - x, place.y - y)));
    if (away('keep') <= away('drop')) dropped[at] = 0;
    else kept[at] = 0;
  }
  return { keep: { ...keep, samples: kept }, drop: { ...drop, samples: dropped } };
}
