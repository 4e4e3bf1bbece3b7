/**
 * A floor for things on flat backgrounds: what is of quite another colour than the background and touches the subject belongs to it,
 * whatever the network says (docs/decisions/0039-floor-on-flat-backgrounds.md).
 */

import { sameShare, withinLevels } from '../colour/one-colour.ts';
import { solidFrom, subjectFrom } from '../plane/alpha.ts';
import { hasSubject, type Matte } from '../plane/matte.ts';
import type { Subject } from './subject.ts';

/** Levels of a channel from which on a colour is quite another one; the shadow at a thing's foot stays below. */
const anotherFrom = 151;

/** Steps outwards from a part within which it must have ended, and the largest difference, in the median, that is an end. */
const edgePx = 3;
const endedBelow = 75;

/**
 * Raises what the floor says. @returns the very subject where the border is of many colours, or nothing is to be raised
 */
export function withFloor<Seen extends Pick<Subject, 'layer' | 'colours'>>(subject: Seen): Seen {
  const { layer, colours } = subject;
  const { plane } = layer;
  const background = hasSubject(plane) ? borderColour(colours, plane.widthPx, plane.heightPx) : null;
  if (!background) return subject;
  const away = differences(colours, background);
  const raised = plane.samples.slice();
  let isRaised = false;
  for (const part of lostParts(plane, away)) {
    const rings = ringsAround(part, plane, away);
    if (!hasEnded(rings[edgePx - 1], away)) continue;
    isRaised = true;
    const fullAway = part.reduce((sum, at) => sum + away[at], 0) / part.length;
    for (const at of part) raised[at] = 255;
    // The edge of what was raised: as much of it as there is in each pixel.
    for (const at of rings[0]) raised[at] = Math.max(raised[at], Math.round((255 * away[at]) / fullAway));
  }
  return isRaised ? { ...subject, layer: { ...layer, plane: { ...plane, samples: raised } } } : subject;
}

/** Connected parts of quite another colour than the background that are no subject yet and touch it. */
function lostParts(plane: Matte, away: Uint8Array): number[][] {
  const { samples } = plane;
  const seen = new Uint8Array(samples.length);
  const isLost = (at: number) => seen[at] === 0 && away[at] >= anotherFrom && samples[at] < solidFrom;
  const parts: number[][] = [];
  for (let start = 0; start < samples.length; start++) {
    if (!isLost(start)) continue;
    const part = [start];
    seen[start] = 1;
    let touches = false;
    for (let taken = 0; taken < part.length; taken++) {
      touches ||= samples[part[taken]] >= subjectFrom;
      for (const at of beside(part[taken], plane)) {
        touches ||= samples[at] >= subjectFrom;
        if (!isLost(at)) continue;
        seen[at] = 1;
        part.push(at);
      }
    }
    if (touches) parts.push(part);
  }
  return parts;
}

/** Pixels one, two and three steps outside of a part that are neither subject nor of another colour. */
function ringsAround(part: readonly number[], plane: Matte, away: Uint8Array): number[][] {
  const seen = new Set<number>();
  const rings: number[][] = [];
  let inner = part;
  for (let step = 0; step < edgePx; step++) {
    const ring: number[] = [];
    for (const at of inner) {
      for (const other of beside(at, plane)) {
        if (seen.has(other) || away[other] >= anotherFrom || plane.samples[other] >= subjectFrom) continue;
        seen.add(other);
        ring.push(other);
      }
    }
    rings.push(ring);
    inner = ring;
  }
  return rings;
}

/** Whether the background has come back: a shadow goes on where a thing has ended. */
function hasEnded(ring: readonly number[], away: Uint8Array): boolean {
  const values = Uint8Array.from(ring, (at) => away[at]).sort();
  return values.length === 0 || values[values.length >> 1] < endedBelow;
}

/** Pixels to the left and right, above and below. */
function beside(at: number, { widthPx, samples }: Matte): number[] {
  const x = at % widthPx;
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < widthPx - 1) found.push(at + 1);
  if (at >= widthPx) found.push(at - widthPx);
  if (at + widthPx < samples.length) found.push(at + widthPx);
  return found;
}

/** The median of the outermost pixels; null where they are of more than one colour. */
function borderColour(colours: Uint8Array, widthPx: number, heightPx: number): readonly number[] | null {
  const border = borderOf(widthPx, heightPx);
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const values = new Uint8Array(border.length);
    for (let at = 0; at < border.length; at++) values[at] = colours[border[at] * 3 + channel];
    return values.sort()[values.length >> 1];
  });
  let same = 0;
  for (const pixel of border) {
    const at = pixel * 3;
    const isSame =
      Math.abs(colours[at] - red) <= withinLevels &&
      Math.abs(colours[at + 1] - green) <= withinLevels &&
      Math.abs(colours[at + 2] - blue) <= withinLevels;
    if (isSame) same++;
  }
  return same >= sameShare * border.length ? [red, green, blue] : null;
}

/** The outermost pixels. */
function borderOf(widthPx: number, heightPx: number): Uint32Array {
  const border = new Uint32Array(2 * (widthPx + Math.max(0, heightPx - 2)));
  let taken = 0;
  for (let x = 0; x < widthPx; x++) {
    border[taken++] = x;
    border[taken++] = (heightPx - 1) * widthPx + x;
  }
  for (let y = 1; y < heightPx - 1; y++) {
    border[taken++] = y * widthPx;
    border[taken++] = (y + 1) * widthPx - 1;
  }
  return border;
}

/** The largest difference of a channel, pixel by pixel. */
function differences(colours: Uint8Array, [red, green, blue]: readonly number[]): Uint8Array {
  const away = new Uint8Array(colours.length / 3);
  for (let pixel = 0, at = 0; pixel < away.length; pixel++, at += 3) {
    const first = Math.max(Math.abs(colours[at] - red), Math.abs(colours[at + 1] - green));
    away[pixel] = Math.max(first, Math.abs(colours[at + 2] - blue));
  }
  return away;
}
