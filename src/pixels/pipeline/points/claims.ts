/** What points claim of a picture: for the subject, and for the background. */
import { subjectFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { type Matte, subjectOverlap } from '../plane/matte.ts';
import type { Size } from '../plane/region.ts';
import { chosenOf } from './choose.ts';
import { frameInPicture, framePx, placeInFrame } from './frame.ts';
import { joined, toBorder } from './joined.ts';
import { coloursAtPlaces, otherThing, type SeenPlaces } from './other-thing.ts';
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
 * @param colours RGB of the picture at the size that it has in the square
 * @throws NetworkFault
 */
export async function claimsOf(
  segmented: SegmentedPicture,
  layer: Layer,
  colours: Uint8Array,
  picture: Size,
): Promise<Claims> {
  const samples = reducedLayer(layer, frameInPicture(picture), maskPx, maskPx);
  const matte: Matte = { widthPx: maskPx, heightPx: maskPx, samples };
  const places = { matte: samples, colours: coloursAtPlaces(colours, picture) };
  const meant: Meant[] = [];
  for (const parts of segmented.parts) {
    const chosen = chosenOf(parts.candidates, { matte, kind: parts.point.kind });
    const mask =
      parts.point.kind === 'keep' ? chosen : await withoutOther(chosen, parts.point, segmented, places, picture);
    meant.push({ point: parts.point, mask: toBorder(mask, picture) });
  }
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
    kept.push(parts.length > 0 ? toBorder(chosenOf(parts, { matte, kind: 'keep' }), picture) : together);
  }
  const subject = samples.map((alpha) => (alpha >= subjectFrom ? 1 : 0));
  const dropped = drops.map(({ point }) => point);
  const keep = joined(kept, unionOf(kept), subject, dropped, picture);
  return separated({ keep, drop: unionOf(drops.map(({ mask }) => mask)) }, segmented.parts, picture);
}

/** The part of a point to drop without another thing in it: the segmenter is asked once more, without that. */
async function withoutOther(
  mask: Mask,
  point: Point,
  segmented: SegmentedPicture,
  places: SeenPlaces,
  picture: Size,
): Promise<Mask> {
  const other = otherThing(mask, point, places, picture);
  if (!other) return mask;
  const parts = await segmented.ask([point], [other.middle]);
  const matte = { ...mask, samples: places.matte };
  const found = parts.length > 0 ? chosenOf(parts, { matte, kind: point.kind }) : mask;
  const left = otherThing(found, point, places, picture);
  return left ? { ...found, samples: found.samples.map((value, at) => (left.inside[at] === 1 ? 0 : value)) } : found;
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
